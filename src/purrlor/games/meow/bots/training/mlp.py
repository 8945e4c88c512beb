"""A multilayer perceptron in training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from purrlor.games.meow.bots.policy.features import AHEAD, INPUTS, POINT
from purrlor.kit.networks import Adam

from .rows import FeatureRows

AVERAGED = 0.998
"""The decay of the moving average of the weights that is kept; it is lower at first."""
_SHIFTS = np.array([7, 6, 5, 4, 3, 2, 1, 0], np.uint8)


class Mlp:
    """A multilayer perceptron with rectified linear units; the last row of each layer is the bias."""

    def __init__(
        self,
        random: np.random.Generator,
        outputs: int,
        widths: Sequence[int],
        *,
        inputs: int = INPUTS,
        decay: float = 0.0,
    ) -> None:
        sizes, spreads = (inputs, *widths, outputs), (0.1, *((2 / width) ** 0.5 for width in widths[:-1]), 0.02)
        self.parts = [_begun(random, *shape) for shape in zip(sizes[:-1], sizes[1:], spreads, strict=True)]
        self.kept = [part.copy() for part in self.parts]
        self.adam = Adam(self.parts, decay=decay)

    def passed(self, inputs: Any, added: Any = 0) -> list[Any]:
        """Return the outputs of each layer, the inputs first. `added`: a term for the sums of the first layer."""
        found = [inputs]
        for number, part in enumerate(self.parts[:-1]):
            found.append(np.maximum(found[-1] @ part[:-1] + part[-1] + (0 if number else added), 0))
        return [*found, found[-1] @ self.parts[-1][:-1] + self.parts[-1][-1]]

    def step(self, layers: Sequence[Any], back: Any, rate: float) -> Any:
        """Learn from one batch and return the gradient at the sums of the first layer.

        `layers`: the outputs of each layer but the last; `back`: the gradient of the loss at the last one.
        """
        slopes = list[Any]()
        for number in range(len(layers) - 1, -1, -1):
            slopes.append(np.concatenate([layers[number].T @ back, back.sum(axis=0)[None]]))
            if number:
                back = (back @ self.parts[number][:-1].T) * (layers[number] > 0)
        self.adam.step(slopes[::-1], rate)
        fresh = max(1 - AVERAGED, 10 / (10 + self.adam.steps))
        for number, part in enumerate(self.parts):
            self.kept[number] += np.float32(fresh) * (part - self.kept[number])
        return back

    def settle(self) -> None:
        """Continue with the averaged weights."""
        for part, kept in zip(self.parts, self.kept, strict=True):
            part[:] = kept

    def layers(self, outputs: int) -> list[Any]:
        """Return the averaged weights with the first `outputs` columns of the last layer."""
        return [*self.kept[:-1], self.kept[-1][:, :outputs]]


def _begun(random: np.random.Generator, rows: int, columns: int, spread: float) -> Any:
    layer = random.normal(0, spread, (rows + 1, columns)).astype(np.float32)
    layer[-1] = 0
    return layer


def inputs_of(known: FeatureRows) -> Any:
    """Return the inputs of the first layer."""
    bits = known.bits[:, :, None] >> _SHIFTS & 1
    places = bits.reshape(len(bits), -1)[:, :AHEAD].astype(np.float32)
    return np.concatenate([places, known.numbers.astype(np.float32) * np.float32(POINT)], axis=1)


def may_play(legal: Any, cards: int) -> Any:
    """Return which cards are legal, by [row, card]."""
    return (legal[:, None] >> np.arange(cards)[None, :] & 1).astype(np.bool_)
