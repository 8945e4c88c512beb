"""Trains the network of `net.py`: `purrlor lab train meow --from results -o net.bin`.

Deep Monte Carlo (Zha and others, 2021): the network plays matches against itself and learns, for every card that was
played, what its seat had in the end. Table sizes and the expert variant take turns. A second head learns the lead in
points, which says more than who won; it is not kept. With the same seed a processor gives the same weights, with any
number of threads. On a GPU (with CuPy) it is some hundred times as fast, but sums are in another order there.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from math import cos, pi
from time import perf_counter
from typing import Any

import numpy as np

from purrlor.games.meow.bots.policy.card_features import CARDS
from purrlor.kit.networks import layer_bytes

from .mlp import Mlp, inputs_of, may_play
from .self_play import KnownRows, SelfPlayStep, Tables

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


class Learner:
    """The network while it learns, and where it does: `xp` is numpy, or CuPy."""

    def __init__(self, effort: Effort, xp: Any) -> None:
        self.effort, self.xp = effort, xp
        self.random, self.noise = np.random.default_rng(effort.seed), xp.random.default_rng(effort.seed)
        self.net = Mlp(xp, self.random, 2 * CARDS)

    def hold(self, array: Any) -> Any:
        return self.xp.asarray(array)

    def judge(self, known: KnownRows) -> Any:
        """What each card is worth."""
        return self.net.passed(inputs_of(self.xp, known))[-1][:, :CARDS]

    def choose(self, known: KnownRows, chance: float) -> tuple[Any, Any]:
        """The best card, or any one."""
        xp, worths, size = self.xp, self.judge(known), len(known.legal)
        noise = self.noise.random((size, CARDS), np.float32)
        scores = xp.where((self.noise.random(size, np.float32) < chance)[:, None], noise, worths)
        cards = xp.where(may_play(xp, known.legal, CARDS), scores, -xp.inf).argmax(axis=1)
        return cards, worths[xp.arange(size), cards]

    def learn(self, steps: list[SelfPlayStep], results: Any, rate: float) -> float:
        """One pass over all decisions with a choice; the mean square error of the share of the win."""
        xp = self.xp
        free = xp.flatnonzero(xp.concatenate([step.free for step in steps]))
        cards, wanted = xp.concatenate([step.cards for step in steps]), returns(xp, steps, results)
        known = KnownRows(*(xp.concatenate(parts) for parts in zip(*(step.known for step in steps), strict=True)))
        order, errors = free[xp.asarray(self.random.permutation(len(free)))], xp.zeros(1)
        for start in range(0, len(order), self.effort.batch):
            chosen = order[start : start + self.effort.batch]
            errors += self._step(inputs_of(xp, known.part(chosen)), cards[chosen], wanted[chosen], rate)
        return float(errors[0]) / len(order)

    def _step(self, inputs: Any, cards: Any, wanted: Any, rate: float) -> Any:
        *layers, found = self.net.passed(inputs)
        rows, back = self.xp.arange(len(cards)), self.xp.zeros_like(found)
        missed = self.xp.stack([found[rows, cards] - wanted[:, 0], found[rows, cards + CARDS] - wanted[:, 1]])
        back[rows, cards], back[rows, cards + CARDS] = missed[0], LEAD_COUNTS * missed[1]
        self.net.step(layers, back / len(cards), rate)
        return (missed[0] ** 2).sum()

    def content(self) -> bytes:
        return layer_bytes(self.net.layers(CARDS))


def returns(xp: Any, steps: list[SelfPlayStep], results: Any) -> Any:
    """What each decision is to be judged by: the share of the win, and the lead.

    The share is a λ-return: the result counts less, the further away it is, and what the network expected at the seat's
    next decisions counts instead. That takes luck away which comes long after the card.
    """
    rows, found = xp.arange(len(results)), list[Any]()
    later, next_worth = results[:, :, 0].copy(), results[:, :, 0].copy()
    for step in reversed(steps):
        at = (rows, step.seats)
        later[at] = TRUST * later[at] + (1 - TRUST) * next_worth[at]
        next_worth[at] = step.worths
        found.append(xp.stack([later[at], results[(*at, 1)] / np.float32(LEAD)], axis=1))
    return xp.concatenate(found[::-1])


def train(effort: Effort, log: Callable[[str], None]) -> bytes:
    """The weights as a file."""
    learner = Learner(effort, import_module("cupy") if effort.gpu else np)
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
    tables = Tables(seats, expert, effort.side_by_side)
    steps, results = tables.play(learner, chance, int(learner.random.integers(2**62)), threads)
    return learner.learn(steps, results, effort.rate * (0.02 + 0.98 * (1 + cos(pi * done)) / 2))
