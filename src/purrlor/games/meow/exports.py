"""The compiled functions that become kernels, each with example arguments of the types that callers pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from purrlor.compiled.bits import source

from .bots.policy import network
from .bots.search import beliefs, ismcts, playouts, rollouts, solver, values
from .kernels import deals, exponentials, fast_rules
from .rules import Meow

SEATS = 2


def examples() -> Iterator[tuple[Any, tuple[Any, ...]]]:
    random, state, words = source(0), np.zeros(fast_rules.WORDS, np.int64), np.zeros(1, np.int64)
    table = fast_rules.rules_table(Meow(seats=SEATS))
    hands, reals = np.zeros((1, SEATS), np.int64), np.zeros((SEATS, 1))
    round_values = values.RoundValues(reals, reals, 1.0)
    hidden = deals.Deals.that_fit(0b1111, [2, 2], [0, 0], [0, 0]).hidden
    yield deals.count_ways, (hidden,)
    yield deals.draw_deals, (hidden, hands, random)
    yield deals.draw_apart, (hidden, hands, random)
    yield from _round_values(table, state, round_values)
    yield playouts.token_gain, (round_values, words, 0, 0)
    yield fast_rules.taking_lead, (0, 0)
    yield playouts.try_cards, (table, state, round_values, hands, words, 0, reals, random)
    yield solver.last_tricks, (table, state, round_values, words, reals[0])
    yield from _trees(table, state, round_values)
    game = solver.endgame(np.zeros(2, np.int64))
    yield solver.fill_bounds, (words, game.most, game.least)
    yield solver.solve_deals, (game, hands, words, 0, 0, reals)
    yield solver.solve_positions, (game, hands, 0, 0, reals[0])
    yield beliefs.weigh, (hands, np.zeros((1, 6), np.int64), 0, reals[0])
    yield beliefs.choose_deals, (hands, reals[0], hands)
    yield beliefs.join_hands, (hidden, hands, reals, hands, reals[0], random)
    yield beliefs.card_odds, (hidden, hands, reals, reals)
    yield beliefs.tilt_deals, (hidden, reals, hands, reals[0], random)
    yield beliefs.multiply_out, (reals, reals[0])
    yield beliefs.shuffle, (hands, random)
    yield from _policies(table, state, round_values)


def _round_values(
    table: fast_rules.RulesTable, state: Any, round_values: values.RoundValues
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    words = np.zeros(1, np.int64)
    totals, strengths, scale = round_values
    yield values.fill_round_values, (table, state, words, totals, strengths, scale, source(0))
    yield values.fill_strengths, (round_values.totals, round_values.strengths, 1.0)
    yield values.fill_duel_values, (round_values, words)


def _trees(
    table: fast_rules.RulesTable, state: Any, round_values: values.RoundValues
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    grown, hands = ismcts.new_tree(1), np.zeros((1, SEATS), np.int64)
    yield exponentials.fill_logarithms, (grown.logarithms,)
    yield ismcts.grow_tree, (table, state, round_values, hands, grown, 1, source(0))
    yield ismcts.read_tree, (grown, np.zeros(1, np.int64), np.zeros((1, 2)))


def _policies(
    table: fast_rules.RulesTable, state: Any, round_values: values.RoundValues
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    hands, words, reals = np.zeros((1, SEATS), np.int64), np.zeros(1, np.int64), np.zeros((SEATS, 1))
    policy, shown, plays = network.blank_network(), np.zeros(6, np.int64), np.zeros((1, 2), np.int64)
    yield rollouts.roll_out, (table, policy, state, shown, round_values, hands, words, reals, source(0))
    yield rollouts.weigh_by_policy, (table, policy, state, plays, 0, hands, reals)
    yield rollouts.temper, (reals,)
