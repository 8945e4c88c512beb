"""A game's settings for supervised rooms of children: options, handicaps, and what matches show of their knowledge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from purrlor.core import Record, Seat

from .registry import kit


class Handicap(Struct, frozen=True):
    """The handicap that makes one match even."""

    options: Mapping[str, str] = {}
    """Options of the rules, in addition to others."""
    delays: tuple[int, ...] = ()
    """The milliseconds by which acts of each seat are delayed in a race. Empty: no delay."""


@dataclass(frozen=True)
class Handicaps:
    """A game's way to make matches even, and to adapt that to results.

    Each player has a lead: a whole number, 0 at first, in a unit of the game. Only differences between leads count.
    """

    handicap: Callable[[Sequence[int]], Handicap]
    """Returns the handicap for the leads of all players, by seat."""
    next_leads: Callable[[Sequence[int], Sequence[int]], Sequence[int]]
    """Returns the leads after a match, from those before and the scores."""
    is_delayed: Callable[[Any], bool] = lambda _: True
    """Whether an action is delayed by its seat's delay."""
    still_counts: Callable[[Any, Any, int], bool] = lambda _pressed, _now, _seat: True
    """Whether a delayed act still counts; takes the state in which it was made, the state now, and the seat."""


Grade = Literal["quick", "usual", "slow", "weak"]
"""A comparison with the player's own times; `weak`: wrong or missed the last time."""


class Known(Struct, frozen=True):
    item: str
    """The item in a notation of the game, such as `3+8`."""
    grade: Grade
    millis: int | None
    """The player's usual time; None: never answered correctly."""


@dataclass(frozen=True)
class Knowledge:
    answers: Callable[[Record[Any, Any, Any], Seat, datetime], Sequence[str]]
    """Returns what a seat answered in a match that ended at this time, a line each."""
    known: Callable[[Sequence[str]], Sequence[Known]]
    """Returns what a player knows, from all of the player's lines."""


@dataclass(frozen=True)
class ForChildren:
    """A game's settings for supervised rooms; missing parts are as usual."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """The options of matches in a room: shorter, slower or simpler ones."""
    handicaps: Handicaps | None = None
    """How to make matches between a child and an adult even."""
    knowledge: Knowledge | None = None
    """The players' knowledge that matches show, for a teacher."""


def for_children(game: str) -> ForChildren:
    """Return a game's settings for supervised rooms."""
    return kit(game).children() or NOTHING


NOTHING = ForChildren()
