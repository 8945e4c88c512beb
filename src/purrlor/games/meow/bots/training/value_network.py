"""A value network: the expected share of the win for each card. No level uses one (docs/research/notebooks/meow.md).

`purrlor lab train meow --from results -o net.bin` trains it by Deep Monte Carlo (Zha and others, 2021): the network
plays matches against itself and learns, for every card that was played, the result of its seat. Numbers of seats and
the expert variant take turns. A second head, which is not kept, learns the lead in points, which says more than the
winner. With the same seed a CPU gives the same weights, with any number of threads. A GPU (with CuPy) is hundreds of
times as fast, but adds in another order. `Learned` plays by a network alone, to measure what it has learned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from math import cos, pi
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints
from purrlor.games.meow import Action, View
from purrlor.games.meow.bots.players import Tiger
from purrlor.games.meow.bots.policy.features import (
    CARDS,
    INPUTS,
    KINDS,
    MOST_ACTIVE,
    list_features,
    swap_colours,
    swap_if_due,
)
from purrlor.games.meow.bots.policy.network import pass_on, sum_rows
from purrlor.games.meow.bots.search.decision import CardDecision
from purrlor.games.meow.bots.search.rollouts import shown_cards
from purrlor.games.meow.kernels.bits import bits_of
from purrlor.games.meow.kernels.exponentials import Floats
from purrlor.games.meow.kernels.fast_rules import RulesTable, all_tokens, position
from purrlor.games.meow.tokens import STANDARD
from purrlor.kit.bots import Choice
from purrlor.kit.networks import layer_bytes, parse_layers

from .mlp import Mlp, inputs_of, may_play
from .self_play import FeatureRows, SelfPlayStep, Tables

WIDTHS = (512, 256, 128)
SHAPES = tuple((rows + 1, columns) for rows, columns in zip((INPUTS, *WIDTHS), (*WIDTHS, CARDS), strict=True))
"""Each layer has one more row, the bias."""
_ROOM = max(MOST_ACTIVE, *WIDTHS)


class Net(NamedTuple):
    """Weights, and buffers for one evaluation."""

    first: Floats
    second: Floats
    third: Floats
    last: Floats
    kinds: Ints
    places: Ints
    values: Floats
    wide: Floats
    middle: Floats
    slim: Floats
    judged: Floats
    """The value of each card, with pink and blue as the network sees them."""


def parse_net(content: bytes) -> Net:
    first, second, third, last = parse_layers(content, SHAPES)
    wide, middle, slim = (np.zeros(width) for width in WIDTHS)
    return Net(
        first=first,
        second=second,
        third=third,
        last=last,
        kinds=KINDS,
        places=np.zeros(_ROOM, np.int64),
        values=np.zeros(_ROOM),
        wide=wide,
        middle=middle,
        slim=slim,
        judged=np.zeros(CARDS),
    )


@compiled
def judge_cards(table: RulesTable, net: Net, state: Ints, shown: Ints) -> bool:
    """Write what each card is worth to the seat to move; what is written for cards that it may not play means nothing.

    Returns whether pink and blue changed places, in the position as well.
    """
    swapped = swap_if_due(state, shown)
    size = list_features(table, net.kinds, state, shown, net.places, net.values)
    places, values = net.places, net.values
    sum_rows(net.first, places, values, size, net.wide)
    pass_on(net.wide, net.second, places, values, net.middle)
    pass_on(net.middle, net.third, places, values, net.slim)
    pass_on(net.slim, net.last, places, values, net.judged)
    return swapped


@dataclass(frozen=True)
class Learned:
    """A bot that plays the card with the highest value; where all hands are known, the exact one. Where
    tokens or vases differ from those in training, it searches like `Tiger`."""

    net: Net
    search: Tiger = field(default_factory=Tiger)

    @classmethod
    def from_file(cls, path: str) -> Learned:
        return cls(parse_net(Path(path).read_bytes()))

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        if len(legal) == 1 or not knows(view):
            return self.search.choose(view, legal, random)
        decision = CardDecision(view, legal)
        known = decision.known()
        return decision.best(expected(self.net, decision) if known is None else known)


def knows(view: View) -> bool:
    """Return whether networks are trained with these tokens."""
    return view.vases == "per_pair" and all_tokens(view) == STANDARD


def expected(net: Net, decision: CardDecision) -> list[float]:
    """Return the share of the win that a network expects of each card."""
    view = decision.view
    hands = [bits_of(view.hand) if seat == decision.seat else 0 for seat in range(len(view.piles))]
    swapped = judge_cards(decision.table, net, position(view, hands), shown_cards(view))
    values: list[float] = net.judged.tolist()
    cards = [swap_colours(card) if swapped else card for card in decision.cards.tolist()]
    return [values[card.bit_length() - 1] for card in cards]


TABLES = ((4, False), (3, False), (5, False), (4, False), (2, False), (6, True), (4, True), (3, True), (5, True))
"""Seats, and whether all cards are dealt; at six they always are."""
LEAD = 20.0
"""The lead in points that counts as 1 for the second head."""
LEAD_COUNTS = 0.25
"""The weight of the second head's loss."""
FIRST_EPSILON, LAST_EPSILON = 0.05, 0.01
"""The probability of a random card, at first and at last."""
TRUST = 0.8
"""λ of the returns: the weight of later results; the rest is the value expected at the seat's next decision."""


