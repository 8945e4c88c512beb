"""Cards on the table: who played what, and what it showed."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from purrlor.core import Seat
from purrlor.core.value import Value

from .cards import COLOURS, HIGHEST, LOWEST, Card, Colour
from .tokens import Token


class Played(NamedTuple):
    seat: Seat
    card: Card


class Trick(Value, frozen=True, cache_hash=True):
    """A finished trick: its cards in the order of play, who won it, and the token it brought."""

    plays: tuple[Played, ...]
    winner: Seat
    token: Token

    @property
    def winning_card(self) -> Card:
        return next(card for seat, card in self.plays if seat == self.winner)

    @property
    def one_beat_eighteen(self) -> bool:
        best = self.winning_card
        return best.rank == LOWEST and any(card == Card(best.colour, HIGHEST) for _, card in self.plays)


@lru_cache(4096)
def shown_voids(seats: int, tricks: tuple[Trick, ...], trick: tuple[Played, ...]) -> tuple[tuple[Colour, ...], ...]:
    """For each seat the colours that it has shown not to hold: it was led and the seat played another."""
    if not trick:
        return shown_voids(seats, tricks[:-1], tricks[-1].plays) if tricks else ((),) * seats
    before = shown_voids(seats, tricks, trick[:-1])
    led, (seat, card) = trick[0].card.colour, trick[-1]
    if card.colour is led or led in before[seat]:
        return before
    colours = tuple(sorted((*before[seat], led), key=COLOURS.index))
    return (*before[:seat], colours, *before[seat + 1 :])
