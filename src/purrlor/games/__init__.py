"""The games, one package each. `kit.py` of a game is what the rest of Purrlor uses."""
