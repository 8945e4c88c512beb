"""Purrlor: a parlour for cat games."""

__version__ = "0.1.0"
