"""Bots: worker processes, and the queue in front of them."""
