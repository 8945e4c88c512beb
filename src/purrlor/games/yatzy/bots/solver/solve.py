"""Solve the game: the exact value of every position between turns.

The compiled part computes eight neighbouring upper totals at a time. All work for one set of filled boxes happens in
`cell`, one row of eight lanes for each of the 462 keeps; it fits the first-level cache. The lanes are written out,
because only then does the compiler use vector instructions.
"""

from __future__ import annotations

from purrlor.compiled import compiled, vector_instructions
from purrlor.compiled.arrays import np
from purrlor.games.yatzy.boxes import BONUS, BONUS_FROM

from .tables import (
    FULL,
    BoxRows,
    DiceGraph,
    Floats,
    Indices,
    Integers,
    Options,
    box_rows,
    dice_graph,
    most_upper,
)


def fullest_first() -> list[int]:
    """Return all sets of filled boxes that leave one open; each depends on larger ones alone."""
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
    """Copy the values of reachable upper totals up to 63; NaN stands for the rest."""
    for filled in range(len(reached)):
        for upper in range(64):
            reached[filled, upper] = future[filled, upper] if upper <= highest[filled] else np.nan


LANES = 8
WIDTH = 96
SIXTH = 1 / 6

FIXED = (25.0, 30.0, 40.0, 50.0)
SUMS, FIXED_ROW, ZERO, NOTHING, ROWS = 108, 116, 124, 125, 126


@compiled
def expect(cell: Floats, add_one: Indices) -> None:
    """Compute the values of keeps from those of rolls, one die at a time."""
    for keep in range(209, -1, -1):
        p, q, r = cell[add_one[keep, 0]], cell[add_one[keep, 1]], cell[add_one[keep, 2]]
        s, t, u = cell[add_one[keep, 3]], cell[add_one[keep, 4]], cell[add_one[keep, 5]]
        a = (p[0] + q[0] + r[0] + (s[0] + t[0] + u[0])) * SIXTH
        b = (p[1] + q[1] + r[1] + (s[1] + t[1] + u[1])) * SIXTH
        c = (p[2] + q[2] + r[2] + (s[2] + t[2] + u[2])) * SIXTH
        d = (p[3] + q[3] + r[3] + (s[3] + t[3] + u[3])) * SIXTH
        e = (p[4] + q[4] + r[4] + (s[4] + t[4] + u[4])) * SIXTH
        f = (p[5] + q[5] + r[5] + (s[5] + t[5] + u[5])) * SIXTH
        g = (p[6] + q[6] + r[6] + (s[6] + t[6] + u[6])) * SIXTH
        h = (p[7] + q[7] + r[7] + (s[7] + t[7] + u[7])) * SIXTH
        cell[keep, 0], cell[keep, 1], cell[keep, 2], cell[keep, 3] = a, b, c, d
        cell[keep, 4], cell[keep, 5], cell[keep, 6], cell[keep, 7] = e, f, g, h


@compiled
def maximise(cell: Floats, remove_one: Indices, removals: Indices) -> None:
    """Replace each keep by the best of itself and all that it contains; keeping a whole roll means stopping."""
    for keep in range(1, 462):
        a, b, c, d = cell[keep, 0], cell[keep, 1], cell[keep, 2], cell[keep, 3]
        e, f, g, h = cell[keep, 4], cell[keep, 5], cell[keep, 6], cell[keep, 7]
        for at in range(removals[keep]):
            less = cell[remove_one[keep, at]]
            a, b, c, d = max(a, less[0]), max(b, less[1]), max(c, less[2]), max(d, less[3])
            e, f, g, h = max(e, less[4]), max(f, less[5]), max(g, less[6]), max(h, less[7])
        cell[keep, 0], cell[keep, 1], cell[keep, 2], cell[keep, 3] = a, b, c, d
        cell[keep, 4], cell[keep, 5], cell[keep, 6], cell[keep, 7] = e, f, g, h


