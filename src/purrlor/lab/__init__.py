"""For researchers: simulations and arenas."""
