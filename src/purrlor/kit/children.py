"""What a game brings for supervised rooms of children: options, handicaps, and what matches show of their knowledge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from purrlor.core import Record, Seat

from .registry import kit


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


Grade = Literal["quick", "usual", "slow", "weak"]
"""Against the player's own times; `weak`: wrong or missed the last time."""


class Known(Struct, frozen=True):
    item: str
    """In a notation of the game, such as `3+8`."""
    grade: Grade
    millis: int | None
    """How long the player usually takes; None: never answered rightly."""


@dataclass(frozen=True)
class Knowledge:
    answers: Callable[[Record[Any, Any, Any], Seat, datetime], Sequence[str]]
    """What a seat answered in a match that ended at this time, a line each."""
    known: Callable[[Sequence[str]], Sequence[Known]]
    """What all the lines of one player say together."""


@dataclass(frozen=True)
class ForChildren:
    """What a game brings for supervised rooms; what is missing is as usual."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """Options of matches in a room: shorter, slower or simpler ones."""
    handicaps: Handicaps | None = None
    """How matches between a child and a grown-up are made even."""
    knowledge: Knowledge | None = None
    """What matches show of what players know, for a teacher."""


def for_children(game: str) -> ForChildren:
    """Return what a game brings for supervised rooms."""
    return kit(game).children() or NOTHING


NOTHING = ForChildren()
