"""Decisions of self-play for the network to learn from: the best turns, and what looking ahead from them found.

All seats of a match play alike: they take the turn that looking ahead likes best, now and then another one. The turns
of one decision are played on with the same rolls, so that most of the luck cancels out when they are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from purrlor.compiled.bits import Ints, Source, count, source
from purrlor.games.house_of_cats import Ability, HouseOfCats
from purrlor.games.house_of_cats.bots.search.lookahead import Trials, roll_series, try_houses
from purrlor.games.house_of_cats.bots.search.planner import NARROW, Care, hurry
from purrlor.games.house_of_cats.bots.search.turn_search import Desk, best_turns, desk
from purrlor.games.house_of_cats.bots.value.features import ALONE, Floats
from purrlor.games.house_of_cats.bots.value.linear import learned_weights
from purrlor.games.house_of_cats.bots.value.network import Net
from purrlor.games.house_of_cats.kernels import fast
from purrlor.games.house_of_cats.kernels.layout import TwinTable, table_of

BEST, OTHERS = 6, 4
"""Turns of a decision that are compared: the best at first glance, and any of those that are not much worse."""
DARING = 4.0
"""Points below the best turn at first glance that the others may be."""
SERIES, TURNS = 8, 2
"""Series of rolls for each turn, and how far each looks ahead."""
CURIOUS = 5
"""Every n-th turn, on average, is any of those that were compared."""
SEATS = (1, 2, 2, 2, 2, 3, 4, 5, 6)
"""How many play; each entry equally often."""
MOST_TURNS = 64
GLANCE = Care()


class Lesson(NamedTuple):
    """One decision."""

    houses: Ints
    """The house after each of the turns."""
    others: int
    """The empty spaces of the fullest other sheet."""
    abilities: Ints
    values: Floats
    """What each house is worth after looking ahead."""
    chosen: int
    total: int
    """What the seat that took the chosen turn had at the end."""


class Desks(NamedTuple):
    """To find turns, and to look ahead from them."""

    wide: Desk
    narrow: Desk


def collect(level: int, net: Net | None, decisions: int, seed: str) -> list[list[Lesson]]:
    """The lessons of whole matches, one list each, until they are enough. Abilities and seats are drawn for each."""
    draws, found, size = Random(seed), list[list[Lesson]](), 0
    dice, rules = source(draws.getrandbits(56)), HouseOfCats(level=level)
    weights = [learned_weights(level, alone=alone) for alone in (False, True)]
    desks = [Desks(desk(each, GLANCE.width, net), desk(each, NARROW, net)) for each in weights]
    while size < decisions:
        table = table_of(rules.setup(tuple(draws.sample(tuple(Ability), 4))))
        found.append(_match_lessons(table, desks, draws, dice))
        size += len(found[-1])
    return found


def _match_lessons(table: TwinTable, desks: Sequence[Desks], draws: Random, random: Source) -> list[Lesson]:
    seats = draws.choice(SEATS)
    houses, dice = np.zeros((seats, fast.WORDS), np.int64), np.zeros(fast.DICE, np.int64)
    for house in houses:
        fast.start(table, house)
    lessons: list[list[Lesson]] = [[] for _ in houses]
    starting, turns = table.level in (2, 3), 0
    while not fast.over(table, houses):
        fast.roll(dice, random)
        empty = [int(count(house[fast.EMPTY])) for house in houses]
        for seat, house in enumerate(houses):
            if empty[seat]:
                others = hurry(table.level, empty[:seat] + empty[seat + 1 :], starting=starting)
                fast.begin(house, dice[: fast.STARTING_DICE] if starting else dice, starting)
                lesson = _lesson(table, desks[others == ALONE], (house, others), draws, random)
                lessons[seat].append(lesson)
                house[: fast.HOUSE] = lesson.houses[lesson.chosen]
        starting, turns = False, turns + 1
        assert turns < MOST_TURNS
    totals = [int(fast.points(table, house)) for house in houses]
    return [each._replace(total=total) for mine, total in zip(lessons, totals, strict=True) for each in mine]


def _lesson(table: TwinTable, desks: Desks, where: tuple[Ints, int], draws: Random, random: Source) -> Lesson:
    house, others = where
    desks.wide.hurry[0] = desks.narrow.hurry[0] = others
    size = best_turns(table, desks.wide, house, np.array((GLANCE.width, GLANCE.changed_width, GLANCE.changes)))
    compared = _compared(desks.wide, size, draws)
    rolls, found = np.zeros((SERIES, TURNS, fast.DICE), np.int64), np.zeros((SERIES, len(compared)))
    roll_series(rolls, random)
    try_houses(table, desks.narrow, Trials(compared, rolls, found), np.array((NARROW, 0, 0)))
    values = found.mean(axis=0)
    chosen = draws.randrange(len(compared)) if draws.randrange(CURIOUS) == 0 else int(values.argmax())
    return Lesson(compared[:, : fast.HOUSE], others, table.abilities.copy(), values, chosen, 0)


def _compared(paper: Desk, size: int, draws: Random) -> Ints:
    """Different houses after finished turns on the desk, ready to be played on."""
    worths = paper.worths[0, :size]
    order = np.argsort(-worths, kind="stable").tolist()
    different = list({paper.houses[0, place, : fast.HOUSE].tobytes(): place for place in reversed(order)}.values())[
        ::-1
    ]
    best, rest = different[:BEST], different[BEST:]
    rest = [place for place in rest if worths[place] >= worths[order[0]] - DARING]
    chosen = best + draws.sample(rest, min(OTHERS, len(rest)))
    houses = np.zeros((len(chosen), fast.WORDS), np.int64)
    houses[:, : fast.HOUSE] = paper.houses[0, chosen, : fast.HOUSE]
    return houses
