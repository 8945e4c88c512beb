"""Kinds of mistakes in Yatzy."""

from __future__ import annotations

from purrlor.core import Record
from purrlor.kit.review import Decision

from . import Action, State, View
from .boxes import UPPER
from .notation import Keep, Score

ENOUGH_FOR_BONUS = 3
"""Dice of each number that an upper box needs on average for the bonus."""


def mistake_kind(record: Record[State, Action, View], decision: Decision) -> str:
    """Whether the turn ended too early or too late, the bonus was given up, or the wrong dice or box were chosen."""
    match decision.action, decision.best:
        case Score(), Keep():
            return "stopped_early"
        case Keep(), Score():
            return "rolled_on"
        case Score(box), Score() if box in UPPER:
            dice = record.match().state_after(decision.event - 1).dice
            return "bonus" if dice.count(UPPER.index(box) + 1) < ENOUGH_FOR_BONUS else "box"
        case Score(), _:
            return "box"
        case _:
            return "kept"
