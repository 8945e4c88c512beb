"""Ed, the Cat's Yatzy: five dice, thirteen boxes, thirteen rounds."""

from .boxes import LOWER, UPPER, Box, Sheet, points
from .notation import Action, Keep, Score, parse_action
from .rules import State, View, Yatzy

__all__ = [
    "LOWER",
    "UPPER",
    "Action",
    "Box",
    "Keep",
    "Score",
    "Sheet",
    "State",
    "View",
    "Yatzy",
    "parse_action",
    "points",
]
