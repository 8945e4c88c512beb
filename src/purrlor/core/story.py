"""Notes: what an event meant for one viewer, typed, so that log, animation, screen reader and terminal tell the same.

A story is told from views alone, so it can say nothing that its viewer may not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from .events import Act, Event, Fate, Seat
from .value import Value

if TYPE_CHECKING:
    from .rules import Awaiting, Game

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Note(Value, frozen=True):
    """Something that happened. Each game has its own kinds; the catalogue of words has a sentence for each."""


def witnessed(awaiting: Awaiting, event: Event[A], seat: Seat | None) -> Event[A] | None:
    """`event`, which was `awaiting`, as `seat` saw it happen: secret draws and the hidden acts of others are None."""
    if isinstance(event, Fate) and awaiting.chance is not None and awaiting.chance.secret:
        return None
    if isinstance(event, Act) and awaiting.simultaneous and event.seat != seat:
        return None
    return event


def notes(game: Game[S, A, V], before: S, event: Event[A], after: S, seat: Seat | None) -> tuple[Note, ...]:
    """The notes of `event` for `seat` (None: a spectator)."""
    seen = witnessed(game.awaiting(before), event, seat)
    return tuple(game.tell(game.view(before, seat), seen, game.view(after, seat)))
