"""Train the policy network (`policy/network.py`): `purrlor lab train meow --seats 4 -o policy-4.bin`.

Tree searches play matches against each other, all with the same number of seats. The network learns which card each of
them played; a second head, which is not kept, learns the values that the tree expected of all cards. Units per card
with features of their own improved it as much as twice the matches. The same seed gives the same weights on the same
machine, with any number of threads. The network answers a thousand times as fast as a tree, so a search can evaluate it
at every card of a rollout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import cos, pi
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from purrlor.compiled.bits import Ints, Source, below, source
from purrlor.games.meow.bots.policy.features import (
    CARD_FEATURES,
    CARDS,
    COLOUR,
    OWN,
    TAKING,
    UNSEEN,
    card_number,
    swap_colours,
    swaps_colours,
    write_card_features,
)
from purrlor.games.meow.bots.policy.network import CARD_UNITS, HIDDEN_WIDTHS, NETWORK_SHAPES
from purrlor.games.meow.bots.search.ismcts import grow_tree, new_tree, read_tree
from purrlor.games.meow.bots.search.values import RoundValues, values_of_position
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import BLUE, GREEN, PINK, any_bit
from purrlor.games.meow.kernels.deals import Deals
from purrlor.games.meow.kernels.fast_rules import HAND, PLAYED, ROW, TURN, VOID, RulesTable
from purrlor.games.meow.rules import Meow
from purrlor.kit.networks import layer_bytes, parse_layers

from .mlp import Mlp, inputs_of, may_play
from .rows import FeatureRows, Rows, blank_rows

HELD_OUT = 8
"""Every n-th match is held out for validation."""
SHARPNESS = 20.0
"""The scale of values for the second head: the output for a difference of a whole win."""
VALUES_COUNT = 0.25
"""The weight of the second head's loss."""
DECAY = 0.05
_COLOURS = np.array([PINK, BLUE, GREEN])
_CONTEXT = slice(CARDS, CARDS + CARD_UNITS)
"""The outputs that are the context of the units per card."""
_HEADS = (slice(0, CARDS), slice(CARDS + CARD_UNITS, 2 * CARDS + CARD_UNITS))
"""The outputs of both heads by card: logits and values."""
_AT_A_TIME = 8192
"""Decisions per batch in validation; all at once would take gigabytes."""
REPORTED = 1000
"""The log reports after each of this number of matches."""


@dataclass(frozen=True)
class TrainingOptions:
    seats: int = 4
    matches: int = 40_000
    iterations: int = 2000
    """Iterations of each tree."""
    epochs: int = 10
    """Passes over all decisions."""
    batch: int = 512
    rate: float = 1e-3
    """The initial learning rate."""
    seed: int = 1
    threads: int = 1
    begin: bytes | None = None
    """Weights to start from, trained with another number of seats: with these, training needs far fewer matches."""


class Judged(NamedTuple):
    """The outputs of each layer for a batch of decisions, and of the units per card."""

    layers: list[Any]
    card_layers: list[Any]
    places: tuple[Any, Any]
    """The index of the decision and the number of the card, for each legal card."""

    @property
    def logits(self) -> Any:
        return self._of_cards(0)

    @property
    def values(self) -> Any:
        return self._of_cards(1)

    def _of_cards(self, head: int) -> Any:
        found = self.layers[-1][:, _HEADS[head]].copy()
        found[self.places] += self.card_layers[-1][:, head]
        return found


