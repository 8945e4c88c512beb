"""How fast are we? Run by `make bench`; figures of one run only compare with each other."""
