"""From sheets, boxes and actions of the rules to the bit sets and indices of the solver, and back."""

from __future__ import annotations

from purrlor.games.yatzy import Action, Box, Keep, Score, Sheet
from purrlor.games.yatzy.boxes import Dice
from purrlor.games.yatzy.sheet import BONUS_FROM

from .solution import Solution
from .turn import TurnValues

BOXES = tuple(Box)


def filled_boxes(sheet: Sheet) -> int:
    """The bit set of the filled boxes."""
    return sum(1 << place for place, entry in enumerate(sheet.entries) if entry is not None)


def upper_total(sheet: Sheet) -> int:
    """The upper total as far as it matters: 63 stands for 63 or more."""
    return min(BONUS_FROM, sheet.upper)


def points_so_far(sheet: Sheet) -> int:
    """Without the bonus, which the solver counts among the points to come."""
    return sheet.upper + sheet.lower


def turn_worths(turn: TurnValues, dice: Dice, rolls_left: int) -> dict[Action, float]:
    """The value of every legal action with `dice` on the table."""
    keeps = turn.keeps(dice, rolls_left) if rolls_left else {}
    worths: dict[Action, float] = {Keep(kept): value for kept, value in keeps.items()}
    return worths | {Score(BOXES[box]): value for box, value in turn.boxes(dice).items()}


def action_worths(solved: Solution, sheet: Sheet, dice: Dice, rolls_left: int) -> dict[Action, float]:
    """The final total that best play may expect after each legal action."""
    turn = solved.turn(filled_boxes(sheet), upper_total(sheet))
    so_far = points_so_far(sheet)
    return {action: so_far + later for action, later in turn_worths(turn, dice, rolls_left).items()}
