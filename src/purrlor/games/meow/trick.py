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


@lru_cache(1024)
def shown_voids(seats: int, tricks: tuple[Trick, ...], trick: tuple[Played, ...]) -> tuple[tuple[Colour, ...], ...]:
    """For each seat the colours that it has shown not to hold: it was led and the seat played another."""
    shown: list[set[Colour]] = [set() for _ in range(seats)]
    for plays in [*(trick.plays for trick in tricks), trick]:
        for seat, card in plays:
            if card.colour is not plays[0].card.colour:
                shown[seat].add(plays[0].card.colour)
    return tuple([tuple(sorted(colours, key=COLOURS.index)) for colours in shown])
