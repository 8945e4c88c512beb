"""Addi Cat's in the terminal: the board in text, the race at one keyboard, answers and practice."""
