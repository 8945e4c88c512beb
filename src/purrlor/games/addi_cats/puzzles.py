"""Puzzles of Addi Cat's: to hit the mouse or not, without a clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from purrlor.core import Act, Event, Fate, Millis, Note, Record, Seat
from purrlor.kit.puzzles import Mistake, PuzzlePosition, Puzzles, Source, Weighed

from .cards import Card
from .contests import Contest, contests
from .notation import DECISIONS, Action, Hit, Pass
from .rules import AddiCats
from .state import Phase, State
from .table import cards_left, seats_in_play, top_card, top_sum
from .verdicts import has_right, open_contests

LEAST_SUMS = 3


class SameSum(Note, frozen=True):
    """The viewer's card and that of another seat make the same sum."""

    seat: Seat
    own: Card
    card: Card
    total: int


class SumoFight(Note, frozen=True):
    """In a Sumo the highest and the lowest sum fight, and the viewer has one of them."""

    high: int
    low: int


class FromOutside(Note, frozen=True):
    """The viewer's last card is an Action card, and others show the same sum."""

    seats: tuple[Seat, ...]
    total: int


class OthersSum(Note, frozen=True):
    """Others show the same sum, and the viewer does not."""

    seats: tuple[Seat, ...]
    total: int


class NoSameSum(Note, frozen=True):
    """All sums are different."""

    sums: tuple[int, ...]


class GreedCosts(Note, frozen=True):
    """A hit without a right to it brings cards."""

    cards: int


def why(position: PuzzlePosition, other: Weighed, best: Weighed) -> Sequence[Note]:
    return tuple(_reasons(position, other, best))


def _reasons(position: PuzzlePosition, other: Weighed, best: Weighed) -> Iterator[Note]:
    places, seat = position.view.places, position.seat
    found = contests(places, sumo=position.view.sumo)
    own = [each for each in found if seat in each.seats(places)]
    if own:
        yield _right(position, own[0])
        return
    for contest in found:
        yield OthersSum(tuple(sorted(contest.seats(places))), contest.sums[0])
    if not found:
        sums = [total for place in places if (total := top_sum(place)) is not None]
        yield NoSameSum(tuple(sorted(sums)))
    yield GreedCosts(round(best.worth - other.worth))


def _right(position: PuzzlePosition, contest: Contest) -> Note:
    """Return why the viewer may hit."""
    places, seat = position.view.places, position.seat
    fighting = [number for number in contest.fighters if places[number].owner == seat]
    if not fighting:
        return FromOutside(tuple(sorted({places[number].owner for number in contest.equals})), contest.sums[0])
    total = top_sum(places[fighting[0]])
    same = [number for number in contest.fighters if number != fighting[0] and top_sum(places[number]) == total]
    if not same or total is None:
        return SumoFight(contest.sums[0], contest.sums[-1])
    mine, theirs = top_card(places[fighting[0]]), top_card(places[same[0]])
    assert mine is not None
    assert theirs is not None
    return SameSum(places[same[0]].owner, mine, theirs, total)


def mistakes(record: Record[Any, Any, Any]) -> Iterable[Mistake]:
    """Find the decisions in which a seat let a right pass, or hit without one."""
    rules = record.game
    assert isinstance(rules, AddiCats)
    match = record.match()
    for number in range(len(match)):
        state: State = match.state_after(number)
        if state.phase is Phase.DECIDE and state.decisions and set(state.decisions) == {None}:
            yield from _dear_now(rules, state, record.events, number)


def _dear_now(rules: AddiCats, state: State, log: Sequence[Event[Action]], number: int) -> Iterator[Mistake]:
    seats = seats_in_play(state.table)
    for event in log[number : number + len(seats)]:
        assert isinstance(event, Act)
        right = has_right(state, event.seat)
        if isinstance(event.action, Hit) != right:
            worth = {isinstance(each, Hit): cards_shed(rules, state, event.seat, each) for each in DECISIONS}
            loss = worth[right] - worth[not right]
            if loss > 0:
                kind = _kind(state, event.seat) if right else "greedy"
                yield Mistake(number, event.seat, str(event.action), kind, loss)


def _kind(state: State, seat: Seat) -> str:
    """Return the overlooked right: equal sums, a Sumo, or that of a player whose last card is an Action card."""
    own = [each for each in open_contests(state) if seat in each.seats(state.table)]
    if any(each.sumo for each in own):
        return "sumo"
    fights = any(state.table[number].owner == seat for each in own for number in each.fighters)
    return "missed" if fights else "outside"


def weigh(position: PuzzlePosition, _played: str) -> Sequence[Weighed]:
    state: State = position.match.state
    if not _tempting(state, position.seat):
        return ()
    found = [
        Weighed(str(action), round(cards_shed(position.game, state, position.seat, action), 2)) for action in DECISIONS
    ]
    return tuple(sorted(found, key=lambda each: -each.worth))


def _tempting(state: State, seat: Seat) -> bool:
    """Return whether it takes a second look: there are several sums, and a right to hit or one that is nearly equal."""
    own = [total for place in state.table if place.owner == seat and (total := top_sum(place)) is not None]
    others = [total for place in state.table if place.owner != seat and (total := top_sum(place)) is not None]
    near = any(abs(mine - other) <= 1 for mine in own for other in others)
    return len(own) + len(others) >= LEAST_SUMS and (near or bool(open_contests(state)))


def cards_shed(rules: AddiCats, state: State, seat: Seat, action: Action) -> float:
    """Return how many cards the player sheds by this decision, on average over the possible orders of hits.

    Other players hit only if they have a right to.
    """
    decided = state
    for other in seats_in_play(state.table):
        usual: Action = Hit() if has_right(state, other) else Pass()
        decided = rules.apply(decided, Act(other, action if other == seat else usual, Millis(0)))
    return cards_left(state.table, seat) - _cards_left(rules, decided, seat)


def _cards_left(rules: AddiCats, state: State, seat: Seat) -> float:
    """Return the cards left, on average over the orders of simultaneous hits."""
    if not state.tied:
        return cards_left(state.table, seat)
    chance = rules.awaiting(state).chance
    assert chance is not None
    return sum(
        float(share) * _cards_left(rules, rules.apply(state, Fate(values, Millis(0))), seat)
        for values, share in chance.support()
    )


PUZZLES = Puzzles(
    why=why,
    sources=(
        Source(("ten-year-old", "adult", "six-year-old", "fourteen-year-old"), {"timed": "false"}),
        Source(("six-year-old", "ten-year-old", "ten-year-old", "adult", "champion"), {"timed": "false"}),
        Source(("adult", "fourteen-year-old", "ten-year-old"), {"timed": "false"}),
    ),
    mistakes=mistakes,
    weigh=weigh,
    least=1.0,
    lead=1.0,
    latest=280,
    solvers=("six-year-old", "ten-year-old", "fourteen-year-old", "adult"),
)
