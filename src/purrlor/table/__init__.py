"""A match with people, without I/O: seats, clocks, the race, what each viewer is told, and the wire's structs."""
