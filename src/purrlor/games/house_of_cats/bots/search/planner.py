"""Plan a whole turn on the twin: find the best ones at a glance, then look ahead from those that are close."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, source
from purrlor.games.house_of_cats import HouseSetup, Sheet, Turn, View
from purrlor.games.house_of_cats.bots.value.features import ALONE
from purrlor.games.house_of_cats.bots.value.linear import learned_weights, rough_weights
from purrlor.games.house_of_cats.bots.value.network_file import learned_net
from purrlor.games.house_of_cats.bots.value.symmetries import mirrors_at_start
from purrlor.games.house_of_cats.kernels import fast
from purrlor.games.house_of_cats.kernels.codes import action_of, row_of
from purrlor.games.house_of_cats.kernels.layout import SQUARES, TwinTable, table_of
from purrlor.games.house_of_cats.notation import Action
from purrlor.games.house_of_cats.play import begin
from purrlor.games.house_of_cats.sheet_file import printed_sheet
from purrlor.games.house_of_cats.symbols import EMPTY

from .lookahead import Trials, roll_series, try_against, try_houses
from .turn_search import Desk, best_turns, desk

MOST_SEATS = 6
MOST_RIVALS = 2
"""Of the others are played on: the one that is ahead, and the one that will be full first."""
NARROW = 12
"""Unfinished turns kept at each stage when playing on."""


@dataclass(frozen=True)
class Care:
    """How thoroughly a turn is planned. All in counts, never in time: the same view gives the same plan."""

    width: int = 200
    """Unfinished turns kept at each stage."""
    changed_width: int = 40
    """The same when abilities change the results."""
    changes: int = 2
    learned: bool = True
    """Whether houses are judged by what was learned, or by a first guess."""
    net: bool = False
    """Whether the network judges finished turns, on sheets that it knows."""
    candidates: int = 1
    """Finished turns that are compared by playing on; with one, the first glance decides."""
    series: int = 0
    """Series of rolls for each candidate at first; whenever half of them drop out, it is twice as many."""
    sure: float = 0.0
    """Standard errors behind the best after which a candidate drops out before its time; 0: none does."""
    turns: int = 2
    """How far each series looks ahead."""
    narrow: tuple[int, int, int] = (NARROW, 0, 0)
    """`width`, `changed_width` and `changes` of the turns that are played on."""
    against: bool = False
    """Whether the others are played on too, and the lead counts instead of the points, where one can end the match."""
    margin: float = 0.0
    """Turns whose value is at most this many points below the best count as equally good."""
    first_margin: float = 0.0
    """The same while nothing is written yet. With a network seats that share a mirror share these turns out."""

    def __post_init__(self) -> None:
        """A desk has room for as many turns as its width says."""
        for width, changed in ((self.width, self.changed_width), self.narrow[:2]):
            if width < changed:
                raise ValueError(f"changed_width must be at most width, {width}; it is {changed}")


class TurnSituation(NamedTuple):
    """All that a plan depends on."""

    setup: HouseSetup
    row: bytes
    """House and turn, as the twin has them."""
    hurry: int
    """The empty spaces that the fullest other sheet will have after this turn."""
    seat: int = 0
    """Whose network looks at it, in which mirror."""
    rivals: tuple[bytes, ...] = ()
    """House and turn of the other seats, as this turn begins."""

    @property
    def sheet(self) -> Sheet:
        return self.setup.sheet

    @property
    def blank(self) -> bool:
        """Nothing is written yet."""
        return not any(np.frombuffer(self.row, np.int64)[: fast.EMPTY].tolist())


@dataclass(frozen=True)
class Plan:
    """A whole turn, what it will probably bring in the end, and how sure that is."""

    steps: tuple[Action, ...]
    house: bytes
    worth: float
    error: float = 0.0
    """The standard error of `worth`; 0 at first glance."""


def situation(view: View, turn: Turn) -> TurnSituation:
    row = row_of(view.sheet, turn).tobytes()
    seat, rivals = view.viewer or 0, _rivals(view)
    return TurnSituation(view.setup, row, _hurry(view), seat, rivals)


def turn_begun(view: View) -> Turn:
    """The viewer's turn before its first step."""
    assert view.viewer is not None
    return begin(view.houses[view.viewer], view.dice, starting=view.number == 0)


