"""Reviews of finished matches, with luck and skill."""
