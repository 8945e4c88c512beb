"""Reviews of finished matches: how well they were played, and a replay step by step."""
