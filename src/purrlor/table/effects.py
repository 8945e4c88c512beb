"""The effects of a message or timer: rows to write, messages to send after that, and requests to bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from purrlor.core import Seat
from purrlor.words import ENGLISH

from .messages import encoded
from .race.round_trips import Delay
from .rows import Write


class BotRequest(Struct, frozen=True):
    """A request for a decision by a bot or, with `hint`, by the adviser. `number` identifies it."""

    number: int
    seat: int
    level: str
    view: Any
    legal: tuple[Any, ...]
    seed: str
    """The bot's random seed: the same for the same request."""
    version: int
    """The version of the match that the request is about."""
    hint: tuple[int, int] | None = None
    """The connection that requested the hint, and the id of its message."""
    table: str = ""
    """The id of the requesting table: every table gets its fair share of the bots' time."""


class Effects(Struct):
    """The effects that the functions of a table collect while they handle one message or timer."""

    now: int
    """The time of the message or timer, by the server's clock."""
    writes: list[Write] = []
    sends: list[tuple[int, bytes]] = []
    """Connections and messages, to be sent once `writes` are committed."""
    requests: list[BotRequest] = []
    version: int = 0
    """The version of a race that is sent; 0: none."""
    rematch: bool = False
    next_game: str = ""
    """The game of the rematch; empty: the same game."""
    refusal: str = ""
    """The code of the refusal that is sent; empty: nothing was refused."""

    def send(self, connection: int, message: Any) -> None:
        self.sends.append((connection, message if isinstance(message, bytes) else encoded(message)))


@dataclass(slots=True)
class Guest:
    """A connection, with its person and the seats whose views it receives."""

    connection: int
    person: str
    name: str
    seats: tuple[int, ...]
    delay: Delay
    language: str = ENGLISH
    """The language of refusals."""
    screen: bool = False
    """The connection shows the table to everybody in the room: it receives a spectator's view even if its person has a
    seat."""

    @property
    def viewers(self) -> Sequence[Seat | None]:
        return [Seat(seat) for seat in self.seats] or [None]


def connections_by_viewer(guests: Iterable[Guest]) -> dict[Seat | None, list[int]]:
    """Group the connections by the seat whose view they receive; None: a spectator's view."""
    found: dict[Seat | None, list[int]] = {}
    for guest in guests:
        for viewer in guest.viewers:
            found.setdefault(viewer, []).append(guest.connection)
    return found
