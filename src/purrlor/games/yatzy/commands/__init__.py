"""The command line: the score pad for real dice, and the solver. Only these modules use `purrlor.terminal`."""
