"""What happened, as typed notes. All that counts happens in the open, so the rules say it and every view carries it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from purrlor.core import Event, Millis, Note, Seat
from purrlor.core.word import Word

from .cards import MOST, Card, additions
from .notation import Action, Part

if TYPE_CHECKING:
    from .state import View


class Reason(Word):
    """Why a hit was greedy."""

    NOTHING_EQUAL = "nothing_equal"
    NOT_CONCERNED = "not_concerned"


class Starts(Note, frozen=True):
    seat: Seat


class Dealt(Note, frozen=True):
    cards: int


class Turns(Note, frozen=True):
    seat: Seat
    card: Card


class TurnsAtLast(Note, frozen=True):
    """The player slept; the card was turned for them."""

    seat: Seat
    card: Card


class Hits(Note, frozen=True):
    """`after`: since the last card was turned."""

    seat: Seat
    part: Part
    after: Millis


class Late(Note, frozen=True):
    """Too slow, but not greedy."""

    seat: Seat


class Decides(Note, frozen=True):
    """Where no clock runs; nobody hears which way."""

    seat: Seat


class SameMoment(Note, frozen=True):
    """Fate decides who was first."""

    seats: tuple[Seat, ...]


class WinsEquality(Note, frozen=True):
    """`seats` take the cards; `proof` lists all additions of the sum."""

    seat: Seat
    seats: tuple[Seat, ...]
    cards: int
    total: int
    proof: str


class WinsFromOutside(Note, frozen=True):
    """With an Action card as last card, thanks to the equal sums of others."""

    seat: Seat
    seats: tuple[Seat, ...]
    cards: int
    total: int
    proof: str


class WinsSumo(Note, frozen=True):
    seat: Seat
    seats: tuple[Seat, ...]
    cards: int
    highest: int
    lowest: int


class Greedy(Note, frozen=True):
    seat: Seat
    cards: int
    reason: Reason


class SumoBegins(Note, frozen=True):
    """`seats` have the highest or the lowest sum."""

    seats: tuple[Seat, ...]
    highest: int
    lowest: int


class NoSumo(Note, frozen=True):
    """Fewer than two sums lie open."""


class LeadsChase(Note, frozen=True):
    seat: Seat


class LastInChase(Note, frozen=True):
    seat: Seat
    cards: int


class NobodyChases(Note, frozen=True):
    pass


class Trapped(Note, frozen=True):
    seat: Seat
    cards: int


class EscapesTrap(Note, frozen=True):
    seat: Seat


class GivesPresents(Note, frozen=True):
    seat: Seat
    cards: int


class PlayTurnsRound(Note, frozen=True):
    pass


class Finishes(Note, frozen=True):
    """All cards are gone."""

    seat: Seat


class EmptiesStack(Note, frozen=True):
    """Two players: one of the own stacks is gone, the other one is not."""

    seat: Seat


class NobodyCanTurn(Note, frozen=True):
    """The match ends because no card can be turned any more."""


class MostCardsTurned(Note, frozen=True):
    """The match ends because the option `most_cards` allows no further card."""

    cards: int


class Wins(Note, frozen=True):
    seat: Seat
    cards: int
    """How many are left; not 0 if the match ended before anybody was rid of all."""


class ShareVictory(Note, frozen=True):
    seats: tuple[Seat, ...]
    cards: int


class WinsByStack(Note, frozen=True):
    """Two players: an empty stack wins, though the other one still has cards."""

    seat: Seat


class ShareVictoryByStack(Note, frozen=True):
    """Two players: both empty a stack in the same moment."""

    seats: tuple[Seat, ...]


def proof_of(total: int, numbers_up_to: int = MOST) -> str:
    """What the Correction card says: 4 = 1+3 = 2+2 = 3+1."""
    return " = ".join([str(total), *map(str, additions(total, numbers_up_to))])


def tell(before: View, event: Event[Action] | None, after: View) -> Sequence[Note]:  # noqa: ARG001
    """Who has decided shows in the views; all else is news."""
    pairs = enumerate(zip(before.decided, after.decided, strict=False))
    decides = tuple(Decides(Seat(seat)) for seat, (then, now) in pairs if now and not then)
    return (*decides, *after.news)
