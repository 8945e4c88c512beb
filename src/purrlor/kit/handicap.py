"""Handicaps, for matches between people of different strength: what a game may bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct


class Handicap(Struct, frozen=True):
    """What makes one match even."""

    options: Mapping[str, str] = {}
    """Of the rules, on top of others."""
    delays: tuple[int, ...] = ()
    """By seat: in a race, acts of this seat count this many milliseconds later. Empty: at once."""


@dataclass(frozen=True)
class Handicaps:
    """How the matches of a game are made even, and how that follows the results.

    Each player has a lead: a whole number, 0 at first, in a unit of the game. Only differences between leads count.
    """

    handicap: Callable[[Sequence[int]], Handicap]
    """From the leads of everybody, by seat."""
    next_leads: Callable[[Sequence[int], Sequence[int]], Sequence[int]]
    """The leads after a match, from those before and the scores."""
    is_delayed: Callable[[Any], bool] = lambda _: True
    """Whether an action waits for the delay of its seat."""
    still_counts: Callable[[Any, Any, int], bool] = lambda _pressed, _now, _seat: True
    """Whether an act that has waited still counts: the state in which it was done, the state now, and the seat."""
