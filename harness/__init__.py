"""Code that tests and benchmarks share: programs that they start, and simulations that both run."""
