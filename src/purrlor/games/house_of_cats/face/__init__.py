"""House of Cats in the terminal."""