def _rivals(view: View) -> tuple[bytes, ...]:
    others = [house for seat, house in enumerate(view.houses) if seat != view.viewer]
    turns = [begin(house, view.dice, starting=view.number == 0) for house in others]
    return tuple(row_of(view.sheet, turn).tobytes() for turn in turns)


def _hurry(view: View) -> int:
    others = [house.entries.count(EMPTY) for seat, house in enumerate(view.houses) if seat != view.viewer]
    return hurry(view.sheet.level, others, starting=view.number == 0)


def hurry(level: int, others: Sequence[int], *, starting: bool) -> int:
    """The empty spaces that the fullest of the others will have after this turn, from those they have before it."""
    if not others or level == 4:
        return ALONE
    return max(1, min(others) - (0 if starting else fast.CHOSEN))


@lru_cache(maxsize=64)
def _table(setup: HouseSetup) -> TwinTable:
    return table_of(setup)


def _desk(where: TurnSituation, care: Care, width: int) -> Desk:
    weights = (where.hurry == ALONE, care.learned)
    paper = _prepared(where.sheet, weights, where.seat if care.net else None, width)
    paper.hurry[0] = where.hurry
    return paper


@lru_cache(maxsize=32)
def _prepared(sheet: Sheet, weights_of: tuple[bool, bool], seat: int | None, width: int) -> Desk:
    """`weights_of`: alone or not, learned or not; `seat`: whose network, None for none."""
    alone, learned = weights_of
    gardens = sheet == printed_sheet(4, gardens=True)
    weights = learned_weights(sheet.level, alone=alone, gardens=gardens) if learned else rough_weights(sheet.level)
    return desk(weights, width, None if seat is None else learned_net(sheet, seat))


def best_plan(where: TurnSituation, care: Care) -> Plan | None:
    """The best turn from here on; None if none was found, as when it takes too many steps."""
    plans = equally_good(where, care)
    return plans[0] if plans else None


