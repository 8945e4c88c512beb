"""Expected points of a house: a linear function of features, and a value network that corrects it."""

from __future__ import annotations

from importlib.resources import files

WEIGHTS = files(__name__) / "weights"