@dataclass(frozen=True)
class TrainingOptions:
    matches: int = 200_000
    """Matches in total."""
    side_by_side: int = 512
    batch: int = 2048
    """Decisions in a batch."""
    rate: float = 1e-3
    """The initial learning rate."""
    seed: int = 1
    threads: int = 1
    gpu: bool = False

    @property
    def rounds(self) -> int:
        return max(1, self.matches // self.side_by_side)


class Learner:
    """The value network in training; `xp` is numpy or CuPy."""

    def __init__(self, options: TrainingOptions, xp: Any) -> None:
        self.options, self.xp = options, xp
        self.random, self.noise = np.random.default_rng(options.seed), xp.random.default_rng(options.seed)
        self.net = Mlp(xp, self.random, 2 * CARDS, WIDTHS)

    def hold(self, array: Any) -> Any:
        return self.xp.asarray(array)

    def judge(self, known: FeatureRows) -> Any:
        """Return the value of each card."""
        return self.net.passed(inputs_of(self.xp, known))[-1][:, :CARDS]

    def choose(self, known: FeatureRows, chance: float) -> tuple[Any, Any]:
        """Choose the best card, or with this probability a random one."""
        xp, values, size = self.xp, self.judge(known), len(known.legal)
        noise = self.noise.random((size, CARDS), np.float32)
        scores = xp.where((self.noise.random(size, np.float32) < chance)[:, None], noise, values)
        cards = xp.where(may_play(xp, known.legal, CARDS), scores, -xp.inf).argmax(axis=1)
        return cards, values[xp.arange(size), cards]

    def learn(self, steps: list[SelfPlayStep], results: Any, rate: float) -> float:
        """Train one pass over all decisions with a choice; return the mean squared error of the share of the win."""
        xp = self.xp
        free = xp.flatnonzero(xp.concatenate([step.free for step in steps]))
        cards, wanted = xp.concatenate([step.cards for step in steps]), returns(xp, steps, results)
        known = FeatureRows(*(xp.concatenate(parts) for parts in zip(*(step.known for step in steps), strict=True)))
        order, errors = free[xp.asarray(self.random.permutation(len(free)))], xp.zeros(1)
        for start in range(0, len(order), self.options.batch):
            chosen = order[start : start + self.options.batch]
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
    """Return the targets of each decision: the share of the win, and the lead.

    The share is a λ-return: distant results count less, and the values expected at the seat's next decisions count
    instead. That removes luck that comes long after the card.
    """
    rows, found = xp.arange(len(results)), list[Any]()
    later, next_value = results[:, :, 0].copy(), results[:, :, 0].copy()
    for step in reversed(steps):
        at = (rows, step.seats)
        later[at] = TRUST * later[at] + (1 - TRUST) * next_value[at]
        next_value[at] = step.values
        found.append(xp.stack([later[at], results[(*at, 1)] / np.float32(LEAD)], axis=1))
    return xp.concatenate(found[::-1])


def train(options: TrainingOptions, log: Callable[[str], None]) -> bytes:
    """Return the weights as a file."""
    learner = Learner(options, import_module("cupy") if options.gpu else np)
    began, told, errors = perf_counter(), 0, list[float]()
    with ThreadPoolExecutor(options.threads) as threads:
        for number in range(options.rounds):
            errors.append(_round(learner, number, threads))
            if number + 1 == options.rounds or (number + 1) * 50 // options.rounds > told:
                told = (number + 1) * 50 // options.rounds
                matches, error = (number + 1) * options.side_by_side, float(np.mean(errors[-len(TABLES) :]))
                log(f"{matches} matches in {perf_counter() - began:.0f} s: error {error**0.5:.4f}")
    return learner.content()


def _round(learner: Learner, number: int, threads: Executor) -> float:
    """Play and learn once, with the next kind of table."""
    options, done = learner.options, number / learner.options.rounds
    seats, expert = TABLES[number % len(TABLES)]
    chance = FIRST_EPSILON + (LAST_EPSILON - FIRST_EPSILON) * done
    tables = Tables(seats, expert, options.side_by_side)
    steps, results = tables.play(learner, chance, int(learner.random.integers(2**62)), threads)
    return learner.learn(steps, results, options.rate * (0.02 + 0.98 * (1 + cos(pi * done)) / 2))
