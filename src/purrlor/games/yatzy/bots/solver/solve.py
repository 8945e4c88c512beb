"""Solve the game: the exact value of every position between turns."""

from __future__ import annotations

from purrlor.compiled import compiled, vector_instructions
from purrlor.compiled.arrays import np
from purrlor.games.yatzy.sheet import BONUS, BONUS_FROM

from .lanes import WIDTH, solve_sets
from .tables import (
    FULL,
    Floats,
    Integers,
    Options,
    box_rows,
    dice_graph,
    most_upper,
)


def fullest_first() -> list[int]:
    """All sets of filled boxes that leave one open; each depends on larger ones alone."""
    return sorted(range(FULL), key=lambda filled: -filled.bit_count())


def solve(options: Options) -> Floats:
    """Return the expected points still to come, bonus included, by [filled, upper]; NaN where no sheet has that total.

    Solving takes a fraction of a second, so nothing keeps the values: stored, they would be eighty times as large as
    the kernels that find them.
    """
    future = np.zeros((FULL + 1, WIDTH))
    future[FULL, BONUS_FROM:] = BONUS
    boxes, free = box_rows(options.mouser_is_fat_cat), options.scratch == "free"
    with vector_instructions():
        solve_sets(np.array(fullest_first(), np.int64), future, dice_graph(), boxes, free)
    highest, reached = np.array([most_upper(filled) for filled in range(FULL + 1)]), np.zeros((FULL + 1, 64))
    write_reached(future, highest, reached)
    return reached


@compiled
def write_reached(future: Floats, highest: Integers, reached: Floats) -> None:
    """Copy what can be reached of the upper totals up to 63; NaN stands for the rest."""
    for filled in range(len(reached)):
        for upper in range(64):
            reached[filled, upper] = future[filled, upper] if upper <= highest[filled] else np.nan
