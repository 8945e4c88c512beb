import numpy as np
import pytest

from harness.yatzy_duels import Duels, duel
from purrlor.games.yatzy.bots.solver.win import Remaining

pytestmark = pytest.mark.slow


def test_the_seed_decides_every_game(remaining: Remaining) -> None:
    one, two = (duel(remaining, pairs=120, seed=5, threads=threads) for threads in (1, 2))
    assert (one.halves == two.halves).all()
    assert (one.halves != duel(remaining, pairs=120, seed=6).halves).any()


def test_play_to_win_beats_play_for_points(remaining: Remaining) -> None:
    duels = duel(remaining, pairs=8_000, seed=2026)
    pairs, games = duels.share(), duels.share(by_pairs=False)
    assert pairs.low > 0.5
    assert pairs.high - pairs.low < games.high - games.low


def test_results_are_counted_by_pair() -> None:
    duels = Duels(np.array([[2, 0], [1, 1], [2, 1], [0, 2]], np.int8))
    assert (duels.wins, duels.ties, duels.losses) == (3, 3, 2)
    assert duels.share().mean == 9 / 16
