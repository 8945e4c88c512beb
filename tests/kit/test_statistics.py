from importlib import import_module
from math import inf, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purrlor.kit.statistics import estimate, estimate_from_sums, share_of_groups, standard_error, wilson

STATS: Any = import_module("scipy.stats")


def test_the_interval_is_that_of_the_normal_approximation() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.margin == pytest.approx(1.959964 * sqrt(5 / 3 / 4))


def test_one_value_says_nothing_about_its_spread() -> None:
    assert estimate([3.0]).margin == inf


def test_the_standard_error_is_that_of_a_mean() -> None:
    assert standard_error([1.0, 2.0, 3.0, 4.0]) == pytest.approx(sqrt(5 / 3 / 4))
    assert standard_error([3.0]) == 0


def test_an_estimate_reads_well() -> None:
    assert str(estimate([1.0, 2.0, 3.0, 4.0])) == "2.50 ± 1.27"


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_those_of_the_literature(successes: int, trials: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    found = wilson(successes, trials)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(("successes", "trials"), [(0, 3), (1, 7), (50, 100), (977, 1000), (31, 31)])
def test_wilson_intervals_are_those_of_scipy(successes: int, trials: int) -> None:
    expected = STATS.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    found = wilson(successes, trials)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-7)


@given(st.lists(st.integers(-300, 300), min_size=2, max_size=60))
def test_standard_errors_and_intervals_are_those_of_scipy(values: list[int]) -> None:
    error = float(STATS.sem(values))
    assert standard_error(values) == pytest.approx(error, abs=1e-12)
    half = float(STATS.norm.ppf(0.975)) * error
    assert estimate(values).margin == pytest.approx(half, rel=1e-6)
    sums = estimate_from_sums(len(values), sum(values), sum(value * value for value in values))
    assert (sums.mean, sums.margin) == pytest.approx((sum(values) / len(values), half), rel=1e-6)


def test_groups_that_luck_cancels_in_count_for_more_trials() -> None:
    alike, apart = share_of_groups([0.5, 0.5, 1.0, 0.5] * 5), share_of_groups([0.0, 1.0, 1.0, 0.5] * 5)
    assert alike.mean == apart.mean == 0.625
    assert alike.high - alike.low < apart.high - apart.low


def test_a_share_without_spread_is_still_uncertain() -> None:
    assert share_of_groups([1.0] * 10).low < 0.75
