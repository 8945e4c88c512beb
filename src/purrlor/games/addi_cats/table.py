"""The cards on the table: each place has a stack, face down, and a pile, face up. Cards only move from one to another.

With three or more players, each has one place; with two, one or both play for two and have two places. A
place whose cards are all gone is out of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

from msgspec.structs import replace

from purrlor.core import Millis, Seat
from purrlor.core.value import Value

from .cards import Card, sum_of


class ShownPlace(Protocol):
    """The public part of a place."""

    @property
    def owner(self) -> Seat: ...
    @property
    def face_down(self) -> int: ...
    @property
    def pile(self) -> tuple[Card, ...]: ...


class Place(Value, frozen=True):
    owner: Seat
    stack: tuple[Card, ...] = ()
    """The face-down cards, the top card first."""
    pile: tuple[Card, ...] = ()
    """The face-up cards in the order in which they were turned: the top card last."""
    shown_at: Millis = Millis(0)
    """The time at which the last card was turned here."""

    @property
    def face_down(self) -> int:
        return len(self.stack)

    def turned(self, at: Millis) -> Place:
        return replace(self, stack=self.stack[1:], pile=(*self.pile, self.stack[0]), shown_at=at)

    def with_under(self, cards: tuple[Card, ...]) -> Place:
        """Put these cards under the stack."""
        return replace(self, stack=self.stack + cards)

    def gathered(self, received: tuple[Card, ...] = ()) -> Place:
        """Put received cards and the pile under the stack; turned over, the first card turned lies uppermost."""
        return replace(self, stack=self.stack + received + self.pile, pile=())

    def without_pile(self) -> Place:
        return replace(self, pile=())

    def without_top(self) -> Place:
        return replace(self, stack=self.stack[1:])


Table: TypeAlias = tuple[Place, ...]
FIRST_WIN = 2
"""Points for the first win; each later one brings one less."""


def top_card(place: ShownPlace) -> Card | None:
    """Return the top card of a pile, the only one that counts."""
    return place.pile[-1] if place.pile else None


def top_sum(place: ShownPlace) -> int | None:
    return sum_of(place.pile[-1]) if place.pile else None


def in_play(place: ShownPlace) -> bool:
    return bool(place.face_down or place.pile)


def seats_in_play(places: Sequence[ShownPlace]) -> tuple[Seat, ...]:
    """Return the players who still have cards."""
    return tuple(sorted({place.owner for place in places if in_play(place)}))


def cards_lie_open(places: Sequence[ShownPlace]) -> bool:
    return any(place.pile for place in places)


def cards_left(places: Sequence[ShownPlace], seat: Seat) -> int:
    return sum(place.face_down + len(place.pile) for place in places if place.owner == seat)


def points(places: Sequence[ShownPlace], won: Sequence[Sequence[Seat]], seats: int) -> tuple[int, ...]:
    """Return the points: two for the first win, one for the second; without a win a point less for each card left."""
    wins: dict[Seat, int] = {}
    for place, together in enumerate(won):
        for seat in together:
            wins[seat] = wins.get(seat, 0) + max(FIRST_WIN - place, 0)
    return tuple(wins.get(Seat(seat), -cards_left(places, Seat(seat))) for seat in range(seats))


def in_line(places: Sequence[ShownPlace], start: int, direction: int) -> list[int]:
    """Return all places in the order of play from `start`."""
    return [(start + direction * step) % len(places) for step in range(len(places))]


def replaced(table: Table, changes: dict[int, Place]) -> Table:
    return tuple(changes.get(number, place) for number, place in enumerate(table))


def dealt(owners: Sequence[Seat], sizes: Sequence[int], cards: Sequence[Card]) -> Table:
    """Deal one card after the other, so that the first places get the spare cards; smaller stacks end sooner."""
    return tuple(
        Place(owner, tuple(cards[number :: len(owners)][:size]))
        for number, (owner, size) in enumerate(zip(owners, sizes, strict=True))
    )


def given_away(table: Table, giver: int, takers: Sequence[int]) -> Table:
    """Deal `giver`'s pile out among `takers`, who put their shares and their own piles under their stacks."""
    pile = table[giver].pile
    shares = {taker: table[taker].gathered(pile[turn :: len(takers)]) for turn, taker in enumerate(takers)}
    return replaced(table, shares | {giver: table[giver].without_pile()})


def swept(table: Table, takers: Sequence[int]) -> Table:
    """Deal all open cards out under the stacks of `takers`."""
    cards = tuple(card for place in table for card in place.pile)
    table = tuple(place.without_pile() for place in table)
    shares = {taker: table[taker].with_under(cards[turn :: len(takers)]) for turn, taker in enumerate(takers)}
    return replaced(table, shares)


def moved(table: Table, giver: int, taker: int) -> Table:
    """Move the top card of one stack under another; an empty stack gives nothing."""
    card = table[giver].stack[:1]
    return replaced(table, {giver: table[giver].without_top(), taker: table[taker].with_under(card)}) if card else table


def put_under(table: Table, numbers: Iterable[int]) -> Table:
    """Put the piles of these places under their own stacks."""
    return replaced(table, {number: table[number].gathered() for number in numbers})
