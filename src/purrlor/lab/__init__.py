"""Tools for researchers: simulations and arenas."""
