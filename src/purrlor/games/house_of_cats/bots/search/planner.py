"""Plan a whole turn on the compiled rules: search for the best turns, then compare the closest ones by rollouts."""

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
from purrlor.games.house_of_cats.bots.value.features import ALONE, initial_weights, trained_weights
from purrlor.games.house_of_cats.bots.value.network import start_symmetries, trained_network
from purrlor.games.house_of_cats.kernels import layout
from purrlor.games.house_of_cats.kernels.codes import action_of, row_of
from purrlor.games.house_of_cats.kernels.layout import SQUARES, RuleTable, rule_table
from purrlor.games.house_of_cats.notation import Action
from purrlor.games.house_of_cats.play import begin
from purrlor.games.house_of_cats.sheet_file import printed_sheet
from purrlor.games.house_of_cats.symbols import EMPTY

from .lookahead import Rollouts, roll_dice_series, roll_out, roll_out_against
from .turn_search import SearchBuffers, best_turns, search_buffers

MOST_SEATS = 6
MOST_RIVALS = 2
"""Rivals that take part in rollouts: the one in the lead, and the one that will be full first."""
NARROW = 12
"""Unfinished turns kept at each stage of a rollout's turns."""


@dataclass(frozen=True)
class SearchParameters:
    """How thoroughly to search a turn. All are counts, never times: the same view gives the same plan."""

    width: int = 200
    """Unfinished turns kept at each stage."""
    changed_width: int = 40
    """Unfinished turns kept at each stage when abilities change the results."""
    changes: int = 2
    """Abilities that may change the results before the first is written."""
    trained: bool = True
    """Whether the linear weights are the trained ones, or the initial guess."""
    network: bool = False
    """Whether the value network evaluates finished turns, on sheets it was trained for."""
    candidates: int = 1
    """Finished turns to compare by rollouts; with one, the search alone decides."""
    series: int = 0
    """Series of rolls for each candidate in the first round; every round drops half of them and doubles the series."""
    sure: float = 0.0
    """Standard errors behind the best at which a candidate drops out early; 0: none does."""
    turns: int = 2
    """Turns that a rollout plays."""
    rollout_widths: tuple[int, int, int] = (NARROW, 0, 0)
    """`width`, `changed_width` and `changes` of a rollout's turns."""
    against: bool = False
    """Whether rollouts include the other seats and return the lead instead of points, on levels that a seat can end."""
    margin: float = 0.0
    """Turns whose value is at most this many points below the best count as equally good."""
    first_margin: float = 0.0
    """The margin while nothing is written yet. With a network, seats with the same symmetry divide these turns."""

    def __post_init__(self) -> None:
        """Check that the buffers, which hold `width` turns, are large enough."""
        for width, changed in ((self.width, self.changed_width), self.rollout_widths[:2]):
            if width < changed:
                raise ValueError(f"changed_width must be at most width, {width}; it is {changed}")


class SearchRoot(NamedTuple):
    """Everything that a plan depends on."""

    setup: HouseSetup
    row: bytes
    """House and turn in the compiled layout."""
    rival_empty: int
    """Empty spaces that the fullest rival sheet will have after this turn; `ALONE` if no rival can end the match."""
    seat: int = 0
    """Decides in which symmetry the network sees the sheet."""
    rivals: tuple[bytes, ...] = ()
    """House and turn of each rival at the start of this turn."""

    @property
    def sheet(self) -> Sheet:
        return self.setup.sheet

    @property
    def blank(self) -> bool:
        """Whether nothing is written yet."""
        return not any(np.frombuffer(self.row, np.int64)[: layout.EMPTY].tolist())


@dataclass(frozen=True)
class Plan:
    """A whole turn with the expected points at the end of the match."""

    steps: tuple[Action, ...]
    house: bytes
    value: float
    error: float = 0.0
    """Standard error of `value`; 0 without rollouts."""


def search_root(view: View, turn: Turn) -> SearchRoot:
    row = row_of(view.sheet, turn).tobytes()
    starting, others = view.number == 0, [house for seat, house in enumerate(view.houses) if seat != view.viewer]
    rivals = tuple(row_of(view.sheet, begin(house, view.dice, starting=starting)).tobytes() for house in others)
    empty = [house.entries.count(EMPTY) for house in others]
    rival_empty = predict_rival_empty(view.sheet.level, empty, starting=starting)
    return SearchRoot(view.setup, row, rival_empty, view.viewer or 0, rivals)


