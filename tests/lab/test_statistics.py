from math import inf, sqrt

import pytest

from purrlor.lab.statistics import estimate


def test_the_interval_is_that_of_the_normal_approximation() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.margin == pytest.approx(1.959964 * sqrt(5 / 3 / 4))


def test_one_value_says_nothing_about_its_spread() -> None:
    assert estimate([3.0]).margin == inf


def test_an_estimate_reads_well() -> None:
    assert str(estimate([1.0, 2.0, 3.0, 4.0])) == "2.50 ± 1.27"
