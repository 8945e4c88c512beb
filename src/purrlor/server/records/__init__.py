"""Finished matches as records, replays and documents."""
