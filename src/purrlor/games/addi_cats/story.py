"""What happened, as typed notes. All that counts happens in the open, so the rules say it and every view carries it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from purrlor.core import Event, Millis, Note, Seat

from .cards import Card, additions
from .notation import Action, Part

if TYPE_CHECKING:
    from .state import View


class Reason(StrEnum):
    """Why a hit was greedy."""

    NOTHING_EQUAL = "nothing_equal"
    NOT_CONCERNED = "not_concerned"


@dataclass(frozen=True, slots=True)
class Starts(Note):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt(Note):
    cards: int


@dataclass(frozen=True, slots=True)
class Turns(Note):
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TurnsAtLast(Note):
    """The player slept; the card was turned for them."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Hits(Note):
    """`after`: since the last card was turned."""

    seat: Seat
    part: Part
    after: Millis


@dataclass(frozen=True, slots=True)
class Late(Note):
    """Too slow, but not greedy."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Decides(Note):
    """Where no clock runs; nobody hears which way."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SameMoment(Note):
    """Fate decides who was first."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class WinsEquality(Note):
    """`seats` take the cards; `proof` lists all additions of the sum."""

    seat: Seat
    seats: tuple[Seat, ...]
    cards: int
    total: int
    proof: str


@dataclass(frozen=True, slots=True)
class WinsFromOutside(Note):
    """With an Action card as last card, thanks to the equal sums of others."""

    seat: Seat
    seats: tuple[Seat, ...]
    cards: int
    total: int
    proof: str


@dataclass(frozen=True, slots=True)
class WinsSumo(Note):
    seat: Seat
    seats: tuple[Seat, ...]
    cards: int
    highest: int
    lowest: int


@dataclass(frozen=True, slots=True)
class Greedy(Note):
    seat: Seat
    cards: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class SumoBegins(Note):
    """`seats` have the highest or the lowest sum."""

    seats: tuple[Seat, ...]
    highest: int
    lowest: int


@dataclass(frozen=True, slots=True)
class NoSumo(Note):
    """Fewer than two sums lie open."""


@dataclass(frozen=True, slots=True)
class LeadsChase(Note):
    seat: Seat


@dataclass(frozen=True, slots=True)
class LastInChase(Note):
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class NobodyChases(Note):
    pass


@dataclass(frozen=True, slots=True)
class Trapped(Note):
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class EscapesTrap(Note):
    seat: Seat


@dataclass(frozen=True, slots=True)
class GivesPresents(Note):
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class PlayTurnsRound(Note):
    pass


@dataclass(frozen=True, slots=True)
class Finishes(Note):
    """All cards are gone."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NobodyCanTurn(Note):
    """The match ends because no card can be turned any more."""


@dataclass(frozen=True, slots=True)
class Wins(Note):
    seat: Seat
    cards: int
    """How many are left; not 0 if the match ended before anybody was rid of all."""


@dataclass(frozen=True, slots=True)
class ShareVictory(Note):
    seats: tuple[Seat, ...]
    cards: int


def proof_of(total: int) -> str:
    """What the Correction card says: 4 = 1+3 = 2+2 = 3+1."""
    return " = ".join([str(total), *map(str, additions(total))])


def tell(before: View, event: Event[Action] | None, after: View) -> Sequence[Note]:  # noqa: ARG001
    """Who has decided shows in the views; all else is news."""
    pairs = enumerate(zip(before.decided, after.decided, strict=False))
    decides = tuple(Decides(Seat(seat)) for seat, (then, now) in pairs if now and not then)
    return (*decides, *after.news)