@compiled
def _fill_pairs(rows: Floats, future: Floats, filled: int, start: int) -> None:
    """Write the best of two upper boxes for every number of their dice; no dice or a filled box: no score."""
    rows[:108] = -np.inf
    for face in range(1, 7):
        if filled >> (face - 1) & 1:
            continue
        child = future[filled | 1 << (face - 1)]
        first = 36 * ((face - 1) // 2)
        step, other = (6, 1) if face % 2 else (1, 6)
        for dice in range(1, 6):
            points = face * dice
            for others in range(6 - dice):
                row = rows[first + step * dice + other * others]
                for lane in range(LANES):
                    row[lane] = max(row[lane], child[start + points + lane] + points)


@compiled
def _raise_row(row: Floats, child: Floats, points: float) -> None:
    for lane in range(LANES):
        row[lane] = max(row[lane], child[lane] + points)


@compiled
def _fill_lower(rows: Floats, future: Floats, filled: int, start: int, patterns: Integers) -> None:
    """Write for each pattern the best box with a fixed score, and the best one that scores the sum of the dice."""
    rows[108:] = -np.inf
    for at in range(len(patterns)):
        for box in range(6, 13):
            if patterns[at] & ~filled & 1 << box:
                child = future[filled | 1 << box, start:]
                sums = box < 8 or box == 12
                points = 0.0 if sums else FIXED[box - 8]
                _raise_row(rows[(SUMS if sums else FIXED_ROW) + at], child, points)


@compiled
def _fill_zero(row: Floats, future: Floats, filled: int, start: int) -> None:
    """Write the value of the best box to scratch."""
    row[:] = -np.inf
    for box in range(13):
        if not filled >> box & 1:
            _raise_row(row, future[filled | 1 << box, start:], 0.0)


@compiled
def best_boxes(cell: Floats, rows: Floats, boxes: BoxRows, filled: int, free: bool) -> None:
    """Write the value of the best legal box for each roll; a zero is legal if nothing scores, or always if free."""
    for roll in range(252):
        p, q, r = boxes.pairs[roll, 0], boxes.pairs[roll, 1], boxes.pairs[roll, 2]
        s, t = FIXED_ROW + boxes.pattern[roll], SUMS + boxes.pattern[roll]
        u = ZERO if free or not boxes.scoring[roll] & ~filled else NOTHING
        total = boxes.total[roll]
        a = max(rows[p, 0], rows[q, 0], rows[r, 0], rows[s, 0], rows[t, 0] + total, rows[u, 0])
        b = max(rows[p, 1], rows[q, 1], rows[r, 1], rows[s, 1], rows[t, 1] + total, rows[u, 1])
        c = max(rows[p, 2], rows[q, 2], rows[r, 2], rows[s, 2], rows[t, 2] + total, rows[u, 2])
        d = max(rows[p, 3], rows[q, 3], rows[r, 3], rows[s, 3], rows[t, 3] + total, rows[u, 3])
        e = max(rows[p, 4], rows[q, 4], rows[r, 4], rows[s, 4], rows[t, 4] + total, rows[u, 4])
        f = max(rows[p, 5], rows[q, 5], rows[r, 5], rows[s, 5], rows[t, 5] + total, rows[u, 5])
        g = max(rows[p, 6], rows[q, 6], rows[r, 6], rows[s, 6], rows[t, 6] + total, rows[u, 6])
        h = max(rows[p, 7], rows[q, 7], rows[r, 7], rows[s, 7], rows[t, 7] + total, rows[u, 7])
        cell[210 + roll, 0], cell[210 + roll, 1], cell[210 + roll, 2], cell[210 + roll, 3] = a, b, c, d
        cell[210 + roll, 4], cell[210 + roll, 5], cell[210 + roll, 6], cell[210 + roll, 7] = e, f, g, h


@compiled
def _blocks(filled: int) -> int:
    """Return the number of blocks of lanes for the upper totals that these boxes can reach."""
    most = 0
    for face in range(1, 7):
        if filled >> (face - 1) & 1:
            most += 5 * face
    return min(63, most) // LANES + 1


@compiled
def solve_sets(sets: Integers, future: Floats, graph: DiceGraph, boxes: BoxRows, free: bool) -> None:
    """Fill the rows of `future` for these sets of filled boxes; the rows of all larger sets are filled already."""
    cell = np.empty((462, LANES))
    rows = np.empty((ROWS, LANES))
    for filled in sets:
        for block in range(_blocks(filled)):
            start = LANES * block
            _fill_pairs(rows, future, filled, start)
            _fill_lower(rows, future, filled, start, boxes.patterns)
            _fill_zero(rows[ZERO], future, filled, start)
            best_boxes(cell, rows, boxes, filled, free)
            expect(cell, graph.add_one)
            for _ in range(2):
                maximise(cell, graph.remove_one, graph.removals)
                expect(cell, graph.add_one)
            for lane in range(LANES):
                future[filled, start + lane] = cell[0, lane]
        for beyond in range(64, WIDTH):
            future[filled, beyond] = future[filled, 63]
