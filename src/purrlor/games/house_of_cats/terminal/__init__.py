"""House of Cats in the terminal: the board in text, answers, and the command for sheets."""
