"""Texts for any game: outcomes as numbers, and a story of actions and outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from .events import Act, Event, Fate, InvalidNotation, Seat, Timeout
from .story import Note

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Acts(Note, frozen=True):
    seat: Seat
    action: str


class Falls(Note, frozen=True):
    values: tuple[int, ...]


class TimeIsUp(Note, frozen=True):
    pass


class PlainGame(Generic[S, A, V]):
    """Default texts for a game: a base of its Rules dataclass, which adds `parse_action`."""

    def parse_fate(self, text: str) -> tuple[int, ...]:
        try:
            return tuple(map(int, text.split(" ")))
        except ValueError:
            raise InvalidNotation("refused.numbers", "'{text}' is no row of numbers", text=text) from None

    def fate_text(self, values: tuple[int, ...]) -> str:
        return " ".join(map(str, values))

    def tell(self, before: V, event: Event[A] | None, after: V) -> Sequence[Note]:
        """Return notes of actions and outcomes. Hidden events, which the viewer did not witness, have none."""
        del before, after
        match event:
            case Act(seat, action):
                return (Acts(seat, str(action)),)
            case Fate(values):
                return (Falls(values),)
            case Timeout():
                return (TimeIsUp(),)
            case None:
                return ()
