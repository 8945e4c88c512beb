"""The hand-written gradient of the network, held against automatic differentiation by autograd."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from purrlor.games.house_of_cats.bots.training.network_training import SHARED_ERROR_WEIGHT, SPREAD_WEIGHT, Layers
from purrlor.games.house_of_cats.bots.value.network import INPUTS

GRAD: Any = import_module("autograd").grad
ANP: Any = import_module("autograd.numpy")
SIZES = np.array([3, 1, 4])
"""Lines of each decision."""


def heads(parts: list[Any], inputs: Any) -> Any:
    first, second, last = parts
    wide = ANP.maximum(ANP.dot(inputs, first[:-1]) + first[-1], 0)
    slim = ANP.maximum(ANP.dot(wide, second[:-1]) + second[-1], 0)
    return ANP.dot(slim, last[:-1]) + last[-1]


def error(parts: list[Any], inputs: Any, wanted: Any, distance: Any) -> Any:
    """Return half the mean squared error; `distance` is the target of the second head, taken as given."""
    found, known = heads(parts, inputs), ~np.isnan(wanted)
    missed = ANP.where(known[:, 0], found[:, 0] - np.nan_to_num(wanted[:, 0]), 0.0)
    decision = np.repeat(np.eye(len(SIZES)), SIZES, axis=0)
    common = ANP.dot(decision, ANP.dot(decision.T, missed) / SIZES)
    far = ANP.where(known[:, 1], found[:, 1] - distance, 0.0)
    return ANP.sum((missed - common) ** 2 + SHARED_ERROR_WEIGHT * common**2 + SPREAD_WEIGHT * far**2) / 2 / len(inputs)


@pytest.mark.parametrize("unknown", [False, True])
def test_slopes_are_the_gradient_of_the_error(unknown: bool) -> None:
    random = np.random.default_rng(3)
    layers = Layers.initial(1)
    layers.parts[2] = random.normal(0, 0.3, layers.parts[2].shape).astype(np.float32)
    inputs = (random.random((8, INPUTS)) < 0.2).astype(np.float32)
    wanted = random.normal(size=(8, 2)).astype(np.float32)
    if unknown:
        wanted[1], wanted[5, 1] = np.nan, np.nan
    parts = [part.astype(np.float64) for part in layers.parts]
    distance = np.abs(layers.heads(inputs)[:, 0] - np.nan_to_num(wanted[:, 1]))
    expected = GRAD(error)(parts, inputs, wanted, distance)
    for found, slope in zip(layers.gradients(inputs, wanted, SIZES), expected, strict=True):
        assert found == pytest.approx(slope, rel=1e-3, abs=1e-6)
