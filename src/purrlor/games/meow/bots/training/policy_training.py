"""Trains the network of `policy/network.py`: `purrlor lab train meow --seats 4 -o policy-4.bin`.

Trees play matches against each other, all with the same number of seats. The network learns which card each of them
played and, so that every decision teaches more, what the tree expected of the others; that second head is not kept.
After the layers that see the whole decision comes a small one that sees each card by where it stands (`standing.py`):
it brought as much as twice the matches. The same seed gives the same weights on the same machine, with any number of
threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import cos, pi
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from purrlor.games.meow.bots.policy.card_features import CARDS, STANDINGS, write_standings
from purrlor.games.meow.bots.policy.features import COLOUR, OWN, TAKING, UNSEEN
from purrlor.games.meow.bots.policy.network import CARD_UNITS, RIVAL_SHAPES, RIVAL_WIDTHS
from purrlor.games.meow.kernels.bits import BLUE, GREEN, PINK
from purrlor.kit.networks import layer_bytes, parse_layers

from .mlp import Mlp, inputs_of, may_play
from .self_play import KnownRows
from .tree_matches import Lessons, Watch, joined

HELD_OUT = 8
"""Every n-th match is held out: it shows what was learned."""
SHARPNESS = 20.0
"""What a difference of the whole win counts for the second head."""
WORTHS_COUNT = 0.25
"""How much the second head's error counts."""
DECAY = 0.05
_COLOURS = np.array([PINK, BLUE, GREEN])
_CONTEXT = slice(CARDS, CARDS + CARD_UNITS)
"""The outputs with which the units of each card begin."""
_HEADS = (slice(0, CARDS), slice(CARDS + CARD_UNITS, 2 * CARDS + CARD_UNITS))
"""The outputs of both heads by card: which one is played, and what is expected of it."""
_AT_A_TIME = 8192
"""Decisions that are judged at once where nothing is learned: all of them would take gigabytes."""
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
    begin: bytes | None = None
    """The weights to learn on from, of tables with another number of seats: with these it takes far fewer matches."""


class Judged(NamedTuple):
    """What comes out of each layer for a number of decisions, and of the units of each card."""

    layers: list[Any]
    card_layers: list[Any]
    places: tuple[Any, Any]
    """By card that may be played: the decision, and the number of the card."""

    @property
    def liking(self) -> Any:
        return self._of_cards(0)

    @property
    def worths(self) -> Any:
        return self._of_cards(1)

    def _of_cards(self, head: int) -> Any:
        found = self.layers[-1][:, _HEADS[head]].copy()
        found[self.places] += self.card_layers[-1][:, head]
        return found


class RivalLearner:
    """The network while it learns."""

    def __init__(self, effort: Effort) -> None:
        self.effort, self.random = effort, np.random.default_rng(effort.seed)
        self.net = Mlp(np, self.random, 2 * CARDS + CARD_UNITS, RIVAL_WIDTHS, decay=DECAY)
        self.cards = Mlp(np, self.random, 2, (CARD_UNITS,), inputs=STANDINGS, decay=DECAY)
        if effort.begin is not None:
            self._take(parse_layers(effort.begin, RIVAL_SHAPES, np.float32))

    def _take(self, layers: Sequence[Any]) -> None:
        """Go on with these weights; those of the second head, which is not kept, begin anew."""
        for net, own in ((self.net, layers[:3]), (self.cards, layers[3:])):
            for part, kept, layer in zip(net.parts, net.kept, own, strict=True):
                part[:, : layer.shape[1]] = layer
                kept[:] = part

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
        self.cards.settle()
        return error / size

    def judged(self, known: KnownRows) -> Judged:
        inputs, (decisions, numbers, standings) = inputs_of(np, known), _standings_of(known)
        layers = self.net.passed(inputs)
        card_layers = self.cards.passed(standings, layers[-1][decisions, _CONTEXT])
        return Judged(layers, card_layers, (decisions, numbers))

    def _step(self, lessons: Lessons, rate: float) -> float:
        rows, judged = np.arange(len(lessons.cards)), self.judged(lessons.known)
        chances = chances_of(judged.liking, lessons.known.legal)
        error = -np.log(chances[rows, lessons.cards]).sum()
        back = np.zeros_like(judged.layers[-1])
        back[:, _HEADS[0]] = chances
        back[rows, lessons.cards] -= 1
        tried = ~np.isnan(lessons.worths)
        worths = np.where(tried, lessons.worths, 0)
        middle = worths.sum(axis=1, keepdims=True) / tried.sum(axis=1, keepdims=True)
        missed = np.where(tried, judged.worths - SHARPNESS * (worths - middle), 0)
        back[:, _HEADS[1]] = WORTHS_COUNT * missed
        back /= len(rows)
        card_back = np.stack([back[:, head][judged.places] for head in _HEADS], axis=1)
        slopes = self.cards.step(judged.card_layers[:-1], card_back, rate)
        begins = np.searchsorted(judged.places[0], rows)
        back[:, _CONTEXT] = np.add.reduceat(slopes, begins)
        self.net.step(judged.layers[:-1], back, rate)
        return float(error)

    def figures(self, lessons: Lessons) -> str:
        """How well it guesses decisions that it has not learned from."""
        hits, error, size = 0, 0.0, len(lessons.cards)
        for start in range(0, size, _AT_A_TIME):
            part = lessons.part(slice(start, start + _AT_A_TIME))
            chances = chances_of(self.judged(part.known).liking, part.known.legal)
            hits += int((chances.argmax(axis=1) == part.cards).sum())
            error -= float(np.log(chances[np.arange(len(chances)), part.cards]).sum())
        return f"held out: {100 * hits / size:.1f} % of {size} cards guessed, error {error / size:.4f}"

    def content(self) -> bytes:
        """The weights as a file."""
        return layer_bytes([*self.net.layers(CARDS + CARD_UNITS), *self.cards.layers(1)])


def _standings_of(known: KnownRows) -> tuple[Any, Any, Any]:
    """By card that may be played: the decision, its number, and its inputs."""
    bits, powers = np.unpackbits(known.bits, axis=1).astype(np.int64), 1 << np.arange(CARDS)
    own, unseen, taking = (bits[:, first : first + CARDS] @ powers for first in (OWN, UNSEEN, TAKING))
    led = bits[:, COLOUR : COLOUR + len(_COLOURS)] @ _COLOURS
    cards = np.stack([known.legal, own, unseen, taking, led], axis=1)
    size = int(np.bitwise_count(known.legal).sum())
    decisions, numbers = np.zeros(size, np.int64), np.zeros(size, np.int64)
    found = np.zeros((size, STANDINGS), np.float32)
    write_standings(cards, found, decisions, numbers)
    return decisions, numbers, found


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
