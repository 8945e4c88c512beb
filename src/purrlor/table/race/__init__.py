"""A fair race over connections with different delays (docs/explain/fair-race.md)."""
