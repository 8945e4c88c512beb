"""Tournaments: rounds over many tables."""
