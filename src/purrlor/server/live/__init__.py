"""Tables in memory: connections, round trips, and everything that happens at them."""
