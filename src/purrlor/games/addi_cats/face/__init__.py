"""Addi Cat's in the terminal."""
