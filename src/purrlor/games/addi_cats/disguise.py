"""Shuffle what a viewer cannot know, for the laws."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from purrlor.core import Seat

from .rules import AddiCats
from .state import State


def disguise(_rules: AddiCats, state: State, viewer: Seat | None, random: Random) -> State:
    """Shuffle what a viewer cannot know: the face-down cards, and what the others have decided."""
    hidden = [card for place in state.table for card in place.stack]
    random.shuffle(hidden)
    table = tuple(replace(place, stack=tuple(hidden.pop() for _ in place.stack)) for place in state.table)
    decisions = tuple(
        decision if decision is None or seat == viewer else random.random() < 0.5
        for seat, decision in enumerate(state.decisions)
    )
    return replace(state, table=table, decisions=decisions)
