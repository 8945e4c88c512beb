"""Search over cards: what a round is played for, playouts, ISMCTS, exact solvers, beliefs and rollouts."""
