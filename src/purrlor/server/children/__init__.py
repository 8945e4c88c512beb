"""Supervised rooms for children."""
