"""A race looked back at, seat by seat: a match in which points lost and gained mean nothing."""

from __future__ import annotations

from msgspec import Struct


class MomentOf(Struct):
    """One chance to be the fastest, and what became of it."""

    event: int
    cards: list[str]
    outcome: str
    after: int | None


class LookBackOf(Struct):
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
