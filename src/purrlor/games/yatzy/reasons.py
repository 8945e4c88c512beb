"""What a choice is for, and what another one gives up: notes for hints and puzzles."""

from __future__ import annotations

from purrlor.core import Note

from .boxes import UPPER, Box
from .notation import Action, Keep
from .rules import View

ENOUGH_FOR_BONUS = 3
"""The number of matching dice that each upper box needs on average for the bonus."""
OFTEN = 40
"""The frequency in per cent from which on a box counts as the purpose of keeping the dice."""


class LeadsTo(Note, frozen=True):
    """The box that keeping these dice leads to, with its frequency in per cent."""

    dice: tuple[int, ...]
    box: Box
    percent: int


class IsFor(Note, frozen=True):
    """Whatever is rolled, the turn ends in this box."""

    box: Box


class KeepsChances(Note, frozen=True):
    """The two boxes that bring most of the points, neither of them often enough to be the only purpose."""

    box: tuple[Box, Box]


class SparesBonus(Note, frozen=True):
    """Too few matching dice in an upper box would put the bonus out of reach, or nearly so."""

    box: Box


class RollsOn(Note, frozen=True):
    """Another roll is better, because today's points can probably still be scored later."""

    points: int


class StopsHere(Note, frozen=True):
    """The dice on the table are better than what another roll brings on average."""

    points: int


class GivesUp(Note, frozen=True):
    """A zero has to be written, and this box loses least by it."""

    box: Box


class FitsBest(Note, frozen=True):
    """The dice are worth more in this box than in any other, later turns included."""

    box: Box


def hint_reason(view: View, best: Action, runner_up: Action, ends: list[tuple[Box, float]]) -> Note:
    """Say what the best action is for, or what the runner-up gives up.

    `ends` are the boxes in which the turn ends after the best action, with their chances: first the one that brings
    most of the points.
    """
    (box, chance), *others = ends
    if isinstance(best, Keep):
        if not others:
            return IsFor(box)
        percent = round(100 * chance)
        return LeadsTo(best.dice, box, percent) if best.dice and percent >= OFTEN else KeepsChances((box, others[0][0]))
    if not view.points(box):
        return GivesUp(box)
    if isinstance(runner_up, Keep):
        return StopsHere(view.points(box))
    worse = runner_up.box
    return SparesBonus(worse) if spares_bonus(view, box, worse) else FitsBest(box)


def spares_bonus(view: View, box: Box, worse: Box) -> bool:
    """Return whether filling one box costs the bonus less than filling another, worse one."""
    return _missing(view, worse) > max(0, _missing(view, box))


def _missing(view: View, box: Box) -> int:
    """Return the points by which a box would fall short of its share of the bonus.

    The result is negative if it has more, and 0 for lower boxes or if the bonus is out of reach.
    """
    assert view.turn is not None
    if box not in UPPER or not view.sheets[view.turn].bonus_in_reach:
        return 0
    face = UPPER.index(box) + 1
    return face * (ENOUGH_FOR_BONUS - view.dice.count(face))
