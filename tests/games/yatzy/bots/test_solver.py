from collections import Counter
from functools import cache
from importlib import import_module
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from purrlor.games.yatzy.bots.solver.solution import Solution
from purrlor.games.yatzy.bots.solver.tables import FULL, Options, points_of
from purrlor.games.yatzy.boxes import Dice

pytestmark = pytest.mark.slow

FREE = Options(scratch="free", mouser_is_fat_cat=False)


def test_the_value_of_the_literature(solutions: dict[Options, Solution]) -> None:
    """Verhoeff; Woodward: solitaire Yahtzee without jokers and extra bonuses."""
    assert solutions[FREE].value(0, 0) == pytest.approx(245.870775, abs=5e-7)


def test_another_solver_agrees_on_every_position(solutions: dict[Options, Solution]) -> None:
    """That solver pays the bonus when 63 is reached and not at the end, so at 63 it no longer counts it."""
    yatzy_solver: Any = import_module("yatzy_solver")
    oracle = yatzy_solver.Solver.build(yatzy_solver.Variant("american+no-bonus"))
    filled, upper = np.nonzero(~np.isnan(solutions[FREE].table))
    values = oracle.state_values(filled.astype(np.uint32), upper.astype(np.uint16), np.zeros(len(filled), bool))
    np.testing.assert_allclose(solutions[FREE].table[filled, upper], values + 35 * (upper == 63), rtol=0, atol=1e-9)


def test_no_position_is_worth_more_when_scratching_is_forced(solutions: dict[Options, Solution]) -> None:
    forced, free = solutions[Options()].table, solutions[FREE].table
    assert (forced <= free + 1e-9)[~np.isnan(free)].all()
    assert forced[0, 0] < free[0, 0] - 2


def test_no_position_is_worth_less_when_five_of_a_kind_is_a_fat_cat(solutions: dict[Options, Solution]) -> None:
    plain, fives = solutions[FREE].table, solutions[Options(scratch="free", mouser_is_fat_cat=True)].table
    assert (fives >= plain - 1e-9)[~np.isnan(plain)].all()
    assert fives[0, 0] > plain[0, 0] + 0.03


@cache
def throws(dice: int) -> dict[Dice, float]:
    counted = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice))
    return {throw: ways / 6**dice for throw, ways in counted.items()}


class Expectimax:
    """The rules once more, the slow way: every keep, every throw, every box."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.position = cache(self._position)

    def _position(self, filled: int, upper: int) -> float:
        if filled == FULL:
            return 35.0 if upper >= 63 else 0.0
        before_scoring = {roll: self.best_box(roll, filled, upper) for roll in throws(5)}
        return expected((), self.after_rolling(self.after_rolling(before_scoring, before_scoring), before_scoring))

    def after_rolling(self, later: dict[Dice, float], stopping: dict[Dice, float]) -> dict[Dice, float]:
        keep_value = {keep: expected(keep, later) for size in range(5) for keep in throws(size)}
        keeps = {roll: {k for n in range(5) for k in combinations(roll, n)} for roll in throws(5)}
        return {roll: max(stopping[roll], *(keep_value[keep] for keep in keeps[roll])) for roll in throws(5)}

    def best_box(self, roll: Dice, filled: int, upper: int) -> float:
        points = points_of(roll, mouser_is_fat_cat=self.options.mouser_is_fat_cat)
        unfilled = [box for box in range(13) if not filled >> box & 1]
        scoring = [box for box in unfilled if points[box]]
        legal = scoring if scoring and self.options.scratch == "forced" else unfilled
        return max(
            points[box] + self.position(filled | 1 << box, min(63, upper + (points[box] if box < 6 else 0)))
            for box in legal
        )


def expected(keep: Dice, values: dict[Dice, float]) -> float:
    return sum(chance * values[tuple(sorted(keep + throw))] for throw, chance in throws(5 - len(keep)).items())


@pytest.mark.parametrize("mouser_is_fat_cat", [False, True])
@pytest.mark.parametrize("box", range(13))
def test_one_open_box_by_expectimax(box: int, mouser_is_fat_cat: bool, solutions: dict[Options, Solution]) -> None:
    options = Options(mouser_is_fat_cat=mouser_is_fat_cat)
    other = Options(scratch="free", mouser_is_fat_cat=mouser_is_fat_cat)
    for upper in (0, 45, 58, 62, 63):
        value = Expectimax(options).position(FULL ^ 1 << box, upper)
        assert solutions[options].value(FULL ^ 1 << box, upper) == pytest.approx(value, abs=1e-12)
        assert solutions[other].value(FULL ^ 1 << box, upper) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("scratch", ["forced", "free"])
@pytest.mark.parametrize("boxes", [(0, 11), (5, 10), (8, 11), (7, 12)])
def test_two_open_boxes_by_expectimax(boxes: tuple[int, int], scratch: str, solutions: dict[Options, Solution]) -> None:
    filled = FULL ^ 1 << boxes[0] ^ 1 << boxes[1]
    for options in (options for options in solutions if options.scratch == scratch):
        value = Expectimax(options).position(filled, 50)
        assert solutions[options].value(filled, 50) == pytest.approx(value, abs=1e-12)
