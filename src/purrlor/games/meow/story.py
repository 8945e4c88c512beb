"""The story: typed notes of what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.core import Act, Event, Fate, Note, Seat, winners

from .cards import Card, Colour
from .notation import Action, Play
from .tokens import FISH, VASE, Token, is_bowl, worth
from .view import Trick, View


class Starts(Note, frozen=True):
    seat: Seat


class LaysRow(Note, frozen=True):
    """A round begins with its nine tokens."""

    round: int
    row: tuple[Token, ...]


class DealsCards(Note, frozen=True):
    """The cards are dealt, seen by a spectator."""


class DealsHand(Note, frozen=True):
    """The cards are dealt; `hand` is the viewer's own."""

    hand: tuple[Card, ...]


class Leads(Note, frozen=True):
    seat: Seat
    colour: Colour
    rank: int


class Follows(Note, frozen=True):
    seat: Seat
    colour: Colour
    rank: int


class CannotFollow(Note, frozen=True):
    """Another colour was played: the seat has none of the one that was led."""

    seat: Seat
    led: Colour
    colour: Colour
    rank: int


class OneBeatsEighteen(Note, frozen=True):
    colour: Colour


class WinsTrick(Note, frozen=True):
    seat: Seat
    colour: Colour
    rank: int


class TakesBowl(Note, frozen=True):
    seat: Seat
    worth: int


class TakesFishbone(Note, frozen=True):
    seat: Seat
    worth: int


class TakesFish(Note, frozen=True):
    seat: Seat


class TakesVase(Note, frozen=True):
    """A broken vase that costs nothing yet, or nothing more."""

    seat: Seat


class PaysForVases(Note, frozen=True):
    """A broken vase that makes the vases cost more; `cost` is what they cost now in all."""

    seat: Seat
    cost: int


class GetsFirstPlayerToken(Note, frozen=True):
    seat: Seat


class DiscardsFishbones(Note, frozen=True):
    """The fish removed fishbones at the end."""

    seat: Seat
    fishbones: tuple[int, ...]


class Wins(Note, frozen=True):
    seat: Seat
    total: int


class ShareVictory(Note, frozen=True):
    seats: tuple[Seat, ...]
    total: int


def tell(before: View, event: Event[Action] | None, after: View) -> Sequence[Note]:
    return tuple(_notes(before, event, after))


def _notes(before: View, event: Event[Action] | None, after: View) -> Iterator[Note]:
    match event:
        case Act(seat, Play(card)):
            yield _played(before, seat, card)
            if not after.trick:
                yield from _finished(before, after)
        case Fate() if before.holder is None and after.holder is not None:
            yield Starts(after.holder)
        case Fate():
            yield LaysRow(after.round, after.row)
        case None:
            yield DealsHand(after.hand) if after.hand else DealsCards()
        case _:
            return


def _played(before: View, seat: Seat, card: Card) -> Note:
    if before.led is None:
        return Leads(seat, card.colour, card.rank)
    if card.colour is before.led:
        return Follows(seat, card.colour, card.rank)
    return CannotFollow(seat, before.led, card.colour, card.rank)


def _finished(before: View, after: View) -> Iterator[Note]:
    """Return the notes of a complete trick, which may end a round or the match."""
    trick = after.tricks[-1]
    if trick.one_beat_eighteen:
        yield OneBeatsEighteen(trick.winning_card.colour)
    yield WinsTrick(trick.winner, trick.winning_card.colour, trick.winning_card.rank)
    yield _taken(trick, before, after)
    if after.holder is not None and after.holder != before.holder:
        yield GetsFirstPlayerToken(after.holder)
    if after.over:
        yield from _ending(after)


def _taken(trick: Trick, before: View, after: View) -> Note:
    seat, cost = trick.winner, after.piles[trick.winner].vases_cost
    if trick.token == FISH:
        return TakesFish(seat)
    if trick.token == VASE:
        return PaysForVases(seat, cost) if cost > before.piles[seat].vases_cost else TakesVase(seat)
    return TakesBowl(seat, worth(trick.token)) if is_bowl(trick.token) else TakesFishbone(seat, -worth(trick.token))


def _ending(after: View) -> Iterator[Note]:
    for seat, pile in enumerate(after.piles):
        if pile.discarded:
            yield DiscardsFishbones(Seat(seat), pile.discarded)
    best, total = winners(after.scores), max(after.scores)
    yield Wins(best[0], total) if len(best) == 1 else ShareVictory(best, total)