def turn_begun(view: View) -> Turn:
    """Return the viewer's turn as it was before its first step."""
    assert view.viewer is not None
    return begin(view.houses[view.viewer], view.dice, starting=view.number == 0)


def predict_rival_empty(level: int, others: Sequence[int], *, starting: bool) -> int:
    """Predict the empty spaces of the fullest rival after this turn from the rivals' empty spaces before it."""
    if not others or level == 4:
        return ALONE
    return max(1, min(others) - (0 if starting else layout.CHOSEN))


@lru_cache(maxsize=64)
def _table(setup: HouseSetup) -> RuleTable:
    return rule_table(setup)


def _buffers(root: SearchRoot, parameters: SearchParameters, width: int) -> SearchBuffers:
    weights = (root.rival_empty == ALONE, parameters.trained)
    buffers = _prepared(root.sheet, weights, root.seat if parameters.network else None, width)
    buffers.rival_empty[0] = root.rival_empty
    return buffers


@lru_cache(maxsize=32)
def _prepared(sheet: Sheet, weights_of: tuple[bool, bool], seat: int | None, width: int) -> SearchBuffers:
    """Build buffers. `weights_of`: alone or not, trained or not; `seat`: sets the network's symmetry, None for none."""
    alone, trained = weights_of
    gardens = sheet == printed_sheet(4, gardens=True)
    weights = trained_weights(sheet.level, alone=alone, gardens=gardens) if trained else initial_weights(sheet.level)
    return search_buffers(weights, width, None if seat is None else trained_network(sheet, seat))


def best_plan(root: SearchRoot, parameters: SearchParameters) -> Plan | None:
    """Return the best rest of the turn; None if the search found none, as when it takes too many steps."""
    plans = equally_good(root, parameters)
    return plans[0] if plans else None


