"""The hand-written gradients of MEOW's networks, held against automatic differentiation by autograd."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

import numpy as np
import pytest

from purrlor.games.meow.bots.policy.features import CARDS
from purrlor.games.meow.bots.policy.network import CARD_UNITS
from purrlor.games.meow.bots.training.mlp import Mlp, inputs_of, may_play
from purrlor.games.meow.bots.training.policy_training import (
    SHARPNESS,
    VALUES_COUNT,
    PolicyLearner,
    TrainingOptions,
    TreeExamples,
    TreeMatch,
)
from purrlor.kit.networks import Adam

GRAD: Any = import_module("autograd").grad
ANP: Any = import_module("autograd.numpy")


class Caught:
    """Stands in for Adam and keeps the slopes."""

    steps = 1

    def __init__(self) -> None:
        self.slopes: list[Any] = []

    def step(self, slopes: list[Any], _: float) -> None:
        self.slopes = slopes


def caught(net: Mlp) -> Caught:
    adam = Caught()
    net.adam = cast("Adam", adam)
    return adam


def shift(net: Mlp, random: np.random.Generator) -> None:
    """Add something to every sum: at a sum of exactly 0 a rectifier has no slope that all agree on."""
    for part in net.parts:
        part[-1] = random.normal(0, 0.1, part.shape[1])


def doubles(net: Mlp) -> list[Any]:
    return [part.astype(np.float64) for part in net.parts]


def outputs(parts: Sequence[Any], inputs: Any, added: Any = 0) -> Any:
    """The network once more, for autograd."""
    *hidden, last = parts
    for number, part in enumerate(hidden):
        inputs = ANP.maximum(ANP.dot(inputs, part[:-1]) + part[-1] + (0 if number else added), 0)
    return ANP.dot(inputs, last[:-1]) + last[-1]


def assert_equal(found: Sequence[Any], expected: Sequence[Any]) -> None:
    for slope, wanted in zip(found, expected, strict=True):
        assert slope == pytest.approx(wanted, rel=1e-3, abs=1e-6)


def test_a_step_follows_the_gradient_through_all_layers() -> None:
    random = np.random.default_rng(1)
    net = Mlp(random, 3, (6, 5), inputs=7)
    shift(net, random)
    inputs, added, wanted = (random.normal(size=(9, width)).astype(np.float32) for width in (7, 6, 3))

    def error(parts: Any, added: Any) -> Any:
        return ANP.sum((outputs(parts, inputs, added) - wanted) ** 2) / 2

    adam, (*layers, found) = caught(net), net.passed(inputs, added)
    parts = doubles(net)
    back = net.step(layers, found - wanted, 1e-3)
    assert_equal(adam.slopes, GRAD(error)(parts, added))
    assert_equal([back], [GRAD(error, 1)(parts, added.astype(np.float64))])


def policy_error(
    nets: tuple[Any, Any], inputs: Any, card_inputs: Any, places: tuple[Any, Any], examples: TreeExamples
) -> Any:
    """The cross entropy of the card that was played, and the square error of what was expected of each card."""
    whole, cards = nets
    found, (decisions, numbers) = outputs(whole, inputs), places
    of_cards = outputs(cards, card_inputs, found[decisions, CARDS : CARDS + CARD_UNITS])
    scatter = np.zeros((len(inputs) * CARDS, len(decisions)))
    scatter[decisions * CARDS + numbers, np.arange(len(decisions))] = 1
    logits = found[:, :CARDS] + ANP.dot(scatter, of_cards[:, 0]).reshape(-1, CARDS)
    values = found[:, CARDS + CARD_UNITS :] + ANP.dot(scatter, of_cards[:, 1]).reshape(-1, CARDS)
    powers = ANP.exp(logits) * may_play(examples.known.legal, CARDS)
    chances = powers[np.arange(len(inputs)), examples.cards] / ANP.sum(powers, axis=1)
    tried = ~np.isnan(examples.values)
    middle = np.nanmean(examples.values, axis=1, keepdims=True)
    missed = ANP.where(tried, values - SHARPNESS * np.where(tried, examples.values - middle, 0), 0.0)
    return (ANP.sum(-ANP.log(chances)) + VALUES_COUNT * ANP.sum(missed**2) / 2) / len(inputs)


@pytest.mark.slow
def test_both_parts_of_the_rival_network_follow_the_gradient_of_one_error() -> None:
    examples = TreeMatch(4, iterations=40)(1).part(slice(0, 12))
    learner = PolicyLearner(TrainingOptions(epochs=1))
    for net in (learner.net, learner.cards):
        shift(net, learner.random)
    judged = learner.judged(examples.known)
    inputs, card_inputs = inputs_of(examples.known), judged.card_layers[0]
    nets = doubles(learner.net), doubles(learner.cards)
    expected = GRAD(policy_error)(nets, inputs, card_inputs, judged.places, examples)
    whole, cards = caught(learner.net), caught(learner.cards)
    learner.learn(examples)
    assert_equal(whole.slopes, expected[0])
    assert_equal(cards.slopes, expected[1])
