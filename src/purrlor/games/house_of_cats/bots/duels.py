"""Play planners against each other on the compiled rules alone: thousands of matches in little time.

The seats share nothing but the dice and the end of the match, so all have the same luck and no seat is better.

    purrlor lab duel house-of-cats tiger lynx --variants 1,4 --matches 50
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from purrlor.compiled.bits import Ints, Source, count, source
from purrlor.games.house_of_cats import Ability, HouseOfCats
from purrlor.games.house_of_cats.kernels import layout, position
from purrlor.games.house_of_cats.kernels.layout import RuleTable, rule_table
from purrlor.kit.lab import CompiledDuels, DuelResult

from .players import LEVEL_PARAMETERS
from .search.planner import SearchParameters, SearchRoot, equally_good, predict_rival_empty

PLANNERS = LEVEL_PARAMETERS | {
    f"{name}-strict": replace(parameters, margin=0.0, first_margin=0.0) for name, parameters in LEVEL_PARAMETERS.items()
}
"""Strict levels always take the best turn, to measure what the margin costs."""
SHEETS = ("1", "2", "3", "4")


def play_match(sheet: int, by_seat: Sequence[SearchParameters], seed: str) -> DuelResult:
    """Play one match with one seat for each entry; abilities and dice follow from the seed."""
    draws = Random(seed)
    setup = HouseOfCats(level=sheet).setup(tuple(draws.sample(tuple(Ability), 4)))
    table, random = rule_table(setup), source(draws.getrandbits(56))
    root = SearchRoot(setup, b"", 0)
    houses, turns = _blank(table, len(by_seat)), 0
    players = [(parameters, Random(f"{seed}/seat/{seat}")) for seat, parameters in enumerate(by_seat)]
    if sheet in (2, 3):
        houses = _after_turn(root, players, houses, _rolled(layout.STARTING_DICE, random))
    while not position.over(table, houses):
        houses, turns = _after_turn(root, players, houses, _rolled(layout.DICE, random)), turns + 1
    points = tuple(int(position.points(table, house)) for house in houses)
    return DuelResult(points, _shares(points, [int(position.filled(table, house)) for house in houses]), turns)


def _blank(table: RuleTable, seats: int) -> Ints:
    houses = np.zeros((seats, layout.WORDS), np.int64)
    for house in houses:
        position.start(table, house)
    return houses


def _rolled(size: int, random: Source) -> Ints:
    dice = np.zeros(size, np.int64)
    position.roll(dice, random)
    return dice


def _after_turn(root: SearchRoot, players: Sequence[tuple[SearchParameters, Random]], houses: Ints, dice: Ints) -> Ints:
    """Play one turn of every seat that is not full, with the same dice for all."""
    after, starting = houses.copy(), len(dice) == layout.STARTING_DICE
    empty = [int(count(house[layout.EMPTY])) for house in houses]
    begun = houses.copy()
    for row in begun:
        position.begin(row, dice, starting)
    rows = [row.tobytes() for row in begun]
    for seat, (parameters, random) in enumerate(players):
        if empty[seat]:
            left = predict_rival_empty(root.sheet.level, [*empty[:seat], *empty[seat + 1 :]], starting=starting)
            rivals = (*rows[:seat], *rows[seat + 1 :])
            here = root._replace(row=rows[seat], rival_empty=left, seat=seat, rivals=rivals)
            plan = random.choice(equally_good(here, parameters))
            after[seat, : layout.HOUSE] = np.frombuffer(plan.house, np.int64)
    return after


def _shares(points: Sequence[int], filled: Sequence[int]) -> tuple[float, ...]:
    ranks = list(zip(points, filled, strict=True))
    return tuple((rank == max(ranks)) / ranks.count(max(ranks)) for rank in ranks)


def _play(sheet: str, names: Sequence[str], seed: str) -> DuelResult:
    return play_match(int(sheet), [PLANNERS[name] for name in names], seed)


DUELS = CompiledDuels(tuple(PLANNERS), "sheet", SHEETS, _play)
