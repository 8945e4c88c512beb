"""The model of human reactions."""

from itertools import pairwise
from random import Random
from statistics import fmean, stdev

import pytest

from purrlor.games.addi_cats import parse_card
from purrlor.games.addi_cats.bots.reflexes import (
    ADULT,
    CHAMPION,
    FASTEST,
    FOURTEEN_YEAR_OLD,
    SIX_YEAR_OLD,
    TEN_YEAR_OLD,
    ExGaussian,
    Reflexes,
    steps_of,
)

LEVELS = [SIX_YEAR_OLD, TEN_YEAR_OLD, FOURTEEN_YEAR_OLD, ADULT, CHAMPION]


def test_an_ex_gaussian_has_the_mean_and_spread_of_its_parts() -> None:
    model, random = ExGaussian(600, 60, 150), Random(1)
    times = [model.draw(random) for _ in range(20_000)]
    assert fmean(times) == pytest.approx(750, rel=0.02)
    assert stdev(times) == pytest.approx((60**2 + 150**2) ** 0.5, rel=0.03)


def test_nobody_reacts_faster_than_a_person_can() -> None:
    model, random = ExGaussian(150, 80, 10), Random(1)
    assert min(model.draw(random) for _ in range(2000)) == FASTEST


def test_children_are_slower_by_one_factor_that_falls_with_age() -> None:
    for age, child in ((6, SIX_YEAR_OLD), (10, TEN_YEAR_OLD), (14, FOURTEEN_YEAR_OLD)):
        factor = 1 + 5.16 * 2.718281828 ** (-0.21 * age)
        assert child.recognise.mu / ADULT.recognise.mu == pytest.approx(factor, rel=0.05)
        assert child.compare.mu / ADULT.compare.mu == pytest.approx(factor, rel=0.05)


@pytest.mark.parametrize(("card", "steps"), [("14", 0), ("7+7", 0), ("1+9", 1), ("9+1", 1), ("6+8", 6), ("clock", 0)])
def test_one_counts_on_by_the_smaller_number_and_knows_doubles_by_heart(card: str, steps: int) -> None:
    assert steps_of([parse_card(card)]) == steps


@pytest.mark.parametrize("reflexes", LEVELS)
def test_harder_sums_are_answered_later_and_overlooked_more(reflexes: Reflexes) -> None:
    assert reflexes.spotting(8, Random(3)) > reflexes.spotting(0, Random(3))
    assert reflexes.overlooked(8) > reflexes.overlooked(0)


def test_each_level_is_faster_more_attentive_and_less_greedy_than_the_one_before() -> None:
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.recognise.mean > stronger.recognise.mean
        assert weaker.overlooked(5) > stronger.overlooked(5)
        assert weaker.greed > stronger.greed
