"""The compiled twin of the reading copy: one player's house and turn in one small array of integers.

A test replays random matches through both and demands equality step by step; where they differ, `play.py` is right.
The seats of a match share nothing but the dice and the end, so a match is one row of `WORDS` integers per seat.

Sets of spaces are bit boards (`layout.py`). An action is one integer: its kind in the lowest byte, what it says in
the second, then the squares it names, counted from 1, seven bits each. `codes.py` translates to notation and back.
`back` is left out: a search keeps copies instead.
"""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below

from .layout import TwinTable
from .legal import any_choice, legal, paper
from .moves import complete_room, play, write
from .points import points, written_points
from .position import (
    ADD_SPACES,
    ADDED,
    AT_ONCE,
    BOARD,
    CAT,
    CATS,
    CHOOSE_ROOM,
    CHOSEN,
    CIRCLES,
    CORNERS,
    DICE,
    DONE,
    DOUBLE,
    DOUBLED,
    EMPTY,
    EXPAND,
    FINISH,
    FIVE,
    FORFEIT,
    FOUR,
    GROUP,
    HOUSE,
    INTO_MARKED,
    LEFT,
    MARKED,
    MOST_CHOICES,
    MOUSE,
    OUTSIDE,
    PICK_ROOM,
    PLACE,
    RESULT,
    ROOMS,
    STARTING,
    STARTING_DICE,
    TAKE_CAT,
    TASKS,
    THREE,
    TWO,
    USE,
    WALLED,
    WORDS,
    WRITE,
    WRITE_SYMBOL,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    addable_spaces,
    begin,
    cats_unwritten,
    counted,
    exact_parts,
    filled,
    is_written,
    loose,
    named,
    number_at,
    open_spaces,
    over,
    results_left,
    square_of,
    start,
    touch,
)

__all__ = [
    "ADDED",
    "ADD_SPACES",
    "AT_ONCE",
    "BOARD",
    "CAT",
    "CATS",
    "CHOOSE_ROOM",
    "CHOSEN",
    "CIRCLES",
    "CORNERS",
    "DICE",
    "DONE",
    "DOUBLE",
    "DOUBLED",
    "EMPTY",
    "EXPAND",
    "FINISH",
    "FIVE",
    "FORFEIT",
    "FOUR",
    "GROUP",
    "HOUSE",
    "INTO_MARKED",
    "LEFT",
    "MARKED",
    "MOST_CHOICES",
    "MOUSE",
    "OUTSIDE",
    "PICK_ROOM",
    "PLACE",
    "RESULT",
    "ROOMS",
    "STARTING",
    "STARTING_DICE",
    "TAKE_CAT",
    "TASKS",
    "THREE",
    "TWO",
    "USE",
    "WALLED",
    "WORDS",
    "WRITE",
    "WRITE_SYMBOL",
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "G",
    "H",
    "I",
    "J",
    "K",
    "L",
    "addable_spaces",
    "any_choice",
    "begin",
    "cats_unwritten",
    "complete_room",
    "counted",
    "exact_parts",
    "filled",
    "is_written",
    "legal",
    "loose",
    "named",
    "number_at",
    "open_spaces",
    "over",
    "paper",
    "play",
    "play_matches",
    "play_round",
    "play_turn",
    "points",
    "results_left",
    "roll",
    "square_of",
    "start",
    "touch",
    "write",
    "written_points",
]


@compiled
def roll(dice: Ints, random: Source) -> None:
    for place in range(len(dice)):
        dice[place] = below(random, 6)


@compiled
def play_turn(table: TwinTable, state: Ints, found: Ints, random: Source) -> int:
    """Play a turn at random to its end; how many results of dice were written or crossed off."""
    results = 0
    while not state[DONE]:
        before = state[LEFT]
        code = any_choice(table, state, found, random)
        play(table, state, code)
        kind = code & 0xFF
        if kind in (PLACE, TAKE_CAT, USE + A, USE + I):
            results += before - state[LEFT]
    return results


@compiled
def play_round(table: TwinTable, houses: Ints, dice: Ints, found: Ints, random: Source) -> int:
    """The same dice for everybody; who is full waits. The number of written results."""
    results = 0
    for seat in range(len(houses)):
        if houses[seat, EMPTY]:
            begin(houses[seat], dice, len(dice) == STARTING_DICE)
            results += play_turn(table, houses[seat], found, random)
    return results


@compiled
def play_matches(table: TwinTable, scores: Ints, random: Source) -> int:
    """Play as many matches at random as `scores` has rows, one seat per column; the number of written results."""
    results, found = 0, paper()
    houses, dice = np.zeros((scores.shape[1], WORDS), np.int64), np.zeros(DICE, np.int64)
    for number in range(len(scores)):
        for seat in range(len(houses)):
            start(table, houses[seat])
        if table.level in (2, 3):
            roll(dice[:STARTING_DICE], random)
            results += play_round(table, houses, dice[:STARTING_DICE], found, random)
        while not over(table, houses):
            roll(dice, random)
            results += play_round(table, houses, dice, found, random)
        for seat in range(len(houses)):
            scores[number, seat] = points(table, houses[seat])
    return results
