"""Bots that use the solver, and hints.

- `Lynx` plays each turn perfectly, but knows only the usual value of open boxes for the rest of the game.
- `Sphinx` maximises expected points, perfectly.
- `Tiger` maximises the share of the win: it takes risks when behind and plays safe when ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from purrlor.compiled.arrays import np
from purrlor.core import Game, Note
from purrlor.games.yatzy import Action, Sheet, View, Yatzy
from purrlor.games.yatzy.reasons import hint_reason
from purrlor.kit.bots import Advice, Choice

from .heuristic import THINKING
from .solver.solution import action_values, filled_boxes, points_so_far, upper_total, values_of_turn
from .solver.tables import FULL, point_table
from .solver.turn import ILLEGAL, TurnValues
from .turn_ends import OptimalTurn, purposes

if TYPE_CHECKING:
    from .solver import win
    from .solver.solution import Solution


_EQUAL = 1e-6  # shares of the win closer than this differ by rounding alone
_OPEN = (7, 8, 10, 13, 15, 18, 26, 15, 21, 34, 26, 12, 33)
"""The value of each open box: the solver's values, averaged over all sheets on par."""
_PULL = 1.0
"""The weight of a point above or below three of each face, for the bonus."""


class ExpectsTotal(Note, frozen=True):
    """The expected final total, and its lead over the next best action."""

    total: float
    ahead: float


class ExpectsWin(Note, frozen=True):
    """The chance of winning in percent; a shared victory counts in part."""

    percent: float


def mover(view: View) -> Sheet:
    assert view.turn is not None
    return view.sheets[view.turn]


def best_first(values: dict[Action, float]) -> list[tuple[Action, float]]:
    """Sort actions by value, best first; equals stay in order, so that a choice never depends on chance."""
    return sorted(values.items(), key=lambda item: -item[1])


class Lynx:
    """A bot that compares points with the value of leaving the box open; in upper boxes three of each face are par."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        sheet = mover(view)
        turn = _usual_turn(filled_boxes(sheet), sheet.bonus_in_reach, view.scratch == "free", view.mouser_is_fat_cat)
        return Choice(best_first(values_of_turn(turn, view.dice, view.rolls_left))[0][0], THINKING)


@lru_cache(maxsize=64)
def _usual_turn(filled: int, bonus_in_reach: bool, free: bool, mouser_is_fat_cat: bool) -> TurnValues:
    scoring: list[int] = point_table(mouser_is_fat_cat).scoring.tolist()
    open_boxes = FULL & ~filled
    values: list[list[float]] = []
    for scores, row in zip(scoring, usual_values(bonus_in_reach, mouser_is_fat_cat), strict=True):
        legal = open_boxes if free or not scores & open_boxes else scores & open_boxes
        values.append([worth if legal & bit else ILLEGAL for bit, worth in row])
    return TurnValues(np.array(values, np.float64))


@cache
def usual_values(bonus_in_reach: bool, mouser_is_fat_cat: bool) -> list[list[tuple[int, float]]]:
    """Return by roll and box the box's bit and the value of filling it, if that is legal."""
    pull = _PULL if bonus_in_reach else 0.0
    return [
        [
            (1 << box, float(scored - _OPEN[box]) + (pull * (scored - 3 * (box + 1)) if box < 6 else 0.0))
            for box, scored in enumerate(points)
        ]
        for points in point_table(mouser_is_fat_cat).points.tolist()
    ]


@dataclass(frozen=True)
class Sphinx:
    """A bot that takes the action with the highest expected total."""

    solution: Solution

    def values(self, view: View) -> list[tuple[Action, float]]:
        """Return every legal action with the expected final total, best first."""
        return best_first(action_values(self.solution, mover(view), view.dice, view.rolls_left))

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        (action, total), (_, next_best) = self.values(view)[:2]
        return Choice(action, THINKING, ExpectsTotal(total, total - next_best))


@dataclass(frozen=True)
class Tiger:
    """A bot that maximises the share of the win, assuming that everybody plays for points afterwards.

    Until six boxes are filled it plays for points itself: the score hardly matters so early (see
    docs/research/bots/yatzy.md), and the distribution of a nearly empty sheet takes long to compute.
    """

    solution: Solution

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        from .solver.win import FIRST_TURN

        if filled_boxes(mover(view)).bit_count() < FIRST_TURN:
            return Sphinx(self.solution).choose(view, legal, random)
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        values = self.values(view)
        share = values[0][1]
        equals = [action for action, worth in values if worth > share - _EQUAL]
        return Choice(self._more_points(view, equals), THINKING, ExpectsWin(100 * share))

    def values(self, view: View) -> list[tuple[Action, float]]:
        """Return every legal action with the expected share of the win, best first."""
        turn = _win_turn(self.solution, view.sheets, view.turn or 0)
        return best_first(values_of_turn(turn, view.dice, view.rolls_left))

    def _more_points(self, view: View, actions: list[Action]) -> Action:
        """Return the action with the most expected points among actions that win equally often."""
        if len(actions) == 1:
            return actions[0]
        return next(action for action, _ in Sphinx(self.solution).values(view) if action in actions)


@lru_cache(maxsize=64)
def _win_turn(solution: Solution, sheets: tuple[Sheet, ...], turn: int) -> TurnValues:
    from .solver import win
    from .solver.win import remaining_for

    own, *others = [between_turns(sheet) for sheet in (*sheets[turn:], *sheets[:turn])]
    return win.win_turn(remaining_for(solution, [sheet.filled for sheet in (own, *others)]), own, others)


def between_turns(sheet: Sheet) -> win.Sheet:
    from .solver import win

    return win.Sheet(filled_boxes(sheet), upper_total(sheet), points_so_far(sheet))


class OnlyThing(Note, frozen=True):
    """Only one action is legal."""


@dataclass(frozen=True)
class SolverAdviser:
    sphinx: Sphinx

    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        if len(legal) == 1:
            return Advice([(legal[0], 0.0)], OnlyThing())
        sheet, ranked = mover(view), self.sphinx.values(view)
        (best, _), (runner_up, _) = ranked[:2]
        values = self.sphinx.solution.turn(filled_boxes(sheet), upper_total(sheet))
        ends = OptimalTurn(values, view.mouser_is_fat_cat).ends(best, view.dice, view.rolls_left)
        return Advice(ranked, hint_reason(view, best, runner_up, purposes(ends)))


def adviser(game: Game[Any, Any, Any]) -> SolverAdviser:
    from .solver.solution import solution

    assert isinstance(game, Yatzy)
    return SolverAdviser(Sphinx(solution(scratch=game.scratch, mouser_is_fat_cat=game.mouser_is_fat_cat)))
