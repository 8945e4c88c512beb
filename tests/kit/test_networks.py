"""Files of weights; Adam, compared with the implementation of the package autograd."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from purrlor.kit.networks import Adam, layer_bytes, parse_layers

ORACLE: Any = import_module("autograd.misc.optimizers")
STEPS = 40


def test_it_takes_the_steps_of_autograds_adam() -> None:
    random = np.random.default_rng(1)
    begin, wanted = random.normal(size=(2, 5, 3))

    def slope(x: Any, _: int = 0) -> Any:
        return (x - wanted) ** 3

    expected = ORACLE.adam(slope, begin.copy(), num_iters=STEPS, step_size=0.05, eps=1e-6)
    part = begin.copy()
    adam = Adam([part])
    for _ in range(STEPS):
        adam.step([slope(part)], 0.05)
    assert part == pytest.approx(expected, rel=1e-12)


def test_every_layer_has_means_of_its_own() -> None:
    random = np.random.default_rng(2)
    parts = [random.normal(size=shape) for shape in ((4, 3), (4, 2))]
    alone = [part.copy() for part in parts]
    together, single = Adam(parts), [Adam([part]) for part in alone]
    for _ in range(STEPS):
        together.step([part**3 for part in parts], 0.1)
        for adam, part in zip(single, alone, strict=True):
            adam.step([part**3], 0.1)
    assert all(np.array_equal(part, other) for part, other in zip(parts, alone, strict=True))


def test_weights_decay_apart_from_the_slope_and_the_last_row_does_not() -> None:
    """Loshchilov and Hutter: the decay is not scaled by the moments."""
    part = np.ones((3, 2))
    adam = Adam([part], decay=0.5)
    for _ in range(STEPS):
        adam.step([np.zeros((3, 2))], 0.1)
    assert part[:-1] == pytest.approx(np.full((2, 2), 0.95**STEPS))
    assert part[-1] == pytest.approx([1, 1])


def test_a_file_holds_a_network_up_to_a_small_step() -> None:
    shapes = ((8, 5), (6, 3))
    layers = [np.random.default_rng(1).normal(size=shape) for shape in shapes]
    for layer, found in zip(layers, parse_layers(layer_bytes(layers), shapes), strict=True):
        assert np.abs(layer - found).max() <= np.abs(layer).max() / 32767
