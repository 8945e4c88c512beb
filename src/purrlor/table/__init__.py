"""A match with people, without I/O: seats, clocks, the race, the updates for each viewer, and the wire structs."""
