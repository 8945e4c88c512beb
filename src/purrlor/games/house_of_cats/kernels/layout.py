"""How compiled code stores sheets, houses, turns and actions in integers.

A set of spaces is a bit board: one bit of a signed 64-bit integer for each square, row by row; a hole of the drawing
keeps its bit. So the compiled rules hold every sheet of up to 64 squares (8 × 8, 7 × 9). Numbers stay signed
throughout, because Numba makes floats of mixed signed and unsigned integers; the 64th square is the sign bit, so shifts
to the right mask it.

The seats of a match share nothing but the dice and the end, so a match is one row of `WORDS` integers per seat: its
house and its turn in progress. An action is one integer: its kind in the lowest byte, its word in the second, then the
squares it names, counted from 1, seven bits each. `codes.py` translates to notation and back. `back` is left out: a
search keeps copies instead.

A test replays random matches through `play.py` and the compiled rules and demands equality step by step; where they
differ, `play.py` is right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from purrlor.compiled import compiled, inlined
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.games.house_of_cats.sheet import ANY_NUMBER, COLUMNS, ROWS, Sheet, Space
from purrlor.games.house_of_cats.symbols import NUMBERS, Ability
from purrlor.games.house_of_cats.turn import HouseSetup

SQUARES = 64

TWO, THREE, FOUR, FIVE, CAT, MOUSE = range(6)
"""The symbols; the numbers are their places counted from 2."""
BOARD = 0
"""First of six words: the spaces that hold each symbol."""
EMPTY = 6
OUTSIDE = 7
"""The spaces that are not part of the playing area yet (level 4)."""
WALLED = 8
"""The spaces that belong to rooms."""
DOUBLED = 9
ROOMS = 10
"""First of four words: the rooms of each number."""
CIRCLES = 14
"""First of four words: the uses left of the ability tied to each number."""
CATS = 18
"""The cats crossed off the cat bar."""
HOUSE = 19
"""Number of words of the house; the rest is the turn."""
RESULT = 19
"""First of six words: the results not written yet, by symbol."""
LEFT = 25
STARTING = 26
GROUP = 27
CORNERS = 28
DONE = 29
TASKS = 30
"""Tasks to do at once, sixteen bits each, the next one lowest: its kind, then its argument."""
ADDED = 31
"""The spaces added so far for the room that is being paid out (level 4)."""
MARKED = 32
"""The empty spaces chosen for D or L while their symbols can still be changed."""
WORDS = 33

PICK_ROOM, ADD_SPACES, AT_ONCE, WRITE_SYMBOL = 1, 2, 3, 4
DOUBLE, INTO_MARKED = 1 << 6, 1 << 7
"""The argument of WRITE_SYMBOL, besides one bit for each symbol: it counts twice; it goes into a marked space."""
PLACE, TAKE_CAT, WRITE, CHOOSE_ROOM, EXPAND, FORFEIT, FINISH = range(7)
USE = 16
"""First of the kinds: the use of A, B, …, L."""
A, B, C, D, E, F, G, H, I, J, K, L = range(12)  # noqa: E741  the twelve letters are what they are

DICE = 4
STARTING_DICE = 3
CHOSEN = 3
MOST_CHOICES = 2048
"""More choices than a turn ever offers at once."""
MOST_ROOMS = 1024

_ABILITIES = tuple(Ability)


class RuleTable(NamedTuple):
    """The sheet and the abilities of a match as lookup tables."""

    level: int
    columns: int
    spaces: int
    """All spaces of the sheet; on level 4 also those that can be added."""
    start: int
    """The spaces at the start."""
    stars: int
    boxes: int
    east: int
    """The squares with another one to their right."""
    west: int
    """The squares with another one to their left."""
    south: int
    """Mask for shifts by one row to the right, which copy the sign bit."""
    lines: Ints
    """The spaces of each row and column."""
    cheeses: Ints
    """The spaces of each row and column that ends in a cheese."""
    areas: Ints
    cat_bar: Ints
    """The numbers that each cat may carry, one bit for each of 2, 3, 4, 5."""
    abilities: Ints
    """The ability tied to each of 2, 3, 4, 5, counted from A = 0."""
    tied: Ints
    """The number that each ability is tied to, counted from 2 = 0; -1: not in this match."""
    empties: bool
    """Whether a crossed-off space is empty again."""
    drawn: bool
    """Whether C, F and H change any symbol about to be drawn; else only results of dice."""


def fits(sheet: Sheet) -> bool:
    """Return whether the compiled rules can hold this sheet."""
    return len(sheet.rows) * len(sheet.rows[0]) <= SQUARES


def square(sheet: Sheet, space: Space) -> int:
    """Return the number of a space's bit."""
    return ROWS.index(space[1]) * len(sheet.rows[0]) + COLUMNS.index(space[0])