@lru_cache(maxsize=256)
def equally_good(root: SearchRoot, parameters: SearchParameters) -> tuple[Plan, ...]:
    """Return the best turn and those within the margin of it, so that two bots of one level can differ.

    After rollouts only the last two are compared, because only these were played with the same rolls.
    """
    plans = best_plans(root, parameters)
    compared = plans[:2] if parameters.series else plans
    found = tuple(plan for plan in compared if plan.value >= plans[0].value - _margin(root, parameters))
    if not (parameters.first_margin and root.blank):
        return found
    shared = len(start_symmetries(root.sheet))
    parts = min(-(-MOST_SEATS // shared), len(found))
    return found[root.seat // shared % parts :: parts]


def _margin(root: SearchRoot, parameters: SearchParameters) -> float:
    return parameters.first_margin if parameters.first_margin and root.blank else parameters.margin


def best_plans(root: SearchRoot, parameters: SearchParameters) -> list[Plan]:
    """Return the most promising turns, best first."""
    plans = _search_turns(root, parameters)
    return _rank_by_rollouts(root, parameters, plans) if parameters.series and len(plans) > 1 else plans


def _search_turns(root: SearchRoot, parameters: SearchParameters) -> list[Plan]:
    """Search turns and evaluate the houses they lead to, without rollouts."""
    table = _table(root.setup)
    buffers = _buffers(root, parameters, parameters.width)
    size = best_turns(
        table, buffers, _row(root.row), _widths(parameters.width, parameters.changed_width, parameters.changes)
    )
    values: list[float] = buffers.values[0, :size].tolist()
    order = sorted(range(size), key=lambda place: -values[place])
    found, margin = dict[bytes, Plan](), _margin(root, parameters)
    for place in order:
        extra = not parameters.series and values[place] > values[order[0]] - margin
        if len(found) >= parameters.candidates and not extra:
            break
        house = buffers.houses[0, place, : layout.HOUSE].tobytes()
        if house not in found:
            found[house] = Plan(_steps(root.sheet, buffers.paths[0, place]), house, values[place])
    return list(found.values())


def _row(row: bytes) -> Ints:
    return np.frombuffer(row, np.int64).copy()


def _widths(*widths: int) -> Ints:
    return np.array(widths, np.int64)


def _steps(sheet: Sheet, path: Ints) -> tuple[Action, ...]:
    codes = [*path[1 : path[0] + 1].tolist(), layout.FINISH]
    return tuple(action_of(sheet, code) for code in codes)


def _rank_by_rollouts(root: SearchRoot, parameters: SearchParameters, plans: list[Plan]) -> list[Plan]:
    """Compare plans by rollouts: drop the worse half, double the series for the rest, until one is left."""
    seed, series, dropped = root_seed(root), parameters.series, list[Plan]()
    left = [RolloutResults(plan, ()) for plan in plans]
    while len(left) > 1:
        values = zip(*rollout_values(root, parameters, [each.plan for each in left], series, seed), strict=True)
        seed += 1
        left = [RolloutResults(each.plan, each.values + more) for each, more in zip(left, values, strict=True)]
        left.sort(key=lambda each: -each.mean)
        better = left[: (len(left) + 1) // 2]
        if parameters.sure:
            better = [each for each in better if each.is_close(left[0], parameters.sure)]
        dropped = [each.rated_plan() for each in left if each not in better] + dropped
        left, series = better, 2 * series
    return [left[0].rated_plan(), *dropped]


@dataclass(frozen=True)
class RolloutResults:
    """A plan and the value of each of its rollouts."""

    plan: Plan
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.values)

    def is_close(self, best: RolloutResults, errors: float) -> bool:
        """Return whether this plan is at most `errors` standard errors behind the best, compared roll by roll."""
        behind = [one - other for one, other in zip(best.values, self.values, strict=True)]
        return fmean(behind) <= errors * pstdev(behind) / sqrt(max(len(behind) - 1, 1))

    def rated_plan(self) -> Plan:
        error = pstdev(self.values) / max(len(self.values) - 1, 1) ** 0.5
        return Plan(self.plan.steps, self.plan.house, self.mean, error)


def rollout_values(
    root: SearchRoot, parameters: SearchParameters, plans: list[Plan], series: int, seed: int
) -> list[list[float]]:
    """Play rollouts after each plan with the same series of rolls for all; one row of values per series."""
    table = _table(root.setup)
    buffers, widths = _buffers(root, parameters, parameters.rollout_widths[0]), _widths(*parameters.rollout_widths)
    rolls, found = np.zeros((series, parameters.turns, layout.DICE), np.int64), np.zeros((series, len(plans)))
    roll_dice_series(rolls, source(seed))
    rollouts = Rollouts(_house_rows([plan.house for plan in plans]), rolls, found)
    if parameters.against and root.rivals and root.sheet.level != 4:  # on level 4 no seat ends the match for the others
        first = _house_rows(_rivals_after_turn(root, parameters.network))
        others = np.zeros((parameters.turns + 1, len(first), layout.WORDS), np.int64)
        for number in range(len(first)):
            others[0, number] = first[number]
        roll_out_against(table, buffers, rollouts, others, widths)
    else:
        roll_out(table, buffers, rollouts, widths)
    return found.tolist()


def _house_rows(houses: Sequence[bytes]) -> Ints:
    """Return the houses as rows without a turn in progress."""
    rows = np.zeros((len(houses), layout.WORDS), np.int64)
    for number, house in enumerate(houses):
        rows[number, : layout.HOUSE] = np.frombuffer(house, np.int64)
    return rows


@lru_cache(maxsize=16)
def _rivals_after_turn(root: SearchRoot, network: bool) -> tuple[bytes, ...]:
    """Return the rivals' houses after the turn that a search without rollouts finds best for each.

    Of more than two rivals, keep the one in the lead and, of the rest, the one that will be full first.
    """
    seats, after = (root.row, *root.rivals), list[Plan]()
    for number, row in enumerate(root.rivals, 1):
        others = [_empty_spaces(seat) for seat in seats[:number] + seats[number + 1 :]]
        near = predict_rival_empty(root.sheet.level, others, starting=bool(_row(row)[layout.STARTING]))
        plans = _search_turns(root._replace(row=row, rival_empty=near), SearchParameters(network=network))
        after.append(plans[0] if plans else Plan((), _row(row)[: layout.HOUSE].tobytes(), 0.0))
    if len(after) > MOST_RIVALS:
        after.sort(key=lambda plan: -plan.value)
        after = [after[0], min(after[1:], key=lambda plan: _empty_spaces(plan.house))]
    return tuple(plan.house for plan in after)


def _empty_spaces(row: bytes) -> int:
    return (int(_row(row)[layout.EMPTY]) % (1 << SQUARES)).bit_count()


def root_seed(root: SearchRoot) -> int:
    """Derive the seed of the rollouts from the position alone, so that the same position gives the same plan."""
    key = repr((root.row, root.rival_empty, root.setup.abilities)).encode()
    return int.from_bytes(hashlib.sha256(key).digest()[:7], "big")
