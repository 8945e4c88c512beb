"""Forks of finished matches, and shared positions that everybody plays on from."""
