"""What was decided at the mouse: the facts of a verdict, which the table shows until the next turn."""

from __future__ import annotations

from typing import TypeAlias

from purrlor.core import Seat
from purrlor.core.value import Value
from purrlor.core.word import Word


class GreedReason(Word):
    """Why a hit was greedy."""

    NOTHING_EQUAL = "nothing_equal"
    NOT_CONCERNED = "not_concerned"


class FightWon(Value, frozen=True):
    """The fastest gives their pile away."""

    seat: Seat
    losers: tuple[Seat, ...]
    cards: int
    sums: tuple[int, ...]
    """The sum that was equal; in a Sumo the highest and the lowest."""
    sumo: bool = False
    outside: bool = False
    """Won with an Action card as last card, thanks to the equal sums of others."""


class Greed(Value, frozen=True):
    seat: Seat
    cards: int
    reason: GreedReason


class Chased(Value, frozen=True):
    first: Seat
    last: Seat
    cards: int
    """How many the last one puts under their stack."""


class NotChased(Value, frozen=True):
    """Nobody hit."""


class Caught(Value, frozen=True):
    """In the Trap; the others gave `cards`."""

    seat: Seat
    cards: int


class Escaped(Value, frozen=True):
    """From the Trap."""

    seat: Seat


Ruling: TypeAlias = FightWon | Greed | Chased | NotChased | Caught | Escaped


def hand_of(ruling: Ruling) -> Seat | None:
    """Who must have hit for this ruling, as far as it depends on a hit."""
    match ruling:
        case FightWon(seat) | Greed(seat) | Escaped(seat) | Chased(seat):
            return seat
        case _:
            return None
