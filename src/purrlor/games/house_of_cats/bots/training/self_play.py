"""Self-play that labels decisions for training: the best turns of each, with their rollout values.

All seats of a match play alike: they take the turn with the highest rollout value, and sometimes another one to
explore. The rollouts of one decision use the same rolls, so that most of the luck cancels out in comparisons.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from purrlor.compiled.bits import Ints, Source, count, source
from purrlor.games.house_of_cats import Ability, HouseOfCats
from purrlor.games.house_of_cats.bots.search.lookahead import Rollouts, roll_dice_series, roll_out
from purrlor.games.house_of_cats.bots.search.planner import NARROW, SearchParameters, predict_rival_empty
from purrlor.games.house_of_cats.bots.search.turn_search import SearchBuffers, best_turns, search_buffers
from purrlor.games.house_of_cats.bots.value.features import ALONE, Floats, trained_weights
from purrlor.games.house_of_cats.bots.value.network import ValueNetwork
from purrlor.games.house_of_cats.kernels import layout, position
from purrlor.games.house_of_cats.kernels.layout import RuleTable, rule_table

BEST, OTHERS = 6, 4
"""Turns to compare in a decision: the best of the search, and a random choice of those not much worse."""
EXPLORE_MARGIN = 4.0
"""Points that the randomly chosen turns may be below the best of the search."""
SERIES, TURNS = 8, 2
"""Rollouts of each turn, and their length in turns."""
EXPLORE_EVERY = 5
"""One turn in this many, on average, is a random one of those compared."""
SEATS = (1, 2, 2, 2, 2, 3, 4, 5, 6)
"""Numbers of players; each entry equally often."""
MOST_TURNS = 64
SEARCH = SearchParameters()


class LabelledDecision(NamedTuple):
    """One decision with the values of its turns."""

    houses: Ints
    """The house after each of the turns."""
    others: int
    """Empty spaces of the fullest rival sheet."""
    abilities: Ints
    values: Floats
    """The mean rollout value of each house."""
    chosen: int
    total: int
    """Final points of the seat."""


class BufferPair(NamedTuple):
    """Buffers for the search, and for rollouts."""

    search: SearchBuffers
    rollouts: SearchBuffers


def collect(level: int, network: ValueNetwork | None, decisions: int, seed: str) -> list[list[LabelledDecision]]:
    """Play whole matches with random abilities and seats until there are enough decisions; one list per match."""
    draws, found, size = Random(seed), list[list[LabelledDecision]](), 0
    dice, rules = source(draws.getrandbits(56)), HouseOfCats(level=level)
    weights = [trained_weights(level, alone=alone) for alone in (False, True)]
    buffers = [
        BufferPair(search_buffers(each, SEARCH.width, network), search_buffers(each, NARROW, network))
        for each in weights
    ]
    while size < decisions:
        table = rule_table(rules.setup(tuple(draws.sample(tuple(Ability), 4))))
        found.append(_play_match(table, buffers, draws, dice))
        size += len(found[-1])
    return found


def _play_match(
    table: RuleTable, buffers: Sequence[BufferPair], draws: Random, random: Source
) -> list[LabelledDecision]:
    seats = draws.choice(SEATS)
    houses, dice = np.zeros((seats, layout.WORDS), np.int64), np.zeros(layout.DICE, np.int64)
    for house in houses:
        position.start(table, house)
    decisions: list[list[LabelledDecision]] = [[] for _ in houses]
    starting, turns = table.level in (2, 3), 0
    while not position.over(table, houses):
        position.roll(dice, random)
        empty = [int(count(house[layout.EMPTY])) for house in houses]
        for seat, house in enumerate(houses):
            if empty[seat]:
                others = predict_rival_empty(table.level, empty[:seat] + empty[seat + 1 :], starting=starting)
                position.begin(house, dice[: layout.STARTING_DICE] if starting else dice, starting)
                decision = _label_decision(table, buffers[others == ALONE], (house, others), draws, random)
                decisions[seat].append(decision)
                house[: layout.HOUSE] = decision.houses[decision.chosen]
        starting, turns = False, turns + 1
        assert turns < MOST_TURNS
    totals = [int(position.points(table, house)) for house in houses]
    return [each._replace(total=total) for mine, total in zip(decisions, totals, strict=True) for each in mine]


def _label_decision(
    table: RuleTable, buffers: BufferPair, start: tuple[Ints, int], draws: Random, random: Source
) -> LabelledDecision:
    """Search and roll out the turns of one decision. `start`: the house, and the empty spaces of the fullest rival."""
    house, others = start
    buffers.search.rival_empty[0] = buffers.rollouts.rival_empty[0] = others
    size = best_turns(table, buffers.search, house, np.array((SEARCH.width, SEARCH.changed_width, SEARCH.changes)))
    compared = _compared(buffers.search, size, draws)
    rolls, found = np.zeros((SERIES, TURNS, layout.DICE), np.int64), np.zeros((SERIES, len(compared)))
    roll_dice_series(rolls, random)
    roll_out(table, buffers.rollouts, Rollouts(compared, rolls, found), np.array((NARROW, 0, 0)))
    values = found.mean(axis=0)
    chosen = draws.randrange(len(compared)) if draws.randrange(EXPLORE_EVERY) == 0 else int(values.argmax())
    return LabelledDecision(compared[:, : layout.HOUSE], others, table.abilities.copy(), values, chosen, 0)


def _compared(buffers: SearchBuffers, size: int, draws: Random) -> Ints:
    """Choose different houses after finished turns, as rows to roll out from."""
    values = buffers.values[0, :size]
    order = np.argsort(-values, kind="stable").tolist()
    first = {buffers.houses[0, place, : layout.HOUSE].tobytes(): place for place in reversed(order)}
    different = list(first.values())[::-1]
    best, rest = different[:BEST], different[BEST:]
    rest = [place for place in rest if values[place] >= values[order[0]] - EXPLORE_MARGIN]
    chosen = best + draws.sample(rest, min(OTHERS, len(rest)))
    houses = np.zeros((len(chosen), layout.WORDS), np.int64)
    houses[:, : layout.HOUSE] = buffers.houses[0, chosen, : layout.HOUSE]
    return houses
