"""The source of random numbers of compiled code."""

from __future__ import annotations

import pytest

from purrlor.compiled.bits import fraction, source

pytestmark = pytest.mark.slow


def test_fractions_lie_between_0_and_1_and_fill_that_evenly() -> None:
    random = source(1)
    found = [fraction(random) for _ in range(10_000)]
    assert 0 < min(found) < 0.001
    assert 0.999 < max(found) < 1
    for tenth in range(10):
        assert sum(tenth <= 10 * number < tenth + 1 for number in found) == pytest.approx(1000, abs=150)


def test_the_same_source_gives_the_same_fractions() -> None:
    assert [fraction(source(5)) for _ in range(2)] == [fraction(source(5))] * 2
    assert fraction(source(5)) != fraction(source(6))
