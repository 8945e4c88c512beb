"""What of the compiled twin becomes WebAssembly, each with arguments of the types that it is called with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from purrlor.games.house_of_cats.ability import Ability
from purrlor.games.house_of_cats.bots.search.lookahead import Trials, roll_series, try_against, try_houses
from purrlor.games.house_of_cats.bots.search.turn_search import best_turns, desk
from purrlor.games.house_of_cats.bots.value.linear import rough_weights
from purrlor.games.house_of_cats.rules import HouseOfCats
from purrlor.games.house_of_cats.turn import HouseSetup

from . import fast
from .layout import table_of


def examples() -> Iterator[tuple[Any, tuple[Any, ...]]]:
    table = table_of(HouseSetup(HouseOfCats(seats=1).layout, tuple(Ability)[:4], "empty"))
    paper = desk(rough_weights(1), 1)
    widths = np.zeros(3, np.int64)
    yield best_turns, (table, paper, np.zeros(fast.WORDS, np.int64), widths)
    yield fast.begin, (np.zeros(fast.WORDS, np.int64), np.zeros(fast.DICE, np.int64), False)
    yield fast.roll, (np.zeros(fast.DICE, np.int64), np.zeros(1, np.uint64))
    rolls = np.zeros((1, 1, fast.DICE), np.int64)
    yield roll_series, (rolls, np.zeros(1, np.uint64))
    houses, found = np.zeros((1, fast.WORDS), np.int64), np.zeros((1, 1))
    yield try_houses, (table, paper, Trials(houses, rolls, found), widths)
    others = np.zeros((2, 1, fast.WORDS), np.int64)
    yield try_against, (table, paper, Trials(houses, rolls, found), others, widths)
