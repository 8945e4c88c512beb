"""Notes: typed descriptions of an event for one viewer, shared by log, animation, screen reader and terminal.

A story is derived from views alone, so it cannot reveal what its viewer may not know. `PlainGame` has a story and texts
that fit any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from .events import Act, Event, Fate, InvalidNotation, Seat, Timeout
from .value import Value

if TYPE_CHECKING:
    from .rules import Awaiting, Game

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Note(Value, frozen=True):
    """A description of something that happened.

    Each game has its own kinds; the catalogue of words has a sentence for each.
    """


def witnessed(awaiting: Awaiting, event: Event[A], seat: Seat | None) -> Event[A] | None:
    """Return `event` as `seat` saw it happen; None for secret draws and the hidden acts of others.

    `awaiting` is what was expected before the event.
    """
    if isinstance(event, Fate) and awaiting.chance is not None and awaiting.chance.secret:
        return None
    if isinstance(event, Act) and awaiting.simultaneous and event.seat != seat:
        return None
    return event


def notes(game: Game[S, A, V], before: S, event: Event[A], after: S, seat: Seat | None) -> tuple[Note, ...]:
    """Return the notes of `event` for `seat` (None: a spectator)."""
    seen = witnessed(game.awaiting(before), event, seat)
    return tuple(game.tell(game.view(before, seat), seen, game.view(after, seat)))


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
        """Read the values of a random outcome. Raises `InvalidNotation`."""
        try:
            return tuple(map(int, text.split(" ")))
        except ValueError:
            raise InvalidNotation("refused.numbers", "'{text}' is not a list of numbers", text=text) from None

    def fate_text(self, values: tuple[int, ...]) -> str:
        """Write the values of a random outcome, as records hold them."""
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
