"""The verdict on hits: who was fastest, who was greedy, and where the cards go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from purrlor.core import Seat

from .contests import Contest, contests
from .notation import Part
from .rulings import FightWon, Greed, GreedReason
from .state import MouseHit, State
from .table import Table, given_away, in_line, in_play, swept, top_sum


def open_contests(state: State) -> tuple[Contest, ...]:
    return contests(state.table, sumo=state.sumo)


def has_right(state: State, seat: Seat) -> bool:
    return any(seat in contest.seats(state.table) for contest in open_contests(state))


def foremost(hits: Iterable[MouseHit]) -> tuple[Seat, ...]:
    """Of hits in the same moment, those on the head win."""
    hits = tuple(hits)
    heads = tuple(hit.seat for hit in hits if hit.part is Part.HEAD)
    return heads or tuple(hit.seat for hit in hits)


def first_of(seats: Sequence[Seat], order: Sequence[Seat]) -> Seat:
    """The first of several in the order that fate drew; a single one needs no order."""
    return min(seats, key=order.index) if len(seats) > 1 else seats[0]


def last_of(seats: Sequence[Seat], order: Sequence[Seat]) -> Seat:
    return max(seats, key=order.index) if len(seats) > 1 else seats[0]


def tied_in_contests(state: State) -> tuple[Seat, ...]:
    """Those whose order fate has to draw: equally good hits for the same contest."""
    fronts = [_front(state, contest) for contest in open_contests(state)]
    return tuple(sorted({seat for front in fronts if len(front) > 1 for seat in front}))


def _front(state: State, contest: Contest) -> tuple[Seat, ...]:
    concerned = contest.seats(state.table)
    return foremost(hit for hit in state.hits if hit.seat in concerned)


def judged(state: State, order: Sequence[Seat] = ()) -> State:
    """Right hits first, each contest by itself; then the greedy take what still lies open."""
    found = open_contests(state)
    concerned = frozenset(seat for contest in found for seat in contest.seats(state.table))
    greedy = [hit.seat for hit in state.hits if hit.seat not in concerned]
    winners: list[int] = []
    for contest in found:
        front = _front(state, contest)
        if front:
            winner = contest.place_of(state.table, first_of(front, order))
            state = _won(state, contest, winner)
            winners.append(winner)
    state = replace(state, fastest=_next_player(state, winners), hits=(), same_moment_until=None, tied=())
    return _swept(state, greedy, GreedReason.NOT_CONCERNED if found else GreedReason.NOTHING_EQUAL) if greedy else state


def _won(state: State, contest: Contest, winner: int) -> State:
    losers = [number for number in in_line(state.table, winner, state.direction) if number in contest.losers(winner)]
    slow = contest.seats(state.table) - {hit.seat for hit in state.hits}
    return replace(
        state,
        table=given_away(state.table, winner, losers),
        sumo=state.sumo and not contest.sumo,
        excused=tuple(sorted({*state.excused, *slow})),
        verdict=(*state.verdict, _fight_won(state.table, contest, winner, losers)),
    )


def _fight_won(table: Table, contest: Contest, winner: int, losers: list[int]) -> FightWon:
    seat, cards = table[winner].owner, len(table[winner].pile)
    seats = tuple(dict.fromkeys(table[number].owner for number in losers))
    if winner in contest.outsiders:
        return FightWon(seat, seats, cards, (top_sum(table[contest.equals[0]]) or 0,), outside=True)
    return FightWon(seat, seats, cards, contest.sums, sumo=contest.sumo)


def _next_player(state: State, winners: list[int]) -> int | None:
    """The fastest plays next; of several in the same moment, the first one in line."""
    if not winners:
        return state.fastest
    start = state.player + state.direction
    return next(number for number in in_line(state.table, start, state.direction) if number in winners)


def _swept(state: State, greedy: list[Seat], reason: GreedReason) -> State:
    takers = [lower_stack(state.table, seat) for seat in greedy]
    line = [number for number in in_line(state.table, state.player, state.direction) if number in takers]
    table = swept(state.table, line)
    greeds = tuple(
        Greed(table[number].owner, len(table[number].stack) - len(state.table[number].stack), reason) for number in line
    )
    return replace(state, table=table, verdict=(*state.verdict, *greeds))


def lower_stack(table: Table, seat: Seat) -> int:
    """Where a player puts what they take: under their stack, with two stacks under the lower one."""
    own = [number for number, place in enumerate(table) if place.owner == seat and in_play(place)]
    return min(own, key=lambda number: (table[number].face_down, number))
