"""The verdict on hits: who was fastest, who was greedy, who was last in a Chase, and where the cards go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from purrlor.core import Seat

from .contests import Contest, contests
from .notation import Part
from .state import Caught, Chased, Escaped, FightWon, Greed, GreedReason, MouseHit, NotChased, Phase, Ruling, State
from .table import Table, given_away, in_line, in_play, moved, put_under, seats_in_play, swept, top_sum


def open_contests(state: State) -> tuple[Contest, ...]:
    return contests(state.table, sumo=state.sumo)


def has_right(state: State, seat: Seat) -> bool:
    return any(seat in contest.seats(state.table) for contest in open_contests(state))


def foremost(hits: Iterable[MouseHit]) -> tuple[Seat, ...]:
    """Return the winners of hits in the same moment: those on the head, if any."""
    hits = tuple(hits)
    heads = tuple(hit.seat for hit in hits if hit.part is Part.HEAD)
    return heads or tuple(hit.seat for hit in hits)


def first_of(seats: Sequence[Seat], order: Sequence[Seat]) -> Seat:
    """Return the first seat in the drawn order; a single one needs no order."""
    return min(seats, key=order.index) if len(seats) > 1 else seats[0]


def last_of(seats: Sequence[Seat], order: Sequence[Seat]) -> Seat:
    return max(seats, key=order.index) if len(seats) > 1 else seats[0]


def tied_in_contests(state: State) -> tuple[Seat, ...]:
    """Return the seats whose order has to be drawn: equally good hits for the same contest."""
    fronts = [_front(state, contest) for contest in open_contests(state)]
    return tuple(sorted({seat for front in fronts if len(front) > 1 for seat in front}))


def _front(state: State, contest: Contest) -> tuple[Seat, ...]:
    concerned = contest.seats(state.table)
    return foremost(hit for hit in state.hits if hit.seat in concerned)


def judged(state: State, order: Sequence[Seat] = ()) -> State:
    """Judge right hits first, each contest by itself; then the greedy take what still lies open."""
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
    """Return the next player: the fastest; of several in the same moment, the first in line."""
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
    """Return where a player puts what they take: under their stack, with two stacks under the lower one."""
    own = [number for number, place in enumerate(table) if place.owner == seat and in_play(place)]
    return min(own, key=lambda number: (table[number].face_down, number))


def missing(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not hit yet."""
    hit = {hit.seat for hit in state.hits}
    return tuple(seat for seat in seats_in_play(state.table) if seat not in hit)


def _first_hits(state: State, margin: int) -> tuple[Seat, ...]:
    """Return the seats that hit in the same moment as the first; head beats body."""
    return foremost(hit for hit in state.hits if hit.at - state.hits[0].at < margin)


def _last_hits(state: State, margin: int, fastest: Seat) -> tuple[Seat, ...]:
    """Return the seats that did not hit; if all did, those in the last moment, where body loses to head."""
    others = [hit for hit in state.hits if hit.seat != fastest]
    same = [hit for hit in others if others[-1].at - hit.at < margin]
    bodies = tuple(hit.seat for hit in same if hit.part is Part.BODY)
    return missing(state) or bodies or tuple(hit.seat for hit in same)


def tied_in_chase(state: State, margin: int) -> tuple[Seat, ...]:
    """Return the seats that may be first, and those that may be last, where it is not clear."""
    if not state.hits:
        return ()
    front = _first_hits(state, margin)
    groups = [front, *(_last_hits(state, margin, fastest) for fastest in front)]
    return tuple(sorted({seat for group in groups if len(group) > 1 for seat in group}))


def tied_in_trap(state: State, margin: int) -> tuple[Seat, ...]:
    """Return the seats tied for first, if the player of the Trap is among them."""
    front = _first_hits(state, margin) if state.hits else ()
    owner = state.table[state.called[0].place].owner
    return tuple(sorted(front)) if len(front) > 1 and owner in front else ()


def chased(state: State, margin: int, order: Sequence[Seat] = ()) -> State:
    """Judge a Chase: the last one puts their own pile under their stack; the fastest plays next."""
    if not state.hits:
        return _finished(state, NotChased())
    fastest = first_of(_first_hits(state, margin), order)
    last = last_of(_last_hits(state, margin, fastest), order)
    piles = [number for number, place in enumerate(state.table) if place.owner == last]
    cards = sum(len(state.table[number].pile) for number in piles)
    state = replace(state, table=put_under(state.table, piles), fastest=_place_in_line(state, fastest))
    return _finished(state, Chased(fastest, last, cards))


def _place_in_line(state: State, seat: Seat) -> int:
    line = in_line(state.table, state.player + state.direction, state.direction)
    return next(number for number in line if state.table[number].owner == seat and in_play(state.table[number]))


def trapped(state: State, margin: int, order: Sequence[Seat] = ()) -> State:
    """Judge a Trap: unless its player was first, each of the others gives them the top card of their stack."""
    trap = state.called[0].place
    owner = state.table[trap].owner
    front = _first_hits(state, margin) if state.hits else ()
    if owner in front and first_of(front, order) == owner:
        return _finished(state, Escaped(owner))
    table = state.table
    for number in in_line(table, trap, state.direction)[1:]:
        table = moved(table, number, trap)
    cards = len(table[trap].stack) - len(state.table[trap].stack)
    return _finished(replace(state, table=table), Caught(owner, cards))


def _finished(state: State, ruling: Ruling) -> State:
    """Free the mouse; a seat that has not hit by now is late, not greedy."""
    return replace(
        state,
        phase=Phase.LOOK,
        excused=missing(state),
        hits=(),
        same_moment_until=None,
        tied=(),
        called=state.called[1:],
        mouse_free_since=state.now,
        verdict=(*state.verdict, ruling),
    )
