"""What counts in the daily challenge of Addi Cat's."""

from __future__ import annotations

from typing import Any

from purrlor.core import Match
from purrlor.kit.challenge import PLAYER

from .rules import AddiCats
from .table import cards_left


def cards_shed(match: Match[Any, Any, Any]) -> int:
    """How many cards fewer the player has than were dealt; negative: more."""
    rules: AddiCats = match.rules  # type: ignore[assignment]
    dealt = len([place for place in range(len(rules.cards)) if rules.owners[place % len(rules.owners)] == PLAYER])
    return dealt - cards_left(match.state.table, PLAYER)
