"""Reviews of races, which count moments instead of judging decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from purrlor.core import Record


class MomentOf(Struct):
    """One chance to be the fastest, and its outcome."""

    event: int
    """The number of the event that ended the moment."""
    cards: list[str]
    """The cards that gave the right to hit."""
    outcome: str
    """`won`, `beaten` (somebody was faster), `missed` (nobody hit) or `gone`."""
    after: int | None
    """The milliseconds until the hit; null: there was none, or no clock ran."""


class RaceReview(Struct):
    """One seat of a race."""

    seat: int
    won: int
    """The number of moments that the seat won."""
    beaten: int
    """The number of moments in which somebody else was faster."""
    missed: int
    """The number of moments in which nobody hit."""
    missed_cards: int
    """The cards that the seat could have given away in missed moments."""
    median_time: float | None
    """The median reaction time in milliseconds; null: there is none."""
    grabs: int
    """The number of greedy hits."""
    greed_cost: int
    """The cards that greedy hits cost."""
    cards_at_end: int
    moments: list[MomentOf]
    grab_events: list[int] = []
    """The numbers of the events that were greedy hits."""


RaceReviewer: TypeAlias = Callable[[Record[Any, Any, Any]], Sequence[RaceReview]]
"""Counts the moments of a race, seat by seat."""
