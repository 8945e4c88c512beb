"""Fit the value network with numpy: minibatches of whole decisions, Adam with weight decay, all from one seed.

The first head learns what is missing in the weighted sum. What is missing for all turns of a decision alike does not
help to choose one, so it hardly counts. The second head learns how far the total at the end is from what the first one
says, which is taken as given there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from purrlor.games.house_of_cats.bots.value.network import HEADS, INPUTS, SLIM, WIDE

Singles = NDArray[np.float32]
BATCH = 64
"""Decisions in a batch."""
SCALE = 4.0
"""Points that count as 1 in the network while it learns."""
ALIKE = 0.05
"""How much an error counts that all turns of a decision have in common."""
FAR = 0.2
"""How much the second head counts."""


@dataclass
class Layers:
    """The weights; each layer has one more row to begin with."""

    parts: list[Singles]

    @classmethod
    def begun(cls, seed: int) -> Layers:
        """The heads begin at 0: the weighted sum counts alone then."""
        random = np.random.default_rng(seed)
        first = random.normal(0, 0.08, (INPUTS + 1, WIDE))
        second = random.normal(0, (2 / WIDE) ** 0.5, (WIDE + 1, SLIM))
        second[-1] = 0
        return cls([part.astype(np.float32) for part in (first, second, np.zeros((SLIM + 1, HEADS)))])

    def heads(self, inputs: Singles) -> Singles:
        return self._passed(inputs)[-1]

    def _passed(self, inputs: Singles) -> tuple[Singles, Singles, Singles]:
        first, second, heads = self.parts
        wide = np.maximum(inputs @ first[:-1] + first[-1], 0)
        slim = np.maximum(wide @ second[:-1] + second[-1], 0)
        return wide, slim, slim @ heads[:-1] + heads[-1]

    def slopes(self, inputs: Singles, wanted: Singles, sizes: NDArray[np.int64]) -> list[Singles]:
        """How the error changes with each weight.

        `wanted`: the correction after looking ahead, and the one at the end; not a number where nothing is to be
        learned. `sizes`: how many lines each decision has.
        """
        wide, slim, found = self._passed(inputs)
        missed = np.nan_to_num(found[:, 0] - wanted[:, 0])
        common = within(missed, sizes)
        missed = np.where(np.isnan(wanted[:, 0]), 0.0, missed - common + ALIKE * common)
        far = np.nan_to_num(found[:, 1] - np.abs(found[:, 0] - wanted[:, 1]))
        errors = (np.stack([missed, FAR * far], axis=1) / len(wanted)).astype(np.float32)
        back_slim = (errors @ self.parts[2][:-1].T) * (slim > 0)
        back_wide = (back_slim @ self.parts[1][:-1].T) * (wide > 0)
        pairs = ((inputs, back_wide), (wide, back_slim), (slim, errors))
        return [
            np.concatenate([left.T @ right, right.sum(axis=0, keepdims=True)]).astype(np.float32)
            for left, right in pairs
        ]


def within(values: NDArray[np.floating], sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """For each line the mean of its decision."""
    decision = np.repeat(np.arange(len(sizes)), sizes)
    return (np.bincount(decision, values) / sizes)[decision]


def batches(size: int, epochs: int, random: np.random.Generator) -> Iterator[tuple[float, NDArray[np.int64]]]:
    """The decisions of each batch, and how much of the work is done before it."""
    done, all_steps = 0, epochs * max(1, size // BATCH)
    for _ in range(epochs):
        order = random.permutation(size)
        for begin in range(0, max(1, size // BATCH) * BATCH, BATCH):
            yield done / all_steps, order[begin : begin + BATCH]
            done += 1
