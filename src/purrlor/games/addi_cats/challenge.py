"""The score of Addi Cat's daily challenge."""

from __future__ import annotations

from typing import Any

from purrlor.core import Match
from purrlor.kit.daily import PLAYER

from .rules import AddiCats
from .table import cards_left


def cards_shed(match: Match[Any, Any, Any]) -> int:
    """Return how many cards fewer the player has than were dealt; negative: more."""
    rules: AddiCats = match.rules  # type: ignore[assignment]
    dealt = zip(rules.owners, rules.stack_sizes, strict=True)
    return sum(size for owner, size in dealt if owner == PLAYER) - cards_left(match.state.table, PLAYER)