def space_at(sheet: Sheet, number: int) -> Space:
    """Invert `square`."""
    row, column = divmod(number, len(sheet.rows[0]))
    return Space(COLUMNS[column] + ROWS[row])


def signed(bits: int) -> int:
    return bits - (1 << SQUARES) if bits >> (SQUARES - 1) else bits


def bits_of(sheet: Sheet, spaces: Iterable[Space]) -> int:
    return signed(sum(1 << square(sheet, space) for space in {*spaces}))


def spaces_of(sheet: Sheet, bits: int) -> tuple[Space, ...]:
    """Invert `bits_of`, in alphabetical order."""
    return tuple(sorted(space_at(sheet, number) for number in range(SQUARES) if bits >> number & 1))


def rule_table(setup: HouseSetup) -> RuleTable:
    sheet, columns, rows = setup.sheet, len(setup.sheet.rows[0]), len(setup.sheet.rows)
    if not fits(sheet):
        raise ValueError(f"the compiled rules hold sheets of up to {SQUARES} squares, not {rows * columns}")
    whole, first = (1 << rows * columns) - 1, sum(1 << row * columns for row in range(rows))
    started = [space for space, entry in zip(sheet.spaces, sheet.blank, strict=True) if entry == "."]
    return RuleTable(
        level=sheet.level,
        columns=columns,
        spaces=bits_of(sheet, sheet.spaces),
        start=bits_of(sheet, started),
        stars=bits_of(sheet, sheet.stars),
        boxes=bits_of(sheet, sheet.boxes.values()),
        east=signed(whole & ~(first << (columns - 1))),
        west=signed(whole & ~first),
        south=(1 << SQUARES - columns) - 1,
        lines=_boards(sheet, sheet.lines.values()),
        cheeses=_boards(sheet, [sheet.lines[line] for line in sheet.cheeses]),
        areas=_boards(sheet, sheet.areas),
        cat_bar=np.array([_carried(mark) for mark in sheet.cat_bar], np.int64),
        abilities=np.array([_ABILITIES.index(ability) for ability in setup.abilities], np.int64),
        tied=np.array([_tied(setup, ability) for ability in _ABILITIES], np.int64),
        empties=setup.crossed_space == "empty",
        drawn=setup.changes == "drawn",
    )


def _boards(sheet: Sheet, sets: Iterable[Iterable[Space]]) -> Ints:
    return np.array([bits_of(sheet, spaces) for spaces in sets], np.int64)


def _carried(mark: str) -> int:
    return sum(1 << place for place, number in enumerate(NUMBERS) if mark in (number, ANY_NUMBER))


def _tied(setup: HouseSetup, ability: Ability) -> int:
    return setup.abilities.index(ability) if ability in setup.abilities else -1


@inlined
def beside(table: RuleTable, bits: int) -> int:
    """Return the spaces that share an edge with one of these; these themselves only where they touch each other."""
    east = (bits & table.east) << 1
    west = (bits & table.west) >> 1 & 0x7FFFFFFFFFFFFFFF
    return (east | west | bits << table.columns | bits >> table.columns & table.south) & table.spaces


@inlined
def around(table: RuleTable, bits: int) -> int:
    """Return the spaces that share an edge or a corner with one of these."""
    east = (bits & table.east) << 1
    west = (bits & table.west) >> 1 & 0x7FFFFFFFFFFFFFFF
    wide = bits | east | west
    return (east | west | wide << table.columns | wide >> table.columns & table.south) & table.spaces


@inlined
def flood(table: RuleTable, bits: int, within: int) -> int:
    """Return these spaces, and all of `within` that is connected to them."""
    found, before = bits, 0
    while found != before:
        before = found
        found |= beside(table, found) & within
    return found


@compiled
def square_of(bit: int) -> int:
    return count(bit - 1)


@compiled
def named(code: int, place: int) -> int:
    """Return the bit of the square that an action names at this place; 0: none."""
    number = code >> (16 + 7 * place) & 0x7F
    return 1 << (number - 1) if number else 0
