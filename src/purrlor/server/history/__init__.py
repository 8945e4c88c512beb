"""What a person has played, and everything that the store holds about them."""
