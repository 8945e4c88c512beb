"""What a house is worth, on the twin."""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, count

from .layout import TwinTable
from .position import CAT, CATS, EMPTY, MOUSE, ROOMS, WALLED, counted


@compiled
def points(table: TwinTable, state: Ints) -> int:
    """What the house would bring if the match ended now."""
    total = written_points(table, state)
    return total if table.level == 4 else total - count(state[EMPTY])


@compiled
def written_points(table: TwinTable, state: Ints) -> int:
    """The points without those that empty spaces cost."""
    total = state[ROOMS] + 3 * state[ROOMS + 1] + 5 * state[ROOMS + 2] + 7 * state[ROOMS + 3]
    if table.level in (1, 4):
        total += state[CATS] + cheese_points(table, state)
    if table.level in (2, 4):
        total += line_points(table, state)
    if table.level == 3:
        total += area_points(table, state)
    if table.level in (2, 3):
        total += box_points(table, state)
    return int(total)


@compiled
def cheese_points(table: TwinTable, state: Ints) -> int:
    total = 0
    for line in table.cheeses:
        total += 1 if state[MOUSE] & line else 0
    return total


@compiled
def line_points(table: TwinTable, state: Ints) -> int:
    total = 0
    for line in table.lines:
        if state[CAT] & line:
            total += counted(state, MOUSE, line)
    return total


@compiled
def area_points(table: TwinTable, state: Ints) -> int:
    total = 0
    for area in table.areas:
        cats = counted(state, CAT, area)
        total += (3 if cats >= 3 else min(cats, 1)) * counted(state, MOUSE, area)
    return total


@compiled
def box_points(table: TwinTable, state: Ints) -> int:
    boxes, total = table.boxes & state[WALLED], 0
    for number in range(4):
        total += (number + 2) * count(state[number] & boxes)
    return total
