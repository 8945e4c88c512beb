"""The twin's row of integers: what stands where, and what can be read off it."""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count

from .layout import TwinTable, around, beside, flood

TWO, THREE, FOUR, FIVE, CAT, MOUSE = range(6)
"""The symbols; the numbers are their places counted from 2."""
BOARD = 0
"""The six words from here on: the spaces that hold each symbol."""
EMPTY = 6
OUTSIDE = 7
"""The spaces that are not part of the playing area yet (level 4)."""
WALLED = 8
"""The spaces that belong to rooms."""
DOUBLED = 9
ROOMS = 10
"""The four words from here on: the rooms of each number."""
CIRCLES = 14
"""The four words from here on: the uses left of the ability tied to each number."""
CATS = 18
"""The cats crossed off the cat bar."""
HOUSE = 19
"""Number of words of the house; the rest is the turn."""
RESULT = 19
"""The six words from here on: the results not written yet, by symbol."""
LEFT = 25
STARTING = 26
GROUP = 27
CORNERS = 28
DONE = 29
TASKS = 30
"""What must be done at once, sixteen bits each, the next one lowest: its kind, then what it is about."""
ADDED = 31
"""The spaces added so far for the room that is being paid out (level 4)."""
MARKED = 32
"""The empty spaces chosen for D or L while their symbols can still be changed."""
WORDS = 33

PICK_ROOM, ADD_SPACES, AT_ONCE, WRITE_SYMBOL = 1, 2, 3, 4
DOUBLE, INTO_MARKED = 1 << 6, 1 << 7
"""What WRITE_SYMBOL is about, besides one bit for each symbol: it counts twice; it goes into a marked space."""
PLACE, TAKE_CAT, WRITE, CHOOSE_ROOM, EXPAND, FORFEIT, FINISH = range(7)
USE = 16
"""The kinds from here on: the use of A, B, …, L."""
A, B, C, D, E, F, G, H, I, J, K, L = range(12)  # noqa: E741  the twelve letters are what they are

DICE = 4
STARTING_DICE = 3
CHOSEN = 3
MOST_CHOICES = 2048
"""More than anybody ever has at once."""
MOST_ROOMS = 1024
_DEEPEST = 128


@compiled
def square_of(bit: int) -> int:
    return count(bit - 1)


@compiled
def named(code: int, place: int) -> int:
    """The bit of the square that an action names at this place; 0: none."""
    number = code >> (16 + 7 * place) & 0x7F
    return 1 << (number - 1) if number else 0


@compiled
def start(table: TwinTable, state: Ints) -> None:
    """A blank sheet."""
    state[:] = 0
    state[EMPTY] = table.start
    state[OUTSIDE] = table.spaces & ~table.start


@compiled
def begin(state: Ints, dice: Ints, starting: bool) -> None:
    """A turn begins: three of the results are to be written. Dice are symbols."""
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
def cats_unwritten(table: TwinTable, state: Ints) -> int:
    """The results that are crossed off the cat bar, not written."""
    return int(state[RESULT + CAT]) if table.level == 1 else 0


@compiled
def is_written(table: TwinTable, symbol: int) -> bool:
    return symbol != CAT or table.level != 1


@compiled
def has_circle(table: TwinTable, state: Ints, ability: int) -> bool:
    return bool(table.tied[ability] >= 0 and state[CIRCLES + table.tied[ability]] > 0)


@compiled
def can_change(table: TwinTable, state: Ints, symbol: int) -> bool:
    """Whether C, F or H has a circle for a symbol that D or L is about to draw."""
    if not table.drawn or state[STARTING] or symbol == CAT:
        return False
    if symbol == MOUSE:
        return has_circle(table, state, C)
    return has_circle(table, state, H) or (symbol in (TWO, FIVE) and has_circle(table, state, F))


@compiled
def touch(table: TwinTable, state: Ints, bits: int) -> int:
    """What touches these spaces this turn."""
    return around(table, bits) if state[CORNERS] else beside(table, bits)


@compiled
def open_spaces(table: TwinTable, state: Ints) -> int:
    """Where the next result may go."""
    if state[STARTING]:
        return int(state[EMPTY] & table.stars)
    if not state[GROUP]:
        return int(state[EMPTY])
    return int(state[EMPTY] & touch(table, state, state[GROUP]))


@compiled
def loose(state: Ints) -> int:
    """The numbers outside rooms."""
    return int((state[TWO] | state[THREE] | state[FOUR] | state[FIVE]) & ~state[WALLED])


@compiled
def number_at(state: Ints, bit: int) -> int:
    for number in range(4):
        if state[number] & bit:
            return number
    return -1


@compiled
def addable_spaces(table: TwinTable, state: Ints, left: int) -> int:
    """Where the playing area may grow; the first space only where as many as can be do fit."""
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
def exact_parts(table: TwinTable, state: Ints, number: int, bit: int, found: Ints) -> int:
    """The rooms of a number that hold this space, connected and counting exactly that number; how many there are.

    A part grows by the lowest space beside it, or does without that space for good: so each part is found once.
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
def over(table: TwinTable, houses: Ints) -> bool:
    """One full sheet ends the match; on level 4 all must be full."""
    full = 0
    for seat in range(len(houses)):
        full += 0 if houses[seat, EMPTY] else 1
    return full == len(houses) if table.level == 4 else full > 0


@compiled
def counted(state: Ints, symbol: int, spaces: int) -> int:
    """How many of a symbol stand in these spaces, doubled ones twice."""
    here = state[symbol] & spaces
    return count(here) + count(here & state[DOUBLED])


@compiled
def filled(table: TwinTable, state: Ints) -> int:
    """Used spaces; the first tie-break."""
    return count(table.spaces & ~state[EMPTY] & ~state[OUTSIDE])
