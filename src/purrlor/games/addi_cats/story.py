"""The story: typed notes of what happened. One event may have several steps, each with a note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Protocol

from purrlor.core import Act, Event, Fate, Millis, Note, Seat, Timeout, winners

from . import flow, visible_steps
from .cards import MOST, ActionCard, Card, additions
from .contests import can_sumo, contests
from .notation import Action, Part
from .state import EVERYBODY_HITS, Caught, Chased, Escaped, FightWon, Greed, GreedReason, NotChased, Phase, Ruling, View
from .table import cards_left, in_line, points, top_sum


class StoryOptions(flow.FlowOptions, Protocol):
    """The options that the story depends on."""

    @property
    def numbers_up_to(self) -> int: ...


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
    """A player hits; `after` is the time since the last card was turned."""

    seat: Seat
    part: Part
    after: Millis


class Late(Note, frozen=True):
    """Too slow, but not greedy."""

    seat: Seat


class Decides(Note, frozen=True):
    """A player has decided, without a clock; the decision is not shown."""

    seat: Seat


class SameMoment(Note, frozen=True):
    """The first of several simultaneous hits is drawn."""

    seats: tuple[Seat, ...]


class WinsEquality(Note, frozen=True):
    """`seats` take the cards; `proof` lists all additions of the sum."""

    seat: Seat
    seats: tuple[Seat, ...]
    cards: int
    total: int
    proof: str


class WinsFromOutside(Note, frozen=True):
    """A player wins with an Action card as last card, thanks to the equal sums of others."""

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
    reason: GreedReason


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
    """Two players: one stack of a player is gone, the other one is not."""

    seat: Seat


class NobodyCanTurn(Note, frozen=True):
    """The match ends because no card can be turned any more."""


class MostCardsTurned(Note, frozen=True):
    """The match ends because the option `most_cards` allows no further card."""

    cards: int


class Wins(Note, frozen=True):
    seat: Seat
    cards: int
    """The number of cards left; more than 0 if the match ended first."""


class ShareVictory(Note, frozen=True):
    seats: tuple[Seat, ...]
    cards: int


class WinsByStack(Note, frozen=True):
    """Two players: an empty stack wins, though the other one still has cards."""

    seat: Seat


class ShareVictoryByStack(Note, frozen=True):
    """Two players: both empty a stack in the same moment."""

    seats: tuple[Seat, ...]


@cache
def proof_of(total: int, numbers_up_to: int = MOST) -> str:
    """Return what the Correction card says: 4 = 1+3 = 2+2 = 3+1."""
    return " = ".join([str(total), *map(str, additions(total, numbers_up_to))])


def tell(options: StoryOptions, before: View, event: Event[Action] | None, after: View) -> Sequence[Note]:
    return tuple(_notes(options, before, event, after))


def _notes(options: StoryOptions, before: View, event: Event[Action] | None, after: View) -> Iterator[Note]:
    if before.phase is Phase.FIRST and isinstance(event, Fate):
        yield Starts(Seat(event.values[0] - 1))
        return
    if before.phase is Phase.DEAL:
        yield Dealt(sum(place.face_down for place in after.places))
        return
    for seat, (then, now) in enumerate(zip(before.decided, after.decided, strict=False)):
        if now and not then:
            yield Decides(Seat(seat))
    asleep = isinstance(event, Timeout) and before.phase is Phase.TURN
    scene = before
    for step in (after,) if _is_one_step(before, event, after) else visible_steps.steps(options, before, event, after):
        yield from _step(options, scene, step, asleep=asleep)
        scene = step


def _is_one_step(before: View, event: Event[Action] | None, after: View) -> bool:
    """Return whether the views show everything: a hit, a verdict or a card, and nothing that followed from it."""
    if after.phase is Phase.OVER or after.won != before.won:
        return False
    turned = after.cards_turned - before.cards_turned
    if turned:
        return turned == 1 and not before.called and _waits(before, after)
    ruled = len(after.verdict) > len(before.verdict)
    if isinstance(event, Act) and not before.decided and (ruled or after.tied):
        return False  # the last hit that was missing, and the verdict
    done = 1 if ruled and before.phase in EVERYBODY_HITS else 0
    return after.called == before.called[done:]


def _waits(before: View, after: View) -> bool:
    """Return whether the turned card takes no effect yet."""
    return before.up is not None and (bool(after.called) or top_sum(after.places[before.up]) is not None)


def _step(options: StoryOptions, before: View, after: View, *, asleep: bool) -> Iterator[Note]:
    """Describe one step; a turned card or a verdict brings other changes with it."""
    if after.phase is Phase.OVER:
        yield from _ending(options, after)
    elif after.won != before.won:
        yield from (EmptiesStack(seat) if cards_left(after.places, seat) else Finishes(seat) for seat in after.won[-1])
    elif after.cards_turned > before.cards_turned:
        yield from _turned(before, after, TurnsAtLast if asleep else Turns)
    elif len(after.verdict) > len(before.verdict):
        for ruling in after.verdict[len(before.verdict) :]:
            yield from ruling_notes(ruling, options.numbers_up_to)
    elif after.tied != before.tied:
        yield SameMoment(after.tied)
    elif len(after.hits) > len(before.hits):
        hit = after.hits[-1]
        yield Hits(hit.seat, hit.part, Millis(hit.at - max(place.shown_at for place in after.places)))
    elif len(after.called) < len(before.called):
        yield from _carried_out(before, after)
    else:
        yield from (Late(seat) for seat in before.excused if seat not in after.excused)


def _turned(before: View, after: View, kind: type[Turns] | type[TurnsAtLast]) -> Iterator[Note]:
    """Describe turned cards, from the place of the Clock on if it was one."""
    start = before.called[0].place if before.called else 0
    for number in in_line(after.places, start, before.direction):
        place = after.places[number]
        if len(place.pile) > len(before.places[number].pile):
            yield kind(place.owner, place.pile[-1])


def ruling_notes(ruling: Ruling, numbers_up_to: int) -> Iterator[Note]:
    match ruling:
        case FightWon(seat, losers, cards, sums, outside=True):
            yield WinsFromOutside(seat, losers, cards, sums[0], proof_of(sums[0], numbers_up_to))
        case FightWon(seat, losers, cards, sums, sumo=True):
            yield WinsSumo(seat, losers, cards, sums[0], sums[-1])
        case FightWon(seat, losers, cards, sums):
            yield WinsEquality(seat, losers, cards, sums[0], proof_of(sums[0], numbers_up_to))
        case Greed(seat, cards, reason):
            yield Greedy(seat, cards, reason)
        case Chased(first, last, cards):
            yield LeadsChase(first)
            yield LastInChase(last, cards)
        case NotChased():
            yield NobodyChases()
        case Caught(seat, cards):
            yield Trapped(seat, cards)
        case Escaped(seat):
            yield EscapesTrap(seat)


def _carried_out(before: View, after: View) -> Iterator[Note]:
    """Describe the Action cards that take effect by themselves."""
    place, card = before.called[0].place, before.called[0].card
    if card is ActionCard.SUMO and can_sumo(after.places):
        fight = contests(after.places, sumo=True)[0]
        seats = tuple(dict.fromkeys(after.places[number].owner for number in fight.fighters))
        yield SumoBegins(seats, fight.sums[0], fight.sums[-1])
    elif card is ActionCard.SUMO:
        yield NoSumo()
    elif card is ActionCard.U_TURN:
        yield PlayTurnsRound()
    elif card is ActionCard.GIFT:
        yield GivesPresents(after.places[place].owner, before.places[place].face_down - after.places[place].face_down)


def _ending(options: StoryOptions, view: View) -> Iterator[Note]:
    """Describe the winners, and why the match ended if not by the last win."""
    if sum(len(seats) for seats in view.won) < options.wins_to_end:
        turnable = any(place.face_down for place in view.places)
        yield MostCardsTurned(options.most_cards) if turnable else NobodyCanTurn()
    yield victory(view, options.seats)


def victory(view: View, seats: int) -> Note:
    """Return the winners; with two players a winner may still have cards in the other stack."""
    best = winners(points(view.places, view.won, seats))
    cards = cards_left(view.places, best[0])
    if view.won and any(cards_left(view.places, seat) for seat in best):
        return WinsByStack(best[0]) if len(best) == 1 else ShareVictoryByStack(best)
    return Wins(best[0], cards) if len(best) == 1 else ShareVictory(best, cards)
