"""The exact expected value of every choice of a puzzle, split into points of this turn and of later ones."""

from __future__ import annotations

from purrlor.kit.puzzles import PuzzlePosition, Weighed

from . import Yatzy
from .bots.solver.solution import filled_boxes, points_so_far, solution, upper_total
from .bots.turn_ends import Ends, OptimalTurn
from .boxes import Box


def weighed(position: PuzzlePosition) -> tuple[Weighed, ...]:
    """Return every legal action, the best first."""
    rules, view = position.game, position.view
    assert isinstance(rules, Yatzy)
    solved = solution(scratch=rules.scratch, mouser_is_fat_cat=rules.mouser_is_fat_cat)
    sheet = view.sheets[position.seat]
    turn = OptimalTurn(solved.turn(filled_boxes(sheet), upper_total(sheet)), rules.mouser_is_fat_cat)
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
