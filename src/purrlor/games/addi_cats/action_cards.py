"""The Action cards that take effect by themselves: Sumo, U-turn and Gift."""

from __future__ import annotations

from msgspec.structs import replace

from purrlor.core import Note

from .contests import can_sumo
from .state import State
from .story import GivesPresents, NoSumo, PlayTurnsRound, SumoBegins
from .table import in_line, in_play, moved
from .verdicts import open_contests


def begin_sumo(state: State) -> State:
    """The highest sum against the lowest, until the next card is turned; with fewer than two sums, nothing."""
    if not can_sumo(state.table):
        return _done(state, NoSumo())
    state = replace(state, sumo=True)
    fight = open_contests(state)[0]
    seats = tuple(dict.fromkeys(state.table[number].owner for number in fight.fighters))
    return _done(state, SumoBegins(seats, fight.sums[0], fight.sums[-1]))


def turn_round(state: State) -> State:
    return _done(replace(state, direction=-state.direction), PlayTurnsRound())


def give_presents(state: State) -> State:
    """One card to each of the others, in turn order, while they last."""
    giver = state.called[0].place
    table = state.table
    others = [number for number in in_line(table, giver, state.direction)[1:] if in_play(table[number])]
    for number in others:
        table = moved(table, giver, number)
    given = len(state.table[giver].stack) - len(table[giver].stack)
    return _done(replace(state, table=table), GivesPresents(table[giver].owner, given))


def _done(state: State, note: Note) -> State:
    return replace(state, called=state.called[1:], news=(*state.news, note))
