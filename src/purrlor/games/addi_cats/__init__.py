"""Addi Cat's: spot two equal sums, hit the mouse first, get rid of your cards."""

from .cards import ActionCard, Addition, Card, Sum, additions, deck, parse_card, sum_of
from .contests import Contest, contests
from .notation import Action, Hit, Part, Pass, Turn, parse_action
from .rules import AddiCats
from .state import Called, MouseHit, Phase, PlaceView, State, View
from .table import Place

__all__ = [
    "Action",
    "ActionCard",
    "AddiCats",
    "Addition",
    "Called",
    "Card",
    "Contest",
    "Hit",
    "MouseHit",
    "Part",
    "Pass",
    "Phase",
    "Place",
    "PlaceView",
    "State",
    "Sum",
    "Turn",
    "View",
    "additions",
    "contests",
    "deck",
    "parse_action",
    "parse_card",
    "sum_of",
]
