"""What comes of a message or a moment: what to write, then what to send, and whom to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from purrlor.core import Seat
from purrlor.words import ENGLISH

from .race.round_trips import Line
from .rows import Write
from .updates import encoded


class Ask(Struct, frozen=True):
    """A question for a bot (`number` names it) or, with `hint`, for the adviser."""

    number: int
    seat: int
    level: str
    view: Any
    legal: tuple[Any, ...]
    seed: str
    """What the bot draws from: the same for the same question."""
    version: int
    """Of the match that the question is about."""
    hint: tuple[int, int] | None = None
    """The connection that asked, and the id of its message."""
    table: str = ""
    """Which table asks: every table gets its fair share of the thinking."""


class Outcome(Struct):
    """What the parts of a table add to while they handle one message or moment."""

    now: int
    """When that was, by the server's clock."""
    writes: list[Write] = []
    sends: list[tuple[int, bytes]] = []
    asks: list[Ask] = []
    version: int = 0
    """In a race: the version of the match that was sent."""
    rematch: bool = False
    next_game: str = ""
    """What is played at the rematch; empty: the same game."""
    refusal: str = ""
    """The code of the refusal that is sent; empty: nothing was refused."""

    def send(self, connection: int, message: Any) -> None:
        self.sends.append((connection, message if isinstance(message, bytes) else encoded(message)))


@dataclass(slots=True)
class Guest:
    """A connection: who it is, and through whose eyes they see."""

    person: str
    name: str
    seats: tuple[int, ...]
    line: Line
    language: str = ENGLISH
    """What refusals are said in."""
    screen: bool = False
    """It shows the table to everybody in the room: it sees through nobody's eyes, also if the person has a seat."""

    @property
    def viewers(self) -> Sequence[Seat | None]:
        return [Seat(seat) for seat in self.seats] or [None]


def connections_of(guests: Mapping[int, Guest]) -> dict[Seat | None, list[int]]:
    """For each pair of eyes the connections that look through them."""
    found: dict[Seat | None, list[int]] = {}
    for connection, guest in guests.items():
        for viewer in guest.viewers:
            found.setdefault(viewer, []).append(connection)
    return found