@lru_cache(maxsize=256)
def equally_good(where: TurnSituation, care: Care) -> tuple[Plan, ...]:
    """The best turn, and those that are as good within the margin, so that two bots of one level can differ.

    After looking ahead only the last two are compared, for only these were tried with the same rolls.
    """
    plans = best_plans(where, care)
    compared = plans[:2] if care.series else plans
    found = tuple(plan for plan in compared if plan.worth >= plans[0].worth - _margin(where, care))
    if not (care.first_margin and where.blank):
        return found
    shared = len(mirrors_at_start(where.sheet))
    parts = min(-(-MOST_SEATS // shared), len(found))
    return found[where.seat // shared % parts :: parts]


def _margin(where: TurnSituation, care: Care) -> float:
    return care.first_margin if care.first_margin and where.blank else care.margin


def best_plans(where: TurnSituation, care: Care) -> list[Plan]:
    """The turns worth considering, best first."""
    plans = _at_first_glance(where, care)
    return _looked_ahead(where, care, plans) if care.series and len(plans) > 1 else plans


def _at_first_glance(where: TurnSituation, care: Care) -> list[Plan]:
    table = _table(where.setup)
    paper = _desk(where, care, care.width)
    size = best_turns(table, paper, _row(where.row), _widths(care.width, care.changed_width, care.changes))
    worths: list[float] = paper.worths[0, :size].tolist()
    order = sorted(range(size), key=lambda place: -worths[place])
    found, margin = dict[bytes, Plan](), _margin(where, care)
    for place in order:
        extra = not care.series and worths[place] > worths[order[0]] - margin
        if len(found) >= care.candidates and not extra:
            break
        house = paper.houses[0, place, : fast.HOUSE].tobytes()
        if house not in found:
            found[house] = Plan(_steps(where.sheet, paper.paths[0, place]), house, worths[place])
    return list(found.values())


def _row(row: bytes) -> Ints:
    return np.frombuffer(row, np.int64).copy()


def _widths(*widths: int) -> Ints:
    return np.array(widths, np.int64)


def _steps(sheet: Sheet, path: Ints) -> tuple[Action, ...]:
    codes = [*path[1 : path[0] + 1].tolist(), fast.FINISH]
    return tuple(action_of(sheet, code) for code in codes)


def _looked_ahead(where: TurnSituation, care: Care, plans: list[Plan]) -> list[Plan]:
    """Play on after each; half of them drop out, the others get more series, until one is left."""
    seed, series, dropped = seed_of(where), care.series, list[Plan]()
    tries = [Tries(plan, ()) for plan in plans]
    while len(tries) > 1:
        values = zip(*sample(where, care, [each.plan for each in tries], series, seed), strict=True)
        seed += 1
        tries = [Tries(each.plan, each.values + more) for each, more in zip(tries, values, strict=True)]
        tries.sort(key=lambda each: -each.mean)
        better = tries[: (len(tries) + 1) // 2]
        if care.sure:
            better = [each for each in better if each.is_close(tries[0], care.sure)]
        dropped = [each.judged() for each in tries if each not in better] + dropped
        tries, series = better, 2 * series
    return [tries[0].judged(), *dropped]


@dataclass(frozen=True)
class Tries:
    """A plan and what came of it, series by series."""

    plan: Plan
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.values)

    def is_close(self, best: Tries, errors: float) -> bool:
        """Whether it is at most this number of standard errors behind the best, rolls being the same."""
        behind = [one - other for one, other in zip(best.values, self.values, strict=True)]
        return fmean(behind) <= errors * pstdev(behind) / sqrt(max(len(behind) - 1, 1))

    def judged(self) -> Plan:
        error = pstdev(self.values) / max(len(self.values) - 1, 1) ** 0.5
        return Plan(self.plan.steps, self.plan.house, self.mean, error)


def sample(where: TurnSituation, care: Care, plans: list[Plan], series: int, seed: int) -> list[list[float]]:
    """The result of each plan with each of a number of series of rolls; one row per series."""
    table = _table(where.setup)
    paper, widths = _desk(where, care, care.narrow[0]), _widths(*care.narrow)
    rolls, found = np.zeros((series, care.turns, fast.DICE), np.int64), np.zeros((series, len(plans)))
    roll_series(rolls, source(seed))
    trials = Trials(_house_rows([plan.house for plan in plans]), rolls, found)
    if care.against and where.rivals and where.sheet.level != 4:  # there nobody can end the match for the others
        first = _house_rows(_rivals_after_turn(where, care.net))
        others = np.zeros((care.turns + 1, len(first), fast.WORDS), np.int64)
        for number in range(len(first)):
            others[0, number] = first[number]
        try_against(table, paper, trials, others, widths)
    else:
        try_houses(table, paper, trials, widths)
    return found.tolist()


def _house_rows(houses: Sequence[bytes]) -> Ints:
    """Ready to be played on."""
    rows = np.zeros((len(houses), fast.WORDS), np.int64)
    for number, house in enumerate(houses):
        rows[number, : fast.HOUSE] = np.frombuffer(house, np.int64)
    return rows


@lru_cache(maxsize=16)
def _rivals_after_turn(where: TurnSituation, net: bool) -> tuple[bytes, ...]:
    """The houses of the others after the turn that looks best to each of them at first glance.

    Of more than two that of the one that is ahead and that of the one that will be full first, or the next ahead.
    """
    seats, after = (where.row, *where.rivals), list[Plan]()
    for number, row in enumerate(where.rivals, 1):
        others = [_empty_spaces(seat) for seat in seats[:number] + seats[number + 1 :]]
        near = hurry(where.sheet.level, others, starting=bool(_row(row)[fast.STARTING]))
        plans = _at_first_glance(where._replace(row=row, hurry=near), Care(net=net))
        after.append(plans[0] if plans else Plan((), _row(row)[: fast.HOUSE].tobytes(), 0.0))
    if len(after) > MOST_RIVALS:
        after.sort(key=lambda plan: -plan.worth)
        after = [after[0], min(after[1:], key=lambda plan: _empty_spaces(plan.house))]
    return tuple(plan.house for plan in after)


def _empty_spaces(row: bytes) -> int:
    return (int(_row(row)[fast.EMPTY]) % (1 << SQUARES)).bit_count()


def seed_of(where: TurnSituation) -> int:
    """Chance in a plan depends on the situation alone."""
    told = repr((where.row, where.hurry, where.setup.abilities)).encode()
    return int.from_bytes(hashlib.sha256(told).digest()[:7], "big")
