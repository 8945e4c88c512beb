"""Trains the network: `purrlor lab train meow -o net.bin`.

Deep Monte Carlo (Zha and others, 2021): the network plays matches against itself and learns, for every card that was
played, what its seat had in the end. Table sizes and the expert variant take turns. A second head learns the lead in
points, which says more than who won; it is not kept. With the same seed a processor gives the same weights, with any
number of threads. On a GPU (with CuPy) it is some hundred times as fast, but sums are in another order there.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from math import cos, pi
from time import perf_counter
from typing import Any

import numpy as np

from purrlor.kit.adam import Adam
from purrlor.kit.layers import layer_bytes

from .inputs import INPUTS, POINT
from .net import CARDS, WIDTHS
from .self_play import SelfPlayStep, Tables

TABLES = ((4, False), (3, False), (5, False), (4, False), (2, False), (6, True), (4, True), (3, True), (5, True))
"""Seats, and whether all cards are dealt; at six they always are."""
LEAD = 20.0
"""Points ahead that count as 1 for the second head."""
LEAD_COUNTS = 0.25
"""How much the second head's error counts."""
MOST_WHIMS, FEWEST_WHIMS = 0.05, 0.01
"""How often any card is played, at first and at last."""
TRUST = 0.8
"""How much of what came later counts; the rest is what the network expected at the seat's next decision."""
AVERAGED = 0.998
"""The weights that are kept are a mean over those of the last batches; each counts this much of the next."""


@dataclass(frozen=True)
class Effort:
    matches: int = 200_000
    """In all."""
    side_by_side: int = 512
    batch: int = 2048
    """Decisions in a batch."""
    rate: float = 1e-3
    """How fast it learns at first."""
    seed: int = 1
    threads: int = 1
    gpu: bool = False

    @property
    def rounds(self) -> int:
        return max(1, self.matches // self.side_by_side)


@dataclass
class Learner:
    """The network while it learns, and where it does: `xp` is numpy, or CuPy."""

    effort: Effort
    xp: Any
    random: np.random.Generator
    parts: list[Any] = field(init=False)

    def __post_init__(self) -> None:
        sizes, spreads = (INPUTS, *WIDTHS, 2 * CARDS), (0.1, *((2 / width) ** 0.5 for width in WIDTHS[:-1]), 0.02)
        self.parts = [self._begun(*shape) for shape in zip(sizes[:-1], sizes[1:], spreads, strict=True)]
        self.kept = [part.copy() for part in self.parts]
        self.adam = Adam(self.parts, self.xp)

    def _begun(self, rows: int, columns: int, spread: float) -> Any:
        layer = self.random.normal(0, spread, (rows + 1, columns)).astype(np.float32)
        layer[-1] = 0
        return self.xp.asarray(layer)

    def hold(self, inputs: Any) -> Any:
        return self.xp.asarray(inputs)

    def judge(self, inputs: Any) -> Any:
        worths = self._passed(self._floats(inputs))[-1][:, :CARDS]
        return worths if self.xp is np else worths.get()

    def _floats(self, inputs: Any) -> Any:
        return inputs.astype(np.float32) * np.float32(POINT)

    def _passed(self, inputs: Any) -> list[Any]:
        """What comes out of each layer, the inputs first."""
        found = [inputs]
        for part in self.parts[:-1]:
            found.append(self.xp.maximum(found[-1] @ part[:-1] + part[-1], 0))
        return [*found, found[-1] @ self.parts[-1][:-1] + self.parts[-1][-1]]

    def learn(self, steps: list[SelfPlayStep], results: Any, rate: float) -> float:
        """One pass over all decisions with a choice; the mean square error of the share of the win."""
        xp = self.xp
        free = np.flatnonzero(np.concatenate([step.free for step in steps]))
        cards = xp.asarray(np.concatenate([step.cards for step in steps]))
        inputs, wanted = xp.concatenate([step.inputs for step in steps]), xp.asarray(returns(steps, results))
        order = xp.asarray(self.random.permutation(free))
        errors = xp.zeros(1)
        for start in range(0, len(free), self.effort.batch):
            chosen = order[start : start + self.effort.batch]
            errors += self._step(self._floats(inputs[chosen]), cards[chosen], wanted[chosen], rate)
        return float(errors[0]) / len(free)

    def _step(self, inputs: Any, cards: Any, wanted: Any, rate: float) -> Any:
        *layers, found = self._passed(inputs)
        rows, back = self.xp.arange(len(cards)), self.xp.zeros_like(found)
        missed = self.xp.stack([found[rows, cards] - wanted[:, 0], found[rows, cards + CARDS] - wanted[:, 1]])
        back[rows, cards], back[rows, cards + CARDS] = missed[0], LEAD_COUNTS * missed[1]
        back /= len(cards)
        slopes = list[Any]()
        for layer, part in zip(reversed(layers), reversed(self.parts), strict=True):
            slopes.append(self.xp.concatenate([layer.T @ back, back.sum(axis=0)[None]]))
            back = (back @ part[:-1].T) * (layer > 0)
        self.adam.step(slopes[::-1], rate)
        for number, part in enumerate(self.parts):
            self.kept[number] += np.float32(1 - AVERAGED) * (part - self.kept[number])
        return (missed[0] ** 2).sum()

    def content(self) -> bytes:
        layers = [part if self.xp is np else part.get() for part in self.kept]
        layers[-1] = layers[-1][:, :CARDS]
        return layer_bytes(layers)


def returns(steps: list[SelfPlayStep], results: Any) -> Any:
    """What each decision is to be judged by: the share of the win, and the lead.

    The share is a λ-return: the result counts less, the further away it is, and what the network expected at the seat's
    next decisions counts instead. That takes luck away which comes long after the card.
    """
    rows, found = np.arange(len(results)), list[Any]()
    later, next_worth = results[:, :, 0].copy(), results[:, :, 0].copy()
    for step in reversed(steps):
        at = (rows, step.seats)
        later[at] = TRUST * later[at] + (1 - TRUST) * next_worth[at]
        next_worth[at] = step.worths
        found.append(np.stack([later[at], results[(*at, 1)] / np.float32(LEAD)], axis=1))
    return np.concatenate(found[::-1])


def train(effort: Effort, log: Callable[[str], None]) -> bytes:
    """The weights as a file."""
    learner = Learner(effort, import_module("cupy") if effort.gpu else np, np.random.default_rng(effort.seed))
    began, told, errors = perf_counter(), 0, list[float]()
    with ThreadPoolExecutor(effort.threads) as threads:
        for number in range(effort.rounds):
            errors.append(_round(learner, number, threads))
            if number + 1 == effort.rounds or (number + 1) * 50 // effort.rounds > told:
                told = (number + 1) * 50 // effort.rounds
                matches, error = (number + 1) * effort.side_by_side, float(np.mean(errors[-len(TABLES) :]))
                log(f"{matches} matches in {perf_counter() - began:.0f} s: error {error**0.5:.4f}")
    return learner.content()


def _round(learner: Learner, number: int, threads: Executor) -> float:
    """Play and learn once, at the table whose turn it is."""
    effort, done = learner.effort, number / learner.effort.rounds
    seats, expert = TABLES[number % len(TABLES)]
    chance = MOST_WHIMS + (FEWEST_WHIMS - MOST_WHIMS) * done
    steps, results = Tables(seats, expert, effort.side_by_side).play(
        learner, chance, int(learner.random.integers(2**62)), threads
    )
    return learner.learn(steps, results, effort.rate * (0.02 + 0.98 * (1 + cos(pi * done)) / 2))
