import numpy as np
import pytest

from purrlor.games.yatzy.bots.solver.distribution import Distribution, distribution
from purrlor.games.yatzy.bots.solver.solution import Solution
from purrlor.games.yatzy.bots.solver.tables import FULL
from purrlor.games.yatzy.bots.solver.win import Remaining

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("filled", "upper"), [(0, 0), (0b1111110001111, 30), (0b0111111110111, 55), (FULL, 63)])
def test_the_mean_is_the_solved_value(filled: int, upper: int, solved: Solution) -> None:
    found = distribution(solved, filled, upper)
    assert found.mean == pytest.approx(solved.value(filled, upper), abs=1e-9)
    assert sum(found.probability) == pytest.approx(1, abs=1e-12)
    assert min(found.probability) >= 0


def test_five_sixes_bring_thirty_points_and_the_bonus(solved: Solution) -> None:
    """Every die shows a six by the third roll with probability 91/216; three sixes reach the bonus from 45."""
    p = 91 / 216
    found = distribution(solved, FULL ^ 1 << 5, 45)
    assert found.at_least(65) == pytest.approx(p**5, abs=1e-12)
    assert found.at_least(53) == pytest.approx(p**5 + 5 * p**4 * (1 - p) + 10 * p**3 * (1 - p) ** 2, abs=1e-12)


def test_quantiles_and_deviation() -> None:
    coin = Distribution([0.5, 0.0, 0.25, 0.25])
    assert [coin.quantile(share) for share in (0, 0.5, 0.51, 0.75, 1)] == [0, 0, 2, 2, 3]
    assert [coin.mean, coin.deviation] == pytest.approx([1.25, 1.6875**0.5])
    assert (coin.at_least(-1), coin.at_least(3), coin.at_least(4)) == (1, 0.25, 0)


@pytest.mark.parametrize(("filled", "upper"), [(0b1111110001111, 30), (0b0111111110111, 55), (0b1111111, 63)])
def test_the_table_of_all_positions_agrees(filled: int, upper: int, solved: Solution, remaining: Remaining) -> None:
    row = remaining.row(filled, upper)
    np.testing.assert_allclose(distribution(solved, filled, upper).probability[: len(row)], row, atol=1e-6)


def test_the_table_has_the_solved_mean_everywhere(solved: Solution, remaining: Remaining) -> None:
    for filled, upper in [(0b111111, 62), (0b1110111000000, 0), (0b1110111000011, 12), (FULL, 62), (FULL, 63)]:
        row = remaining.row(filled, upper).astype(float)
        assert row @ np.arange(len(row)) == pytest.approx(solved.value(filled, upper), abs=1e-5)
