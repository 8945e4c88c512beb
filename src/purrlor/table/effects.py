"""What follows from a message or a moment: what to write, what to send after that, and which bots to request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from purrlor.core import Seat
from purrlor.words import ENGLISH

from .messages import encoded
from .race.round_trips import Line
from .rows import Write


class BotRequest(Struct, frozen=True):
    """A decision that a bot (`number` names it) or, with `hint`, the adviser is to make."""

    number: int
    seat: int
    level: str
    view: Any
    legal: tuple[Any, ...]
    seed: str
    """What the bot draws from: the same for the same request."""
    version: int
    """Of the match that the request is about."""
    hint: tuple[int, int] | None = None
    """The connection that wants the hint, and the id of its message."""
    table: str = ""
    """Which table requests it: every table gets its fair share of the bots' time."""


class Effects(Struct):
    """What the functions of a table add to while they handle one message or moment."""

    now: int
    """When that was, by the server's clock."""
    writes: list[Write] = []
    sends: list[tuple[int, bytes]] = []
    """Connections and messages, to be sent once `writes` are committed."""
    requests: list[BotRequest] = []
    version: int = 0
    """In a race: the version of the match that is sent."""
    rematch: bool = False
    next_game: str = ""
    """What is played at the rematch; empty: the same game."""
    refusal: str = ""
    """The code of the refusal that is sent; empty: nothing was refused."""

    def send(self, connection: int, message: Any) -> None:
        self.sends.append((connection, message if isinstance(message, bytes) else encoded(message)))


@dataclass(slots=True)
class Guest:
    """A connection: the person behind it, and the seats whose views it is sent."""

    connection: int
    person: str
    name: str
    seats: tuple[int, ...]
    line: Line
    language: str = ENGLISH
    """Of refusals."""
    screen: bool = False
    """It shows the table to everybody in the room: it is sent a spectator's view, also if the person has a seat."""

    @property
    def viewers(self) -> Sequence[Seat | None]:
        return [Seat(seat) for seat in self.seats] or [None]


def connections_by_viewer(guests: Iterable[Guest]) -> dict[Seat | None, list[int]]:
    """Group the connections by the view that they are sent; None: a spectator's."""
    found: dict[Seat | None, list[int]] = {}
    for guest in guests:
        for viewer in guest.viewers:
            found.setdefault(viewer, []).append(guest.connection)
    return found
