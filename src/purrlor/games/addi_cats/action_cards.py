"""The Action cards that take effect by themselves: Sumo, U-turn and Gift."""

from __future__ import annotations

from msgspec.structs import replace

from .contests import can_sumo
from .state import State
from .table import in_line, in_play, moved


def begin_sumo(state: State) -> State:
    """The highest sum against the lowest, until the next card is turned; with fewer than two sums, nothing."""
    return replace(state, called=state.called[1:], sumo=state.sumo or can_sumo(state.table))


def turn_round(state: State) -> State:
    return replace(state, called=state.called[1:], direction=-state.direction)


def give_presents(state: State) -> State:
    """One card to each of the others, in turn order, while they last."""
    giver = state.called[0].place
    table = state.table
    others = [number for number in in_line(table, giver, state.direction)[1:] if in_play(table[number])]
    for number in others:
        table = moved(table, giver, number)
    return replace(state, called=state.called[1:], table=table)
