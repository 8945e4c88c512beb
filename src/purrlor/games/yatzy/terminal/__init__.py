"""Yatzy in the terminal."""
