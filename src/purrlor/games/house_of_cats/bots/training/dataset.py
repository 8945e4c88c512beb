"""Houses of lessons as inputs of the network, with their mirror images, and what they are to be judged by."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.house_of_cats.ability import Ability
from purrlor.games.house_of_cats.bots.search.turn_search import Desk, desk, phase, worth
from purrlor.games.house_of_cats.bots.value.features import ALONE, FEATURES, Floats
from purrlor.games.house_of_cats.bots.value.network import BOARDS, GRID, HURRY, PLANES, REST, TIED
from purrlor.games.house_of_cats.bots.value.symmetries import mirrors
from purrlor.games.house_of_cats.kernels import fast
from purrlor.games.house_of_cats.kernels.layout import TwinTable, table_of

from .network_fit import Singles
from .self_play import Lesson


class Houses:
    """The inputs of all houses of many decisions, and the weighted sum's judgement of each."""

    def __init__(self, level: int, weights: tuple[Floats, Floats], matches: Sequence[Sequence[Lesson]]) -> None:
        """`weights`: those among others, and those alone."""
        lessons = [lesson for match in matches for lesson in match]
        self.sizes = np.array([len(lesson.values) for lesson in lessons])
        self.matches = np.repeat(np.arange(len(matches)), [len(match) for match in matches])
        """Of each decision."""
        self.values = np.concatenate([lesson.values for lesson in lessons])
        self.totals = np.full(len(self.values), np.nan)
        """What came in the end, where the turn was taken."""
        self.starts: Ints = np.cumsum(self.sizes) - self.sizes
        taken = self.starts + np.array([lesson.chosen for lesson in lessons])
        self.totals[taken] = [lesson.total for lesson in lessons]
        rows = np.concatenate([lesson.houses for lesson in lessons])
        others = np.repeat([lesson.others for lesson in lessons], self.sizes)
        abilities = np.repeat([lesson.abilities for lesson in lessons], self.sizes, axis=0)
        size = len(rows)
        self.sums, self.features, rest = np.zeros(size), np.zeros((size, FEATURES)), np.zeros(size, np.int64)
        table = table_of(HouseOfCats(level=level).setup(tuple(Ability)[:4]))
        groups = (np.flatnonzero(others != ALONE), np.flatnonzero(others == ALONE))
        for paper, chosen in zip([desk(each, 1) for each in weights], groups, strict=True):
            describe_rows(table, paper, (rows, others, abilities), chosen, (self.sums, self.features, rest))
        hurry = np.where(others == ALONE, GRID + 1, np.clip(others, 0, GRID))
        self.places = np.stack([REST + np.minimum(rest, GRID), HURRY + hurry], axis=1)
        self.places = np.concatenate([self.places, TIED + 12 * np.arange(4) + abilities], axis=1)
        self.boards = _planes(rows)
        self.mirrors = [np.array(each) for each in mirrors(HouseOfCats(level=level).layout)]
        self.full = rows[:, fast.EMPTY] == 0
        """A full house needs no correction."""

    def __len__(self) -> int:
        return len(self.sums)

    def rows_of(self, decisions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The houses of these decisions, one decision after the other."""
        sizes = self.sizes[decisions]
        first = np.repeat(self.starts[decisions] - (np.cumsum(sizes) - sizes), sizes)
        return first + np.arange(len(first))

    def inputs(self, rows: NDArray[np.int64], mirror: NDArray[np.int64]) -> Singles:
        """One line for each house, seen in this mirror."""
        lines = np.zeros((len(rows), PLANES + BOARDS * GRID), np.float32)
        lines[:, :FEATURES] = self.features[rows]
        np.put_along_axis(lines, self.places[rows], 1.0, axis=1)
        lines[:, PLANES:] = self.boards[rows][:, :, mirror].reshape(len(rows), -1)
        return lines


@compiled
def describe_rows(
    table: TwinTable, paper: Desk, given: tuple[Ints, Ints, Ints], chosen: Ints, found: tuple[Floats, Floats, Ints]
) -> None:
    """Sum, features and spaces left of the chosen houses. `given`: houses, others and abilities of all."""
    state, rows, others, abilities = np.zeros(fast.WORDS, np.int64), given[0], given[1], given[2]
    for row in chosen:
        state[: fast.HOUSE] = rows[row]
        table.abilities[:] = abilities[row]
        paper.hurry[0] = others[row]
        found[0][row] = worth(table, paper, state)
        found[1][row] = paper.features
        found[2][row] = phase(table, state, paper.hurry[0])[0]


def _planes(rows: Ints) -> NDArray[np.uint8]:
    """As `net.board_of`."""
    words = rows[:, :BOARDS].copy()
    words[:, :4] &= ~rows[:, fast.WALLED : fast.WALLED + 1]
    bits = np.unpackbits(words.view(np.uint8).reshape(len(rows), BOARDS, 8), axis=2, bitorder="little")
    return np.ascontiguousarray(bits[:, :, :GRID])
