"""Trains the network of `rival_play.py`: `purrlor lab train meow --seats 4 -o rival-4.bin`.

Trees play matches against each other, all with the same number of seats. The network learns which card each of them
played and, so that every decision teaches more, what the tree expected of the others; that second head is not kept. The
same seed gives the same weights on the same machine, with any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import cos, pi
from time import perf_counter
from typing import Any

import numpy as np

from purrlor.kit.layers import layer_bytes

from .mlp import Mlp, inputs_of, may_play
from .rival_play import CARDS, RIVAL_WIDTHS
from .rivals import Lessons, Watch, joined

HELD_OUT = 8
"""Every n-th match is held out: it shows what was learned."""
SHARPNESS = 20.0
"""What a difference of the whole win counts for the second head."""
WORTHS_COUNT = 0.25
"""How much the second head's error counts."""
DECAY = 0.05
REPORTED = 1000
"""After how many matches each the log says how far they are."""


@dataclass(frozen=True)
class Effort:
    seats: int = 4
    matches: int = 40_000
    iterations: int = 2000
    """Of each tree."""
    epochs: int = 10
    """How often each decision is learned from."""
    batch: int = 512
    rate: float = 1e-3
    """How fast it learns at first."""
    seed: int = 1
    threads: int = 1


class RivalLearner:
    """The network while it learns."""

    def __init__(self, effort: Effort) -> None:
        self.effort, self.random = effort, np.random.default_rng(effort.seed)
        self.net = Mlp(np, self.random, 2 * CARDS, RIVAL_WIDTHS, decay=DECAY)

    def learn(self, lessons: Lessons) -> float:
        """The mean logarithmic error of the last epoch."""
        size, done, error = len(lessons.cards), 0, 0.0
        for _ in range(self.effort.epochs):
            order, error = self.random.permutation(size), 0.0
            for start in range(0, size, self.effort.batch):
                part = order[start : start + self.effort.batch]
                falling = 0.02 + 0.98 * (1 + cos(pi * done / (self.effort.epochs * size))) / 2
                error += self._step(lessons.part(part), self.effort.rate * falling)
                done += len(part)
        self.net.settle()
        return error / size

    def _step(self, lessons: Lessons, rate: float) -> float:
        rows = np.arange(len(lessons.cards))
        *layers, found = self.net.passed(inputs_of(np, lessons.known))
        chances, back = chances_of(found[:, :CARDS], lessons.known.legal), np.zeros_like(found)
        error = -np.log(chances[rows, lessons.cards]).sum()
        back[:, :CARDS] = chances
        back[rows, lessons.cards] -= 1
        tried = ~np.isnan(lessons.worths)
        worths = np.where(tried, lessons.worths, 0)
        middle = worths.sum(axis=1, keepdims=True) / tried.sum(axis=1, keepdims=True)
        missed = np.where(tried, found[:, CARDS:] - SHARPNESS * (worths - middle), 0)
        back[:, CARDS:] = WORTHS_COUNT * missed
        self.net.step(layers, (back / len(rows)).astype(np.float32), rate)
        return float(error)

    def figures(self, lessons: Lessons) -> str:
        """How well it guesses decisions that it has not learned from."""
        chances = chances_of(self.net.passed(inputs_of(np, lessons.known))[-1][:, :CARDS], lessons.known.legal)
        hits = float((chances.argmax(axis=1) == lessons.cards).mean())
        error = float(-np.log(chances[np.arange(len(chances)), lessons.cards]).mean())
        return f"held out: {100 * hits:.1f} % of {len(chances)} cards guessed, error {error:.4f}"

    def content(self) -> bytes:
        """The weights as a file."""
        return layer_bytes(self.net.layers(CARDS))


def chances_of(liking: Any, legal: Any) -> Any:
    """The probability of each card, from how much each is liked."""
    liking = np.where(may_play(np, legal, CARDS), liking, -np.inf)
    powers = np.exp(liking - liking.max(axis=1, keepdims=True))
    return np.maximum(powers / powers.sum(axis=1, keepdims=True), 1e-9)


def train(effort: Effort, log: Callable[[str], None]) -> bytes:
    """The weights as a file."""
    began = perf_counter()
    seeds = np.random.default_rng((effort.seed, 1)).integers(0, 2**63, effort.matches, np.uint64).tolist()
    with ThreadPoolExecutor(effort.threads) as threads:
        matches = list[Lessons]()
        for match in threads.map(Watch(effort.seats, iterations=effort.iterations), seeds):
            matches.append(match)
            if not len(matches) % REPORTED or len(matches) == effort.matches:
                log(f"{len(matches)} of {effort.matches} matches of trees in {perf_counter() - began:.0f} s")
    learner = RivalLearner(effort)
    kept = [match for number, match in enumerate(matches) if number % HELD_OUT != HELD_OUT - 1]
    lessons = joined(kept)
    log(f"{len(lessons.cards)} cards of {len(kept)} matches: error {learner.learn(lessons):.4f}")
    if len(matches) >= HELD_OUT:
        log(learner.figures(joined(matches[HELD_OUT - 1 :: HELD_OUT])))
    return learner.content()
