"""The view of a seat, the tricks, and the voids that they showed."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from purrlor.core import Seat
from purrlor.core.value import Value

from .cards import COLOURS, HIGHEST, LOWEST, Card, Colour
from .tokens import Pile, Token, Vases, totals


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
    """Return for each seat the colours that it has shown not to hold: it was led and the seat played another."""
    if not trick:
        return shown_voids(seats, tricks[:-1], tricks[-1].plays) if tricks else ((),) * seats
    before = shown_voids(seats, tricks, trick[:-1])
    led, (seat, card) = trick[0].card.colour, trick[-1]
    if card.colour is led or led in before[seat]:
        return before
    colours = tuple(sorted((*before[seat], led), key=COLOURS.index))
    return (*before[:seat], colours, *before[seat + 1 :])


class View(Value, frozen=True):
    """Your hand, and everything that lies open: tokens, piles, cards played. A spectator has no hand."""

    viewer: Seat | None
    hand: tuple[Card, ...]
    cards_left: tuple[int, ...]
    """The number of cards in each hand."""
    turn: Seat | None
    """The seat whose card is expected; None while cards are dealt, and at the end."""
    leader: Seat | None
    """The seat that leads the trick on the table."""
    holder: Seat | None
    """The seat with the First Player Token; None before it is drawn."""
    round: int
    row: tuple[Token, ...]
    """The tokens still to be won in this round: the next one first."""
    box: tuple[Token, ...]
    """The tokens of later rounds, in no order."""
    trick: tuple[Played, ...]
    tricks: tuple[Trick, ...]
    """The finished tricks of this round."""
    piles: tuple[Pile, ...]
    deck: tuple[Card, ...]
    """The cards in play."""
    expert: bool
    vases: Vases

    @property
    def over(self) -> bool:
        return not (self.row or self.box)

    @property
    def led(self) -> Colour | None:
        return self.trick[0].card.colour if self.trick else None

    @property
    def voids(self) -> tuple[tuple[Colour, ...], ...]:
        """Return the colours that each seat has shown not to hold."""
        return shown_voids(len(self.cards_left), self.tricks, self.trick)

    @property
    def scores(self) -> tuple[int, ...]:
        return totals(self.piles)

    @property
    def played(self) -> tuple[Played, ...]:
        """Return all cards of this round with their seats, in the order of play."""
        return tuple(play for plays in (*(trick.plays for trick in self.tricks), self.trick) for play in plays)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """Return the cards that the viewer has not seen in this round: in other hands, or left over."""
        seen = {*self.hand, *(card for _, card in self.played)}
        return tuple(card for card in self.deck if card not in seen)
