"""A match with people, without I/O: seats, clocks, the race, what each viewer is sent, and the wire's structs."""
