"""List the functions to compile to WebAssembly, with arguments of the types that callers pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .bots.search.lookahead import Rollouts, roll_dice_series, roll_out, roll_out_against
from .bots.search.turn_search import best_turns, search_buffers
from .bots.value.features import initial_weights
from .kernels import layout, position
from .kernels.layout import rule_table
from .rules import HouseOfCats
from .symbols import Ability
from .turn import HouseSetup


def examples() -> Iterator[tuple[Any, tuple[Any, ...]]]:
    table = rule_table(HouseSetup(HouseOfCats(seats=1).layout, tuple(Ability)[:4], "empty"))
    buffers = search_buffers(initial_weights(1), 1)
    widths = np.zeros(3, np.int64)
    yield best_turns, (table, buffers, np.zeros(layout.WORDS, np.int64), widths)
    yield position.begin, (np.zeros(layout.WORDS, np.int64), np.zeros(layout.DICE, np.int64), False)
    yield position.roll, (np.zeros(layout.DICE, np.int64), np.zeros(1, np.uint64))
    rolls = np.zeros((1, 1, layout.DICE), np.int64)
    yield roll_dice_series, (rolls, np.zeros(1, np.uint64))
    houses, found = np.zeros((1, layout.WORDS), np.int64), np.zeros((1, 1))
    yield roll_out, (table, buffers, Rollouts(houses, rolls, found), widths)
    others = np.zeros((2, 1, layout.WORDS), np.int64)
    yield roll_out_against, (table, buffers, Rollouts(houses, rolls, found), others, widths)
