"""MEOW in the terminal."""
