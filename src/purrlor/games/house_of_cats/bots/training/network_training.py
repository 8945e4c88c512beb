"""Trains the network of a sheet: `purrlor lab train house-of-cats --sheet 1 -o net1.bin`.

Each round collects decisions with what was learned so far and fits a new network to what looking ahead found in all
rounds. The same seed gives the same weights on the same machine, with any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from purrlor.games.house_of_cats.bots.value.features import FEATURES, Floats
from purrlor.games.house_of_cats.bots.value.linear import learned_weights
from purrlor.games.house_of_cats.bots.value.network_file import parse_net
from purrlor.kit.networks import Adam, layer_bytes

from .dataset import Houses
from .network_fit import SCALE, Layers, Singles, batches, within
from .self_play import Lesson, collect

PORTION = 100
"""Decisions that one worker collects at a time."""
HELD_OUT = 8
"""Every n-th match is held out: it shows what was learned."""
Map = Callable[..., Iterator[list[list[Lesson]]]]


@dataclass(frozen=True)
class Effort:
    sheet: int = 1
    rounds: int = 3
    decisions: int = 4000
    """Each round."""
    epochs: int = 16
    """How often each decision is learned from in a round."""
    rate: float = 2e-3
    decay: float = 0.5
    seed: int = 1
    workers: int = 1


class Learner:
    """A network as it learns: features are scaled to a spread of 1 for it."""

    def __init__(self, effort: Effort, houses: Houses) -> None:
        self.effort, self.houses = effort, houses
        self.random = np.random.default_rng(effort.seed)
        self.layers = Layers.begun(effort.seed)
        self.scales: Singles = (houses.features.std(axis=0) + 0.05).astype(np.float32)
        self.held_out = houses.matches % HELD_OUT == HELD_OUT - 1

    def content(self) -> bytes:
        """The weights as a file."""
        first, second, heads = (part.copy() for part in self.layers.parts)
        first[:FEATURES] /= self.scales[:, None]
        return layer_bytes([first, second, heads * np.float32(SCALE)])

    def learn(self) -> None:
        """Change the layers so that they find what looking ahead found; the rate falls to nothing."""
        houses, adam = self.houses, Adam(self.layers.parts, np, decay=self.effort.decay)
        wanted = np.stack([houses.values, houses.totals], axis=1) - houses.sums[:, None]
        missing: Singles = np.where(houses.full[:, None], np.nan, wanted / SCALE).astype(np.float32)
        kept = np.flatnonzero(~self.held_out)
        for done, chosen in batches(len(kept), self.effort.epochs, self.random):
            rows = houses.rows_of(kept[chosen])
            mirror = houses.mirrors[self.random.integers(len(houses.mirrors))]
            slopes = self.layers.slopes(self._lines(rows, mirror), missing[rows], houses.sizes[kept[chosen]])
            adam.step(slopes, self.effort.rate * (1 - done))

    def judged(self, rows: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Correction and spread of these houses, in points."""
        portions = np.array_split(rows, len(rows) // 4096 + 1)
        found = [self.layers.heads(self._lines(portion, self.houses.mirrors[0])) for portion in portions]
        heads = SCALE * np.concatenate(found).astype(np.float64)
        return np.where(self.houses.full[rows], 0.0, heads[:, 0]), heads[:, 1]

    def _lines(self, rows: NDArray[np.int64], mirror: NDArray[np.int64]) -> Singles:
        lines = self.houses.inputs(rows, mirror)
        lines[:, :FEATURES] /= self.scales
        return lines

    def figures(self) -> str:
        """In matches that were not learned from: how far apart a judgement and looking ahead put two turns of a
        decision, and how much worse the turn is that looks best, by looking ahead.
        """
        decisions = np.flatnonzero(self.held_out)
        if not len(decisions):
            return "too few matches to hold one out"
        rows, sizes = self.houses.rows_of(decisions), self.houses.sizes[decisions]
        values, sums, told = self.houses.values[rows], self.houses.sums[rows], list[str]()
        for name, judged in (("sum", sums), ("net", sums + self.judged(rows)[0])):
            missed = judged - values
            error = float(np.sqrt(np.mean((missed - within(missed, sizes)) ** 2)))
            ends = np.cumsum(sizes)
            lost = [
                values[end - size : end].max() - values[end - size + judged[end - size : end].argmax()]
                for end, size in zip(ends, sizes, strict=True)
            ]
            told.append(f"{name} {error:.3f} points off, {np.mean(lost):.3f} lost by a turn")
        return f"held out: {'; '.join(told)}"


def train(effort: Effort, log: Callable[[str], None]) -> bytes:
    """The weights of a sheet's network as a file."""
    matches, content = list[list[Lesson]](), b""
    weights = (learned_weights(effort.sheet), learned_weights(effort.sheet, alone=True))
    with _workers(effort.workers) as spread:
        for number in range(1, effort.rounds + 1):
            seeds = [f"{effort.seed}/{number}/{part}" for part in range(-(-effort.decisions // PORTION))]
            size = min(PORTION, effort.decisions)
            new = [match for part in spread(partial(portion, effort.sheet, content, size), seeds) for match in part]
            totals = [lesson.total for match in new for lesson in match]
            log(f"round {number}: {len(totals)} decisions, {np.mean(totals):.2f} points")
            matches += new
            learner = Learner(effort, Houses(effort.sheet, weights, matches))
            learner.learn()
            log(learner.figures())
            content = learner.content()
    return content


def portion(sheet: int, content: bytes, decisions: int, seed: str) -> list[list[Lesson]]:
    """What a worker collects with the network of the round before; no content: there is none yet."""
    return collect(sheet, parse_net(content) if content else None, decisions, seed)


@contextmanager
def _workers(number: int) -> Generator[Map]:
    if number == 1:
        yield map
        return
    with ProcessPoolExecutor(number, get_context("spawn")) as pool:
        yield pool.map
