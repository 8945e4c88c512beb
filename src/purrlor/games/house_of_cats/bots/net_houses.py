"""Houses of self-play as inputs of the network, with their mirror images, and what they are to be judged by."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints
from purrlor.games.house_of_cats import HouseOfCats, Sheet, fast
from purrlor.games.house_of_cats.ability import Ability
from purrlor.games.house_of_cats.fast_bits import Table, table_of

from .features import ALONE, FEATURES, Floats
from .net import BOARDS, GRID, HURRY, PLANES, REST, TIED
from .net_fit import Singles
from .search import Desk, desk, phase, worth
from .self_play import NEXT, NOTED, OTHERS, Played

_SIDE = 6


class Houses:
    """The inputs of many houses, the weighted sum's judgement of each, and which house follows it."""

    def __init__(self, level: int, weights: tuple[Floats, Floats], played: Played) -> None:
        """`weights`: those among others, and those alone."""
        rows, size = played.rows, len(played.rows)
        self.totals = played.totals.astype(np.float64)
        self.noted = rows[:, NOTED] == 1
        self.sums, self.features, rest = np.zeros(size), np.zeros((size, FEATURES)), np.zeros(size, np.int64)
        sheet = HouseOfCats(level=level).layout
        table = table_of(HouseOfCats(level=level).setup(tuple(Ability)[:4]))
        for paper, chosen in zip([desk(each, 1) for each in weights], _groups(rows), strict=True):
            describe_rows(table, paper, (rows, played.abilities), chosen, (self.sums, self.features, rest))
        self.places = np.stack([REST + np.minimum(rest, GRID), HURRY + _others(rows)], axis=1)
        self.places = np.concatenate([self.places, TIED + 12 * np.arange(4) + played.abilities], axis=1)
        self.boards = _planes(rows)
        self.mirrors = mirrors(sheet)
        self.full = rows[:, fast.EMPTY] == 0
        self.next = rows[:, NEXT]
        self.matches = played.matches

    def __len__(self) -> int:
        return len(self.totals)

    def inputs(self, rows: NDArray[np.int64], mirror: NDArray[np.int64]) -> Singles:
        """One line for each house, seen in this mirror."""
        lines = np.zeros((len(rows), PLANES + BOARDS * GRID), np.float32)
        lines[:, :FEATURES] = self.features[rows]
        np.put_along_axis(lines, self.places[rows], 1.0, axis=1)
        lines[:, PLANES:] = self.boards[rows][:, :, mirror].reshape(len(rows), -1)
        return lines

    def returns(self, values: Floats, share: float) -> Floats:
        """TD(λ): what the next house is worth, and a `share` of what really came of it, from the end backwards."""
        found = np.where(self.noted, values, self.totals)
        for row in range(len(self) - 1, -1, -1):
            after = self.next[row]
            if after >= 0:
                found[row] = (1 - share) * values[after] + share * found[after]
        return found


def _groups(rows: Ints) -> tuple[Ints, Ints]:
    alone = rows[:, OTHERS] == ALONE
    return np.flatnonzero(~alone), np.flatnonzero(alone)


def _others(rows: Ints) -> Ints:
    return np.where(rows[:, OTHERS] == ALONE, GRID + 1, np.clip(rows[:, OTHERS], 0, GRID))


@compiled
def describe_rows(
    table: Table, paper: Desk, played: tuple[Ints, Ints], chosen: Ints, found: tuple[Floats, Floats, Ints]
) -> None:
    """Sum, features and spaces left of the chosen houses. `played`: rows and abilities of all."""
    state, rows, abilities = np.zeros(fast.WORDS, np.int64), played[0], played[1]
    for row in chosen:
        state[: fast.HOUSE] = rows[row, : fast.HOUSE]
        table.abilities[:] = abilities[row]
        paper.hurry[0] = rows[row, fast.HOUSE]
        found[0][row] = worth(table, paper, state)
        found[1][row] = paper.features
        found[2][row] = phase(table, state, paper.hurry[0])[0]


def _planes(rows: Ints) -> NDArray[np.uint8]:
    """As `net.board_of`."""
    words = rows[:, :BOARDS].copy()
    words[:, :4] &= ~rows[:, fast.WALLED : fast.WALLED + 1]
    bits = np.unpackbits(words.view(np.uint8).reshape(len(rows), BOARDS, 8), axis=2, bitorder="little")
    return np.ascontiguousarray(bits[:, :, :GRID])


def mirrors(sheet: Sheet) -> list[NDArray[np.int64]]:
    """Turns and reflections that leave all marks of a sheet as they are; where each square comes from."""
    marks = [[_mark(sheet, row, column) for column in range(_SIDE)] for row in range(_SIDE)]
    squares = np.arange(GRID).reshape(_SIDE, _SIDE)
    return [
        _turned(squares, turns, flipped).ravel()
        for turns, flipped in product(range(4), (False, True))
        if _turned(np.array(marks), turns, flipped).tolist() == marks
    ]


def _mark(sheet: Sheet, row: int, column: int) -> str:
    """Areas count alike, and so do boxes; where the playing area starts is seen on the boards."""
    mark = sheet.rows[row][column].lstrip("RBYG")
    return "box" if mark[0].isalpha() else "." if mark == "+" else mark


def _turned(grid: NDArray[Any], turns: int, flipped: bool) -> NDArray[Any]:
    turned = np.rot90(grid, turns)
    return np.fliplr(turned) if flipped else turned
