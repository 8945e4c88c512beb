"""The planners against each other on the compiled twin, without the reading rules: enough matches in little time.

The seats share nothing but the dice and the end of the match, so both have the same luck, and no seat is better.

    purrlor lab duel house-of-cats tiger lynx --variants 1,4 --matches 50
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from purrlor.compiled.bits import Ints, Source, count, source
from purrlor.games.house_of_cats import Ability, HouseOfCats
from purrlor.games.house_of_cats.kernels import fast
from purrlor.games.house_of_cats.kernels.layout import TwinTable, table_of
from purrlor.kit.lab import DuelResult, TwinDuels

from .players import LYNX, LYNX_1, TIGER, TIGER_1, TOMCAT
from .search.planner import Care, TurnSituation, equally_good, hurry

_LEVELS = {"tomcat": TOMCAT, "lynx": LYNX, "tiger": TIGER, "lynx@1": LYNX_1, "tiger@1": TIGER_1}
PLANNERS = _LEVELS | {f"{name}-strict": replace(care, margin=0.0, first_margin=0.0) for name, care in _LEVELS.items()}
"""The strict ones always take the turn that looks best, so that it can be measured what the margin costs."""
SHEETS = ("1", "2", "3", "4")


def play_match(sheet: int, cares: Sequence[Care], seed: str) -> DuelResult:
    """One match, one seat for each; abilities and dice follow from the seed."""
    draws = Random(seed)
    setup = HouseOfCats(level=sheet).setup(tuple(draws.sample(tuple(Ability), 4)))
    table, random = table_of(setup), source(draws.getrandbits(56))
    where = TurnSituation(setup, b"", 0)
    houses, turns = _blank(table, len(cares)), 0
    players = [(care, Random(f"{seed}/seat/{seat}")) for seat, care in enumerate(cares)]
    if sheet in (2, 3):
        houses = _after_turn(where, players, houses, _rolled(fast.STARTING_DICE, random))
    while not fast.over(table, houses):
        houses, turns = _after_turn(where, players, houses, _rolled(fast.DICE, random)), turns + 1
    points = tuple(int(fast.points(table, house)) for house in houses)
    return DuelResult(points, _shares(points, [int(fast.filled(table, house)) for house in houses]), turns)


def _blank(table: TwinTable, seats: int) -> Ints:
    houses = np.zeros((seats, fast.WORDS), np.int64)
    for house in houses:
        fast.start(table, house)
    return houses


def _rolled(size: int, random: Source) -> Ints:
    dice = np.zeros(size, np.int64)
    fast.roll(dice, random)
    return dice


def _after_turn(where: TurnSituation, players: Sequence[tuple[Care, Random]], houses: Ints, dice: Ints) -> Ints:
    """Everybody uses the same dice; who is full waits."""
    after, starting = houses.copy(), len(dice) == fast.STARTING_DICE
    empty = [int(count(house[fast.EMPTY])) for house in houses]
    begun = houses.copy()
    for row in begun:
        fast.begin(row, dice, starting)
    rows = [row.tobytes() for row in begun]
    for seat, (care, random) in enumerate(players):
        if empty[seat]:
            urgent = hurry(where.sheet.level, [*empty[:seat], *empty[seat + 1 :]], starting=starting)
            rivals = (*rows[:seat], *rows[seat + 1 :])
            told = where._replace(row=rows[seat], hurry=urgent, seat=seat, rivals=rivals)
            plan = random.choice(equally_good(told, care))
            after[seat, : fast.HOUSE] = np.frombuffer(plan.house, np.int64)
    return after


def _shares(points: Sequence[int], filled: Sequence[int]) -> tuple[float, ...]:
    ranks = list(zip(points, filled, strict=True))
    return tuple((rank == max(ranks)) / ranks.count(max(ranks)) for rank in ranks)


def _play(sheet: str, names: Sequence[str], seed: str) -> DuelResult:
    return play_match(int(sheet), [PLANNERS[name] for name in names], seed)


DUELS = TwinDuels(tuple(PLANNERS), "sheet", SHEETS, _play)
