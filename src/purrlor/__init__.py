"""Purrlor: a parlour for cat games."""

__version__ = "0.2.0"
