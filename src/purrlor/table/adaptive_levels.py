"""Levels that adapt to a person: choose the pace of their next match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.core import Seat
from purrlor.kit import kit

from .setup import Setup

if TYPE_CHECKING:
    from .table import Table


def adapting(setup: Setup) -> dict[str, str]:
    """Return the adaptive levels at a table, by their names without a pace."""
    own = {level.name for level in kit(setup.game).levels if level.at is not None}
    levels = {seat.level.partition("@")[0]: seat.level for seat in setup.seats if seat.kind == "bot"}
    return {base: level for base, level in levels.items() if base in own}


def measures(setup: Setup, person: str) -> bool:
    """Whether a match shows how well adaptive bots fit this person: one person plays against adaptive bots only."""
    seats = setup.seats
    return len(setup.seats_of(person)) == 1 and all(
        seat.person == person or (seat.kind == "bot" and seat.level.partition("@")[0] in adapting(setup))
        for seat in seats
    )


def next_levels(table: Table, person: str) -> dict[str, str]:
    """Return the next level for each adaptive level of a finished table, by name. Slow: it replays the match."""
    if table.status != "over" or not measures(table.setup, person):
        return {}
    seat, own = Seat(table.setup.seats_of(person)[0]), kit(table.setup.game)
    events = table.play.match.log
    return {base: own.next_level(table.game, events, seat, level) for base, level in adapting(table.setup).items()}
