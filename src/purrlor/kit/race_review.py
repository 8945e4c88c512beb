"""Reviews of races, which count moments instead of judging decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from purrlor.core import Record


class MomentOf(Struct):
    """One chance to be the fastest, and its outcome."""

    event: int
    cards: list[str]
    outcome: str
    after: int | None


class RaceReview(Struct):
    """One seat of a race."""

    seat: int
    won: int
    beaten: int
    missed: int
    missed_cards: int
    median_time: float | None
    grabs: int
    greed_cost: int
    cards_at_end: int
    moments: list[MomentOf]
    grab_events: list[int] = []
    """The numbers of the events that were greedy hits."""


RaceReviewer: TypeAlias = Callable[[Record[Any, Any, Any]], Sequence[RaceReview]]
"""Counts the moments of a race, seat by seat."""
