"""The command line: the race at one keyboard, and practice. Of a game's modules only these use `purrlor.terminal`."""
