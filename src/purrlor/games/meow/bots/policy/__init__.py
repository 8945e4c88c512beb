"""The policy network: which card a tree search would play, in features, layers and weights."""

from __future__ import annotations

from importlib.resources import files

WEIGHTS = files(__name__) / "weights"