class PolicyLearner:
    """The policy network in training."""

    def __init__(self, options: TrainingOptions) -> None:
        self.options, self.random = options, np.random.default_rng(options.seed)
        self.net = Mlp(self.random, 2 * CARDS + CARD_UNITS, HIDDEN_WIDTHS, decay=DECAY)
        self.cards = Mlp(self.random, 2, (CARD_UNITS,), inputs=CARD_FEATURES, decay=DECAY)
        if options.begin is not None:
            self._take(parse_layers(options.begin, NETWORK_SHAPES, np.float32))

    def _take(self, layers: Sequence[Any]) -> None:
        """Start from these weights; those of the second head, which is not kept, stay random."""
        for net, own in ((self.net, layers[:3]), (self.cards, layers[3:])):
            for part, kept, layer in zip(net.parts, net.kept, own, strict=True):
                part[:, : layer.shape[1]] = layer
                kept[:] = part

    def learn(self, examples: TreeExamples) -> float:
        """Train on the examples; return the mean cross-entropy of the last epoch."""
        size, done, error = len(examples.cards), 0, 0.0
        for _ in range(self.options.epochs):
            order, error = self.random.permutation(size), 0.0
            for start in range(0, size, self.options.batch):
                part = order[start : start + self.options.batch]
                falling = 0.02 + 0.98 * (1 + cos(pi * done / (self.options.epochs * size))) / 2
                error += self._step(examples.part(part), self.options.rate * falling)
                done += len(part)
        self.net.settle()
        self.cards.settle()
        return error / size

    def judged(self, known: FeatureRows) -> Judged:
        inputs, (decisions, numbers, card_inputs) = inputs_of(known), _card_features_of(known)
        layers = self.net.passed(inputs)
        card_layers = self.cards.passed(card_inputs, layers[-1][decisions, _CONTEXT])
        return Judged(layers, card_layers, (decisions, numbers))

    def _step(self, examples: TreeExamples, rate: float) -> float:
        rows, judged = np.arange(len(examples.cards)), self.judged(examples.known)
        chances = chances_of(judged.logits, examples.known.legal)
        error = -np.log(chances[rows, examples.cards]).sum()
        back = np.zeros_like(judged.layers[-1])
        back[:, _HEADS[0]] = chances
        back[rows, examples.cards] -= 1
        tried = ~np.isnan(examples.values)
        values = np.where(tried, examples.values, 0)
        middle = values.sum(axis=1, keepdims=True) / tried.sum(axis=1, keepdims=True)
        missed = np.where(tried, judged.values - SHARPNESS * (values - middle), 0)
        back[:, _HEADS[1]] = VALUES_COUNT * missed
        back /= len(rows)
        card_back = np.stack([back[:, head][judged.places] for head in _HEADS], axis=1)
        slopes = self.cards.step(judged.card_layers[:-1], card_back, rate)
        begins = np.searchsorted(judged.places[0], rows)
        back[:, _CONTEXT] = np.add.reduceat(slopes, begins)
        self.net.step(judged.layers[:-1], back, rate)
        return float(error)

    def figures(self, examples: TreeExamples) -> str:
        """Describe the accuracy on held-out decisions."""
        hits, error, size = 0, 0.0, len(examples.cards)
        for start in range(0, size, _AT_A_TIME):
            part = examples.part(slice(start, start + _AT_A_TIME))
            chances = chances_of(self.judged(part.known).logits, part.known.legal)
            hits += int((chances.argmax(axis=1) == part.cards).sum())
            error -= float(np.log(chances[np.arange(len(chances)), part.cards]).sum())
        return f"held out: {100 * hits / size:.1f} % of {size} cards guessed, error {error / size:.4f}"

    def content(self) -> bytes:
        """Return the weights as a file."""
        return layer_bytes([*self.net.layers(CARDS + CARD_UNITS), *self.cards.layers(1)])


def _card_features_of(known: FeatureRows) -> tuple[Any, Any, Any]:
    """Return by legal card the index of the decision, the card's number, and its features."""
    bits, powers = np.unpackbits(known.bits, axis=1).astype(np.int64), 1 << np.arange(CARDS)
    own, unseen, taking = (bits[:, first : first + CARDS] @ powers for first in (OWN, UNSEEN, TAKING))
    led = bits[:, COLOUR : COLOUR + len(_COLOURS)] @ _COLOURS
    cards = np.stack([known.legal, own, unseen, taking, led], axis=1)
    size = int(np.bitwise_count(known.legal).sum())
    decisions, numbers = np.zeros(size, np.int64), np.zeros(size, np.int64)
    found = np.zeros((size, CARD_FEATURES), np.float32)
    write_card_features(cards, found, decisions, numbers)
    return decisions, numbers, found


def chances_of(logits: Any, legal: Any) -> Any:
    """Return the probability of each legal card, from the logits."""
    logits = np.where(may_play(legal, CARDS), logits, -np.inf)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.maximum(powers / powers.sum(axis=1, keepdims=True), 1e-9)


def train(options: TrainingOptions, log: Callable[[str], None]) -> bytes:
    """Return the weights as a file."""
    began = perf_counter()
    seeds = np.random.default_rng((options.seed, 1)).integers(0, 2**63, options.matches, np.uint64).tolist()
    with ThreadPoolExecutor(options.threads) as threads:
        matches = list[TreeExamples]()
        for match in threads.map(TreeMatch(options.seats, iterations=options.iterations), seeds):
            matches.append(match)
            if not len(matches) % REPORTED or len(matches) == options.matches:
                log(f"{len(matches)} of {options.matches} matches of trees in {perf_counter() - began:.0f} s")
    learner = PolicyLearner(options)
    kept = [match for number, match in enumerate(matches) if number % HELD_OUT != HELD_OUT - 1]
    examples = join(kept)
    log(f"{len(examples.cards)} cards of {len(kept)} matches: error {learner.learn(examples):.4f}")
    if len(matches) >= HELD_OUT:
        log(learner.figures(join(matches[HELD_OUT - 1 :: HELD_OUT])))
    return learner.content()


