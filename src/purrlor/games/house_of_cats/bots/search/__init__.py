"""Search over whole turns, and lookahead by rollouts from the best of them."""
