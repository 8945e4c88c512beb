"""The exact expected value of every choice of a puzzle, split into points of this turn and of later ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from purrlor.kit.puzzles import PuzzlePosition, Weighed

from . import Action, Keep, Score, Yatzy
from .bots.heuristic import throws
from .bots.solver.solution import filled_boxes, points_so_far, solution, upper_total, values_of_turn
from .bots.solver.turn import TurnValues
from .boxes import Box, Dice, points

Ends = Mapping[tuple[Box, int], float]
"""The probability of each box and points with which a turn may end."""


def weighed(position: PuzzlePosition) -> tuple[Weighed, ...]:
    """Return every legal action, the best first."""
    rules, view = position.game, position.view
    assert isinstance(rules, Yatzy)
    solved = solution(scratch=rules.scratch, mouser_is_fat_cat=rules.mouser_is_fat_cat)
    sheet = view.sheets[position.seat]
    turn = _Turn(solved.turn(filled_boxes(sheet), upper_total(sheet)), rules.mouser_is_fat_cat)
    values, so_far = turn.action_values(view.dice, view.rolls_left), points_so_far(sheet)
    found = [
        Weighed(str(action), round(so_far + worth, 2), 0.0, _facts(turn.ends(action, view.dice, view.rolls_left)))
        for action, worth in values.items()
    ]
    return tuple(sorted(found, key=lambda each: -each.worth))


def _facts(ends: Ends) -> tuple[float, ...]:
    """Return the mean points of this turn, and the box that it ends in most often."""
    boxes: dict[Box, float] = {}
    for (box, _), chance in ends.items():
        boxes[box] = boxes.get(box, 0.0) + chance
    often = max(boxes, key=lambda box: boxes[box])
    now = sum(reached * chance for (_, reached), chance in ends.items())
    return round(now, 2), list(Box).index(often), round(100 * boxes[often])


@dataclass(frozen=True, eq=False)
class _Turn:
    """A turn under optimal play from this state."""

    values: TurnValues
    mouser_is_fat_cat: bool

    def action_values(self, dice: Dice, rolls_left: int) -> Mapping[Action, float]:
        return values_of_turn(self.values, dice, rolls_left)

    def ends(self, action: Action, dice: Dice, rolls_left: int) -> Ends:
        """Return the distribution of the turn's end after this action."""
        match action:
            case Score(box):
                return {(box, points(box, dice, mouser_is_fat_cat=self.mouser_is_fat_cat)): 1.0}
            case Keep(kept):
                found: dict[tuple[Box, int], float] = {}
                for rolled, chance in throws(5 - len(kept)):
                    for end, share in self.best_ends(tuple(sorted(kept + rolled)), rolls_left - 1).items():
                        found[end] = found.get(end, 0.0) + chance * share
                return found
            case _:
                raise ValueError(f"{action} is no decision")

    @cache  # noqa: B019 - a turn lives as long as its puzzle
    def best_ends(self, dice: Dice, rolls_left: int) -> Ends:
        values = self.action_values(dice, rolls_left)
        return self.ends(max(values, key=lambda action: values[action]), dice, rolls_left)
