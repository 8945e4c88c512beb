"""Sets of spaces as bit boards, the sheet as compiled code knows it, and a source of random numbers.

A space is one bit of a signed 64-bit integer, row by row; a hole of the drawing keeps its bit. So the twin knows every
sheet of up to 64 squares (8 × 8, 7 × 9). Numbers stay signed throughout, for Numba makes floats of signed and unsigned
integers that meet; the 64th square is the sign, so shifting to the right is done without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from purrlor.compiled import inlined
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints
from purrlor.games.house_of_cats.ability import Ability
from purrlor.games.house_of_cats.sheet import ANY_NUMBER, COLUMNS, ROWS, Sheet, Space
from purrlor.games.house_of_cats.symbols import NUMBERS
from purrlor.games.house_of_cats.turn import HouseSetup

SQUARES = 64
_ABILITIES = tuple(Ability)


class TwinTable(NamedTuple):
    """What stays the same throughout a match."""

    level: int
    columns: int
    spaces: int
    """All spaces of the sheet; on level 4 also those that can be added."""
    start: int
    """The spaces to begin with."""
    stars: int
    boxes: int
    east: int
    """The squares with another one to their right."""
    west: int
    """The squares with another one to their left."""
    south: int
    """What is left of the bits when they move up one row: no sign comes in from below."""
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
    """Whether C, F and H change any symbol that is about to be drawn; else results of dice only."""


def fits(sheet: Sheet) -> bool:
    """Whether the twin can hold this sheet."""
    return len(sheet.rows) * len(sheet.rows[0]) <= SQUARES


def square(sheet: Sheet, space: Space) -> int:
    """The number of a space's bit."""
    return ROWS.index(space[1]) * len(sheet.rows[0]) + COLUMNS.index(space[0])


def space_at(sheet: Sheet, number: int) -> Space:
    """The mirror of `square`."""
    row, column = divmod(number, len(sheet.rows[0]))
    return Space(COLUMNS[column] + ROWS[row])


def signed(bits: int) -> int:
    return bits - (1 << SQUARES) if bits >> (SQUARES - 1) else bits


def bits_of(sheet: Sheet, spaces: Iterable[Space]) -> int:
    return signed(sum(1 << square(sheet, space) for space in {*spaces}))


def spaces_of(sheet: Sheet, bits: int) -> tuple[Space, ...]:
    """The mirror of `bits_of`, in alphabetical order."""
    return tuple(sorted(space_at(sheet, number) for number in range(SQUARES) if bits >> number & 1))


def table_of(setup: HouseSetup) -> TwinTable:
    sheet, columns, rows = setup.sheet, len(setup.sheet.rows[0]), len(setup.sheet.rows)
    if not fits(sheet):
        raise ValueError(f"the twin holds sheets of up to {SQUARES} squares, not {rows * columns}")
    whole, first = (1 << rows * columns) - 1, sum(1 << row * columns for row in range(rows))
    started = [space for space, entry in zip(sheet.spaces, sheet.blank, strict=True) if entry == "."]
    return TwinTable(
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
def beside(table: TwinTable, bits: int) -> int:
    """The spaces that share an edge with one of these; these themselves only where they touch each other."""
    east = (bits & table.east) << 1
    west = (bits & table.west) >> 1 & 0x7FFFFFFFFFFFFFFF
    return (east | west | bits << table.columns | bits >> table.columns & table.south) & table.spaces


@inlined
def around(table: TwinTable, bits: int) -> int:
    """The spaces that share an edge or a corner with one of these."""
    east = (bits & table.east) << 1
    west = (bits & table.west) >> 1 & 0x7FFFFFFFFFFFFFFF
    wide = bits | east | west
    return (east | west | wide << table.columns | wide >> table.columns & table.south) & table.spaces


@inlined
def flood(table: TwinTable, bits: int, within: int) -> int:
    """These, and all of `within` that is connected to them."""
    found, before = bits, 0
    while found != before:
        before = found
        found |= beside(table, found) & within
    return found
