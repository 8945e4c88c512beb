"""Creating, joining, listing and removing tables."""
