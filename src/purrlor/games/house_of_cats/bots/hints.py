"""Hints: rank the rest of the turn by its expected points at the end of the match.

They say what the best turn does, and what the next best would do instead.

All candidates are rolled out with the same dice, so their differences are more reliable than their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

from purrlor.core import Fate, Game, Note, Seat
from purrlor.games.house_of_cats import Ability, Action, House, HouseOfCats, Sheet, Turn, View, points
from purrlor.games.house_of_cats.house import group_of
from purrlor.games.house_of_cats.kernels.layout import fits
from purrlor.games.house_of_cats.notation import Done
from purrlor.games.house_of_cats.play import replay
from purrlor.kit.bots import Advice, NextBest

from .heuristic import Tabby
from .search.planner import SearchParameters, best_plans, rollout_values, root_seed, search_root

PARAMETERS = SearchParameters(candidates=12)
SERIES = 32
"""Rollouts after each candidate."""


class MakesRoom(Note, frozen=True):
    """Completes one room; `points` counts the whole turn."""

    number: int
    points: int


class MakesRooms(Note, frozen=True):
    count: int
    points: int


class BringsPoints(Note, frozen=True):
    points: int


class BuildsGroup(Note, frozen=True):
    """Builds up a group of `size` equal numbers."""

    number: int
    size: int


class KeepsOptions(Note, frozen=True):
    """Has no visible gain yet."""


class NothingToAdd(Note, frozen=True):
    """Ends the turn: all results are written, and the circles are better kept."""


class RuleOfThumb(Note, frozen=True):
    """A hint by the heuristic policy, because the sheet is too large for the search."""


RatedTurn: TypeAlias = tuple[tuple[Action, ...], float]
"""The rest of a turn, with its expected points at the end."""


@dataclass(frozen=True, slots=True)
class TurnAdvice:
    """The best continuation for each first step, best first, with its expected points at the end."""

    ranked: tuple[RatedTurn, ...]
    reason: Note
    next_best: NextBest | None = None

    @property
    def steps(self) -> tuple[Action, ...]:
        """The best continuation, to the end of the turn."""
        return self.ranked[0][0]


def advise(view: View, legal: Sequence[Action]) -> TurnAdvice:
    """Advise on a turn in progress. The same view gets the same advice."""
    turn = view.turn
    assert turn is not None
    found = _rated_turns(view, turn) if fits(view.sheet) else []
    if not found:
        return TurnAdvice((((Tabby().choose(view, legal, Random(0)).action,), 0.0),), RuleOfThumb())
    best, _ = found[0]
    next_best = _next_best(view, turn, *found[:2]) if len(found) > 1 else None
    return TurnAdvice(_by_first_step(found), _reason(view, turn, best), next_best)


def prepare() -> None:
    """Load and compile everything that advice needs, so that the first hint is as quick as the others."""
    rules = HouseOfCats(seats=1, abilities=tuple(Ability)[:4])
    view = rules.view(rules.apply(rules.initial(), Fate(rules.parse_fate("2 3 4 mouse"))), Seat(0))
    advise(view, ())


def _rated_turns(view: View, turn: Turn) -> list[RatedTurn]:
    """Return the most promising turns, best first; empty if the search finds none."""
    root = search_root(view, turn)
    plans = best_plans(root, PARAMETERS)
    if not plans:
        return []
    rollouts = rollout_values(root, PARAMETERS, plans, SERIES, root_seed(root))
    values = [fmean(column) for column in zip(*rollouts, strict=True)]
    return sorted(zip((plan.steps for plan in plans), values, strict=True), key=lambda entry: -entry[1])


def _by_first_step(found: list[RatedTurn]) -> tuple[RatedTurn, ...]:
    """Return the best turn for each first step, best first."""
    firsts = {steps[0]: (steps, value) for steps, value in reversed(found)}
    return tuple(sorted(firsts.values(), key=lambda entry: -entry[1]))


def _next_best(view: View, turn: Turn, best: RatedTurn, other: RatedTurn) -> NextBest:
    """Compare the two best turns."""
    (steps, value), (other_steps, other_value) = best, other
    differing = tuple(step for step in other_steps if step not in steps) or (Done(),)
    reason = _reason(view, turn, other_steps)
    return NextBest(differing, value - other_value, None if reason == _reason(view, turn, steps) else reason)


def _reason(view: View, turn: Turn, steps: tuple[Action, ...]) -> Note:
    """Explain the whole turn, with the steps taken already."""
    if isinstance(steps[0], Done):
        return NothingToAdd()
    assert view.viewer is not None
    after = replay(view.setup, turn, [step for step in steps if not isinstance(step, Done)]).house
    return reason(view.sheet, view.houses[view.viewer], after)


def reason(sheet: Sheet, before: House, after: House) -> Note:
    """Find the plainest effect of a turn: rooms, a growing group, other points; else it keeps options."""
    gained = _written_points(sheet, after) - _written_points(sheet, before)
    rooms = after.rooms[len(before.rooms) :]
    if rooms:
        return MakesRoom(int(rooms[0].number), gained) if len(rooms) == 1 else MakesRooms(len(rooms), gained)
    size, number = max(_grown(sheet, before, after), default=(1, 0))
    if size > 1:
        return BuildsGroup(number, size)
    return BringsPoints(gained) if gained > 0 else KeepsOptions()


def _written_points(sheet: Sheet, house: House) -> int:
    """Count points without those that empty spaces cost, because every turn fills some."""
    found = points(sheet, house)
    return found.total - found.empty


def _grown(sheet: Sheet, before: House, after: House) -> Iterator[tuple[int, int]]:
    """Yield size and number of the groups outside rooms that are larger than any of their number before."""
    was = dict(sorted(_groups(sheet, before)))
    for number, size in _groups(sheet, after):
        if size > was.get(number, 0):
            yield size, number


def _groups(sheet: Sheet, house: House) -> Iterator[tuple[int, int]]:
    for space in house.loose_numbers(sheet):
        number = house.entry(sheet, space)
        yield int(number), sum(house.weight(member) for member in group_of(sheet, house, space, number))


@dataclass(frozen=True)
class TurnAdviser:
    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        found = advise(view, legal)
        ranked = [(steps[0], value) for steps, value in found.ranked]
        return Advice(ranked, found.reason, found.steps, found.next_best)


def adviser(_: Game[Any, Any, Any]) -> TurnAdviser:
    prepare()
    return TurnAdviser()
