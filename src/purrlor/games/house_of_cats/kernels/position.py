"""Start and read the row of a house and its turn: where results may go, which rooms are complete, what it scores."""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, count

# isort: off
from .layout import (
    ADDED, CAT, CATS, CHOSEN, CIRCLES, CORNERS, DOUBLED, EMPTY, FIVE, FOUR, GROUP, HOUSE, LEFT, MOUSE, OUTSIDE, RESULT,
    ROOMS, STARTING, THREE, TWO, WALLED, C, F, H, RuleTable, around, beside, flood,
)  # fmt: skip
# isort: on

_DEEPEST = 128
"""More unfinished parts than the search for rooms ever keeps."""


@compiled
def start(table: RuleTable, state: Ints) -> None:
    """Set up a blank sheet."""
    state[:] = 0
    state[EMPTY] = table.start
    state[OUTSIDE] = table.spaces & ~table.start


@compiled
def roll(dice: Ints, random: Source) -> None:
    for place in range(len(dice)):
        dice[place] = below(random, 6)


@compiled
def begin(state: Ints, dice: Ints, starting: bool) -> None:
    """Begin a turn, in which three of the results are to be written. Dice are symbols."""
    state[HOUSE:] = 0
    for symbol in dice:
        state[RESULT + symbol] += 1
    state[LEFT] = CHOSEN
    state[STARTING] = starting


@compiled
def results_left(state: Ints) -> int:
    total = 0
    for symbol in range(6):
        total += state[RESULT + symbol]
    return total


@compiled
def cats_unwritten(table: RuleTable, state: Ints) -> int:
    """Count the cats among the results that are crossed off the cat bar instead of written."""
    return int(state[RESULT + CAT]) if table.level == 1 else 0


@compiled
def is_written(table: RuleTable, symbol: int) -> bool:
    return symbol != CAT or table.level != 1


@compiled
def has_circle(table: RuleTable, state: Ints, ability: int) -> bool:
    return bool(table.tied[ability] >= 0 and state[CIRCLES + table.tied[ability]] > 0)


@compiled
def can_change(table: RuleTable, state: Ints, symbol: int) -> bool:
    """Return whether C, F or H has a circle for a symbol that D or L is about to draw."""
    if not table.drawn or state[STARTING] or symbol == CAT:
        return False
    if symbol == MOUSE:
        return has_circle(table, state, C)
    return has_circle(table, state, H) or (symbol in (TWO, FIVE) and has_circle(table, state, F))


@compiled
def touch(table: RuleTable, state: Ints, bits: int) -> int:
    """Return what touches these spaces this turn."""
    return around(table, bits) if state[CORNERS] else beside(table, bits)


@compiled
def open_spaces(table: RuleTable, state: Ints) -> int:
    """Return where the next result may go."""
    if state[STARTING]:
        return int(state[EMPTY] & table.stars)
    if not state[GROUP]:
        return int(state[EMPTY])
    return int(state[EMPTY] & touch(table, state, state[GROUP]))


@compiled
def loose(state: Ints) -> int:
    """Return the numbers outside rooms."""
    return int((state[TWO] | state[THREE] | state[FOUR] | state[FIVE]) & ~state[WALLED])


@compiled
def number_at(state: Ints, bit: int) -> int:
    for number in range(4):
        if state[number] & bit:
            return number
    return -1


@compiled
def addable_spaces(table: RuleTable, state: Ints, left: int) -> int:
    """Return where the playing area may grow; the first space only where most of the spaces fit."""
    outside = state[OUTSIDE]
    if not left:
        return 0
    if state[ADDED]:
        return int(outside & beside(table, state[ADDED]))
    most, found = 0, 0
    while outside:
        patch = flood(table, outside & -outside, outside)
        size = min(left, count(patch))
        found = patch if size > most else found | patch if size == most else found
        most = max(most, size)
        outside &= ~patch
    return int(found)


@compiled
def exact_parts(table: RuleTable, state: Ints, number: int, bit: int, found: Ints) -> int:
    """List the rooms around this space, connected and counting exactly `number`; return how many there are.

    A part either grows by the lowest space beside it or excludes that space for good, so each part is found once.
    """
    stack, size, height = np.empty((_DEEPEST, 2), np.int64), 0, 1
    group, full = state[number] & ~state[WALLED], number + 2
    stack[0, 0], stack[0, 1] = bit, 0
    while height:
        height -= 1
        part, without = stack[height, 0], stack[height, 1]
        weight = count(part) + count(part & state[DOUBLED])
        near = beside(table, part) & group & ~part & ~without
        if weight == full:
            found[size] = part
            size += 1
        elif weight < full and near:
            stack[height, 0], stack[height, 1] = part, without | near & -near
            stack[height + 1, 0], stack[height + 1, 1] = part | near & -near, without
            height += 2
    return size


@compiled
def over(table: RuleTable, houses: Ints) -> bool:
    """Return whether the match is over: one sheet is full, on level 4 all."""
    full = 0
    for seat in range(len(houses)):
        full += 0 if houses[seat, EMPTY] else 1
    return full == len(houses) if table.level == 4 else full > 0


@compiled
def counted(state: Ints, symbol: int, spaces: int) -> int:
    """Count a symbol in these spaces, doubled ones twice."""
    here = state[symbol] & spaces
    return count(here) + count(here & state[DOUBLED])


@compiled
def filled(table: RuleTable, state: Ints) -> int:
    """Count the used spaces, the first tie-break."""
    return count(table.spaces & ~state[EMPTY] & ~state[OUTSIDE])


@compiled
def points(table: RuleTable, state: Ints) -> int:
    """Return the points of the house if the match ended now."""
    total = written_points(table, state)
    return total if table.level == 4 else total - count(state[EMPTY])


@compiled
def written_points(table: RuleTable, state: Ints) -> int:
    """Return the points without those that empty spaces cost."""
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
def cheese_points(table: RuleTable, state: Ints) -> int:
    total = 0
    for line in table.cheeses:
        total += 1 if state[MOUSE] & line else 0
    return total


@compiled
def line_points(table: RuleTable, state: Ints) -> int:
    total = 0
    for line in table.lines:
        if state[CAT] & line:
            total += counted(state, MOUSE, line)
    return total


@compiled
def area_points(table: RuleTable, state: Ints) -> int:
    total = 0
    for area in table.areas:
        cats = counted(state, CAT, area)
        total += (3 if cats >= 3 else min(cats, 1)) * counted(state, MOUSE, area)
    return total


@compiled
def box_points(table: RuleTable, state: Ints) -> int:
    boxes, total = table.boxes & state[WALLED], 0
    for number in range(4):
        total += (number + 2) * count(state[number] & boxes)
    return total
