"""The part that all rows of a batch share: the rule table, and the translation between codes and action numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from purrlor.compiled import compiled, inlined
from purrlor.compiled.bits import Ints
from purrlor.games.house_of_cats.rules import HouseOfCats
from purrlor.games.house_of_cats.sheet import Sheet
from purrlor.games.house_of_cats.symbols import NUMBERS, Ability

from . import layout
from .codes import code_of
from .encoding import actions
from .layout import SQUARES, RuleTable, rule_table, signed, square

_KINDS, _SAID = 32, 16
_MIXED = -7046029254386353131
"""An odd multiplier for hashing: 0x9E3779B97F4A7C15, signed."""
_ANY_ABILITIES = tuple(Ability)[: len(NUMBERS)]


class BatchTable(NamedTuple):
    """Lookup tables of a batch."""

    game: RuleTable
    """The rule table; each row has its own abilities."""
    seats: int
    drawn: bool
    """Whether each match draws its own abilities, instead of using the table's."""
    spaces: int
    gapless: bool
    """Whether every square of the drawing is a space, so that bit boards need no squeezing."""
    squeezed: Ints
    """The bits of the spaces in reading order, for each byte of a bit board and each of its 256 values."""
    codes: Ints
    """The code of each action."""
    firsts: Ints
    """The action number for the kind and the word of a code, with the first space if it names one."""
    keys: Ints
    """A hash table of the codes that name several squares; 0: free."""
    numbers: Ints
    """The action numbers, in the same places."""


def batch_table(rules: HouseOfCats) -> BatchTable:
    sheet = rules.layout
    codes = [code_of(sheet, action) for action in actions(sheet)]
    firsts = np.full(_KINDS * _SAID, -1, np.int64)
    several: dict[int, int] = {}
    for number, code in enumerate(codes):
        if code & 0xFF == layout.CHOOSE_ROOM or code >> 23:
            several[code] = number
        elif firsts[_place(code)] < 0:
            firsts[_place(code)] = number
    keys, numbers = _hash_table(several)
    return BatchTable(
        game=rule_table(rules.setup(rules.abilities or _ANY_ABILITIES)),
        seats=rules.seats,
        drawn=rules.abilities is None,
        spaces=len(sheet.spaces),
        gapless=[square(sheet, space) for space in sheet.spaces] == list(range(len(sheet.spaces))),
        squeezed=_squeezed(sheet),
        codes=np.array(codes, np.int64),
        firsts=firsts,
        keys=keys,
        numbers=numbers,
    )


def _squeezed(sheet: Sheet) -> Ints:
    place = {square(sheet, space): number for number, space in enumerate(sheet.spaces)}
    found = np.zeros((SQUARES // 8, 256), np.int64)
    for byte in range(SQUARES // 8):
        for value in range(256):
            squares = [8 * byte + bit for bit in range(8) if value >> bit & 1]
            found[byte, value] = signed(sum(1 << place[number] for number in squares if number in place))
    return found


def _hash_table(several: Mapping[int, int]) -> tuple[Ints, Ints]:
    """Build an open hash table, at most half full."""
    size = 1 << max(4, (2 * len(several)).bit_length())
    keys, numbers = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for code, number in several.items():
        at = _hash(code, size)
        while keys[at]:
            at = (at + 1) & size - 1
        keys[at], numbers[at] = code, number
    return keys, numbers


@compiled
def _hash(code: int, size: int) -> int:
    return (code * _MIXED >> 32) & size - 1


@inlined
def _place(code: int) -> int:
    return (code & 0xFF) * _SAID + (code >> 8 & 0xFF)


@compiled
def number_of(table: BatchTable, code: int) -> int:
    """Return the number of the action with this code, which names no square or several; -1: there is none."""
    if not code >> 16:
        return int(table.firsts[_place(code)])
    size = len(table.keys)
    at = _hash(code, size)
    while table.keys[at]:
        if table.keys[at] == code:
            return int(table.numbers[at])
        at = (at + 1) & size - 1
    return -1


@inlined
def first_number(table: BatchTable, code: int) -> int:
    """Return the number of the action with this code and the first space of the sheet."""
    return int(table.firsts[_place(code)])


@inlined
def squeeze(table: BatchTable, board: int) -> int:
    """Return a bit board of the spaces in reading order, without the holes of the drawing."""
    if table.gapless:
        return board
    found = 0
    for byte in range(8):
        found |= table.squeezed[byte, board >> 8 * byte & 0xFF]
    return found
