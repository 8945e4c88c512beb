"""The exact value of every position between turns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

from purrlor.compiled import IN_BROWSER, compiled, vector_instructions
from purrlor.compiled.arrays import np
from purrlor.games.yatzy.sheet import BONUS, BONUS_FROM

from .kernels import WIDTH, solve_sets
from .tables import (
    FULL,
    Floats,
    Integers,
    Options,
    box_rows,
    dice_graph,
    most_upper,
)

_PART = 64  # sets handed to a thread at once: small enough that two threads end a level together


def levels() -> list[Integers]:
    """The sets of filled boxes by their number, the fullest first; a level depends on the one before it alone."""
    sets: list[list[int]] = [[] for _ in range(13)]
    for filled in range(FULL):
        sets[filled.bit_count()].append(filled)
    return [np.array(level, np.int64) for level in reversed(sets)]


def solve(options: Options, threads: int | None = None) -> Floats:
    """Expected points still to come, bonus included, by [filled, upper]; NaN where the upper total is out of reach."""
    future = np.zeros((FULL + 1, WIDTH))
    future[FULL, BONUS_FROM:] = BONUS
    boxes, free = box_rows(options.mouser_is_fat_cat), options.scratch == "free"

    def run(sets: Integers) -> None:
        solve_sets(sets, future, dice_graph(), boxes, free)

    if IN_BROWSER:  # there are no threads
        for level in levels():
            run(level)
    else:
        with vector_instructions():
            run(np.empty(0, np.int64))
        with ThreadPoolExecutor(threads or cpu_count()) as pool:
            for level in levels():
                list(pool.map(run, (level[at : at + _PART] for at in range(0, len(level), _PART))))
    highest, reached = np.array([most_upper(filled) for filled in range(FULL + 1)]), np.zeros((FULL + 1, 64))
    write_reached(future, highest, reached)
    return reached


@compiled
def write_reached(future: Floats, highest: Integers, reached: Floats) -> None:
    """Copy what can be reached of the upper totals up to 63; NaN stands for the rest."""
    for filled in range(len(reached)):
        for upper in range(64):
            reached[filled, upper] = future[filled, upper] if upper <= highest[filled] else np.nan
