"""Clubs and the results of their members."""
