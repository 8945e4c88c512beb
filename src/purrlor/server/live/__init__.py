"""Tables in memory: their connections, round trips, and everything that happens at them."""
