"""Chase and Trap: everybody hits the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from purrlor.core import Seat

from .notation import Part
from .rulings import Caught, Chased, Escaped, NotChased, Ruling
from .state import Phase, State
from .table import in_line, in_play, moved, put_under, seats_in_play
from .verdicts import first_of, foremost, last_of


def missing(state: State) -> tuple[Seat, ...]:
    """Those who have not hit yet."""
    hit = {hit.seat for hit in state.hits}
    return tuple(seat for seat in seats_in_play(state.table) if seat not in hit)


def _front(state: State, margin: int) -> tuple[Seat, ...]:
    """Those in the same moment as the first hit; head beats body."""
    return foremost(hit for hit in state.hits if hit.at - state.hits[0].at < margin)


def _back(state: State, margin: int, fastest: Seat) -> tuple[Seat, ...]:
    """Those who did not hit; if all did, the others in the same moment as the last one, where body loses to head."""
    others = [hit for hit in state.hits if hit.seat != fastest]
    same = [hit for hit in others if others[-1].at - hit.at < margin]
    bodies = tuple(hit.seat for hit in same if hit.part is Part.BODY)
    return missing(state) or bodies or tuple(hit.seat for hit in same)


def tied_in_chase(state: State, margin: int) -> tuple[Seat, ...]:
    """Those who may be first, and those who may be last, where it is not clear."""
    if not state.hits:
        return ()
    front = _front(state, margin)
    groups = [front, *(_back(state, margin, fastest) for fastest in front)]
    return tuple(sorted({seat for group in groups if len(group) > 1 for seat in group}))


def tied_in_trap(state: State, margin: int) -> tuple[Seat, ...]:
    """Only whether the player of the Trap was first matters."""
    front = _front(state, margin) if state.hits else ()
    owner = state.table[state.called[0].place].owner
    return tuple(sorted(front)) if len(front) > 1 and owner in front else ()


def chased(state: State, margin: int, order: Sequence[Seat] = ()) -> State:
    """The last one puts their own pile under their stack; the fastest plays next."""
    if not state.hits:
        return _finished(state, NotChased())
    fastest = first_of(_front(state, margin), order)
    last = last_of(_back(state, margin, fastest), order)
    piles = [number for number, place in enumerate(state.table) if place.owner == last]
    cards = sum(len(state.table[number].pile) for number in piles)
    state = replace(state, table=put_under(state.table, piles), fastest=_place_in_line(state, fastest))
    return _finished(state, Chased(fastest, last, cards))


def _place_in_line(state: State, seat: Seat) -> int:
    line = in_line(state.table, state.player + state.direction, state.direction)
    return next(number for number in line if state.table[number].owner == seat and in_play(state.table[number]))


def trapped(state: State, margin: int, order: Sequence[Seat] = ()) -> State:
    """If the player of the Trap was not first, each of the others gives them the top card of their stack."""
    trap = state.called[0].place
    owner = state.table[trap].owner
    front = _front(state, margin) if state.hits else ()
    if owner in front and first_of(front, order) == owner:
        return _finished(state, Escaped(owner))
    table = state.table
    for number in in_line(table, trap, state.direction)[1:]:
        table = moved(table, number, trap)
    cards = len(table[trap].stack) - len(state.table[trap].stack)
    return _finished(replace(state, table=table), Caught(owner, cards))


def _finished(state: State, ruling: Ruling) -> State:
    """The mouse is free again; a seat that has not hit by now is late, not greedy."""
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
