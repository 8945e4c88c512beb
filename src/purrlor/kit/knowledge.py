"""What matches show of what players know by now, for teachers: what a game may bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from purrlor.core import Record, Seat

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
