"""How well a finished match was played, and the match step by step."""