RANDOM_ONE_IN = 4
"""One seat of each match plays a random card in one of this many decisions, so that the network also sees positions
that trees do not reach."""


class TreeExamples(NamedTuple):
    """Decisions of a tree, one row each."""

    known: FeatureRows
    cards: Any
    """The number of the card that it played, as the network sees it."""
    values: Any
    """The values that it expected by card, as the network sees them; NaN where it expected none."""

    def part(self, chosen: Any) -> TreeExamples:
        return TreeExamples(self.known.part(chosen), self.cards[chosen], self.values[chosen])


def join(parts: Iterable[TreeExamples]) -> TreeExamples:
    known, cards, values = zip(*parts, strict=True)
    bits, numbers, legal = (np.concatenate(columns) for columns in zip(*known, strict=True))
    return TreeExamples(FeatureRows(bits, numbers, legal), np.concatenate(cards), np.concatenate(values))


@dataclass(frozen=True)
class TreeMatch:
    """A match of tree searches against each other, whose decisions are the training examples."""

    seats: int = 4
    iterations: int = 2000

    def __call__(self, seed: int) -> TreeExamples:
        table, random = fast_rules.rules_table(Meow(seats=self.seats)), source(seed)
        states, played = np.zeros((1, fast_rules.WORDS), np.int64), np.zeros((1, self.seats), np.int64)
        rows = Rows(table, states, played, random)
        rows.begin((0, 1))
        guest, found = below(random, self.seats), list[TreeExamples]()
        state, row, round_values = states[0], 0, values_of_position(table, states[0])
        while state[TURN] >= 0:
            if state[ROW] != row:
                row, round_values = int(state[ROW]), values_of_position(table, state)
            legal = fast_rules.legal(state)
            card = legal
            if legal & (legal - 1):
                known = blank_rows(1)
                rows.show((0, 1), *known)
                cards, values = self.asked(table, state, round_values, random)
                swap = swaps_colours(state)
                found.append(_example(known, cards, values, swap=swap))
                card = 1 << int(found[-1].cards[0])
                card = swap_colours(card) if swap else card
                if state[TURN] == guest and not below(random, RANDOM_ONE_IN):
                    card = any_bit(legal, random)
            number = card_number(card, swaps_colours(state))
            rows.play((0, 1), np.array([number], np.int64))
        return join(found)

    def asked(self, table: RulesTable, state: Ints, round_values: RoundValues, random: Source) -> tuple[Ints, Any]:
        """Return the legal cards, and by card how often a tree tried it and its mean value."""
        seat, legal = int(state[TURN]), fast_rules.legal(state)
        start = state.copy()
        start[HAND : HAND + self.seats] = 0
        deals = _deals(table, state, seat).draw(self.iterations, seed=int(random[0]))
        tree = new_tree(self.iterations)
        grow_tree(table, start, round_values, deals, tree, self.iterations, random)
        cards = np.array([1 << place for place in range(legal.bit_length()) if legal >> place & 1], np.int64)
        found = np.zeros((len(cards), 2))
        read_tree(tree, cards, found)
        return cards, found


def _deals(table: RulesTable, state: Ints, seat: int) -> Deals:
    """Return all deals that fit what the seat to move knows."""
    hands = [int(hand) for hand in state[HAND : HAND + table.seats]]
    unseen = int(np.bitwise_or.reduce(table.deck)) & ~int(state[PLAYED]) & ~hands[seat]
    sizes = [0 if other == seat else hand.bit_count() for other, hand in enumerate(hands)]
    known = [hand if other == seat else 0 for other, hand in enumerate(hands)]
    return Deals.that_fit(unseen, sizes, [int(void) for void in state[VOID : VOID + table.seats]], known)


def _example(known: FeatureRows, cards: Ints, found: Any, *, swap: bool) -> TreeExamples:
    numbers = [card_number(card, swap) for card in cards.tolist()]
    values = np.full((1, CARDS), np.nan, np.float32)
    values[0, numbers] = found[:, 1]
    return TreeExamples(known, np.array([numbers[int(np.argmax(found[:, 0]))]]), values)
