"""A fair race over connections with different delays (docs/fair-race.md)."""
