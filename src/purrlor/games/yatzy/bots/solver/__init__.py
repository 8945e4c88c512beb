"""The exact solver: the expected value of every position, and distributions of totals."""
