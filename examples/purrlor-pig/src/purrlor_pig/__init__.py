"""Pig, a game that Purrlor finds by its entry point."""
