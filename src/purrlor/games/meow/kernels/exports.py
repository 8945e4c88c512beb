"""What of the compiled twin becomes WebAssembly, each with arguments of the types that it is called with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from purrlor.compiled.bits import source
from purrlor.games.meow.bots.policy import network
from purrlor.games.meow.bots.search import beliefs, ismcts, playouts, rollouts, solver, values
from purrlor.games.meow.rules import Meow

from . import deals, exponentials, fast_rules

SEATS = 2


def examples() -> Iterator[tuple[Any, tuple[Any, ...]]]:
    random, state, words = source(0), np.zeros(fast_rules.WORDS, np.int64), np.zeros(1, np.int64)
    table = fast_rules.table_of(Meow(seats=SEATS))
    hands, reals = np.zeros((1, SEATS), np.int64), np.zeros((SEATS, 1))
    played_for = values.Stakes(reals, reals, 1.0)
    hidden = deals.Deals.that_fit(0b1111, [2, 2], [0, 0], [0, 0]).hidden
    yield deals.count_ways, (hidden,)
    yield deals.draw_deals, (hidden, hands, random)
    yield deals.draw_apart, (hidden, hands, random)
    yield from _of_stakes(table, state, played_for)
    yield playouts.wish, (played_for, words, 0, 0)
    yield fast_rules.taking_lead, (0, 0)
    yield playouts.try_cards, (table, state, played_for, hands, words, 0, reals, random)
    yield solver.last_tricks, (table, state, played_for, words, reals[0])
    yield from _of_tree(table, state, played_for)
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
    yield from _of_rivals(table, state, played_for)


def _of_stakes(
    table: fast_rules.TwinTable, state: Any, played_for: values.Stakes
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    words = np.zeros(1, np.int64)
    yield values.fill_futures, (words, 0, SEATS, source(0))
    yield values.fill_totals, (table, state, played_for.totals, words)
    yield values.fill_strengths, (played_for.totals, played_for.strengths, 1.0)
    yield values.fill_worths, (played_for, words)


def _of_tree(
    table: fast_rules.TwinTable, state: Any, played_for: values.Stakes
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    grown, hands = ismcts.new_tree(1), np.zeros((1, SEATS), np.int64)
    yield exponentials.fill_logarithms, (grown.logarithms,)
    yield ismcts.grow_tree, (table, state, played_for, hands, grown, 1, source(0))
    yield ismcts.read_tree, (grown, np.zeros(1, np.int64), np.zeros((1, 2)))


def _of_rivals(
    table: fast_rules.TwinTable, state: Any, played_for: values.Stakes
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    hands, words, reals = np.zeros((1, SEATS), np.int64), np.zeros(1, np.int64), np.zeros((SEATS, 1))
    rival, shown, plays = network.blank_rival(), np.zeros(6, np.int64), np.zeros((1, 2), np.int64)
    yield rollouts.try_against, (table, rival, state, shown, played_for, hands, words, reals, source(0))
    yield rollouts.weigh_by, (table, rival, state, plays, 0, hands, reals)
    yield rollouts.doubt, (reals,)
