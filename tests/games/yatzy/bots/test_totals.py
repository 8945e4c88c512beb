"""The totals of a match that is played for points, from the file that every installation has."""

from __future__ import annotations

from math import fsum

import pytest

from purrlor.games.yatzy.bots.solver.distribution import DIGITS, below, computed, distribution, probabilities, variants
from purrlor.games.yatzy.bots.solver.solution import Solution
from purrlor.games.yatzy.bots.solver.tables import Options


@pytest.mark.slow
def test_the_file_has_what_the_solver_computes(solved: Solution) -> None:
    found = distribution(solved).probability
    assert probabilities(Options()) == pytest.approx(found, abs=10**-DIGITS)


@pytest.mark.nightly
@pytest.mark.parametrize("options", variants(), ids=str)
def test_the_file_has_what_the_solver_computes_for_every_variant(options: Options) -> None:
    assert probabilities(options) == pytest.approx(computed(options), abs=10**-DIGITS)


@pytest.mark.parametrize("options", variants(), ids=str)
def test_each_variant_has_all_totals(options: Options) -> None:
    assert fsum(probabilities(options)) == pytest.approx(1, abs=1e-9)
    assert (below(options, -5), below(options, 0)) == (0, 0)
    assert below(options, 376) == pytest.approx(1, abs=1e-9)
    assert below(options, 200) < below(options, 201)
