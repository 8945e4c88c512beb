"""Ed, the Cat's Yatzy: five dice, thirteen boxes, thirteen rounds."""

from .boxes import LOWER, UPPER, Box, points
from .notation import Action, Keep, Score, parse_action
from .rules import State, View, Yatzy
from .sheet import Sheet

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
