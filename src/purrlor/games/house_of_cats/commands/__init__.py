"""The command line: sheets of one's own. Of a game's modules only these use `purrlor.terminal`."""
