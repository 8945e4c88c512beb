"""Compiled layers against numpy's products of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from purrlor.games.meow.bots.policy.network import pass_on, sum_rows

pytestmark = pytest.mark.slow
ROWS, WIDTH, NEXT = 30, 11, 6


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 8, 29])
def test_listed_inputs_make_what_a_whole_row_of_them_makes(size: int, kind: Any) -> None:
    random = np.random.default_rng(size)
    weights, after = (random.normal(size=shape).astype(kind) for shape in ((ROWS + 1, WIDTH), (WIDTH + 1, NEXT)))
    places, values = np.zeros(ROWS, np.int64), np.zeros(ROWS, kind)
    places[:size], values[:size] = random.permutation(ROWS)[:size], random.normal(size=size)
    inputs = np.zeros(ROWS + 1, kind)
    inputs[places[:size]], inputs[ROWS] = values[:size], 1
    sums, more = np.zeros(WIDTH, kind), np.zeros(NEXT, kind)

    sum_rows(weights, places, values, size, sums)
    assert sums == pytest.approx(inputs @ weights, abs=1e-4)
    pass_on(sums, after, places, values, more)
    assert more == pytest.approx(np.maximum([*sums, 1], 0).astype(kind) @ after, abs=1e-4)
