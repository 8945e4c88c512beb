"""Puzzles of Yatzy: choose the dice to keep or the box to fill, with exact answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.core import Note
from purrlor.kit.puzzles import PuzzlePosition, Puzzles, Source, Weighed, now_and_later, reviewed_mistakes

from .boxes import UPPER, Box, Dice
from .notation import Keep, Score, parse_action

ENOUGH_FOR_BONUS = 3
"""The number of matching dice that each upper box needs on average for the bonus."""
OFTEN = 40
"""The frequency in per cent from which on a box counts as the purpose of keeping the dice."""


class LeadsTo(Note, frozen=True):
    """The box that keeping these dice leads to most often, with its frequency in per cent."""

    dice: tuple[int, ...]
    box: Box
    percent: int


class SparesBonus(Note, frozen=True):
    """Too few matching dice in an upper box would put the bonus out of reach, or nearly so."""

    box: Box


class RollsOn(Note, frozen=True):
    """Another roll is better, because today's points can probably still be scored later."""

    points: int


class StopsHere(Note, frozen=True):
    """The dice on the table are better than what another roll brings on average."""

    points: int


def why(position: PuzzlePosition, other: Weighed, best: Weighed) -> Sequence[Note]:
    return tuple(_reasons(position, other, best))


def _reasons(position: PuzzlePosition, other: Weighed, best: Weighed) -> Iterator[Note]:
    points, box, percent = best.facts
    now = points - other.facts[0]
    match parse_action(best.action), parse_action(other.action):
        case Keep(), Score(taken) if now > 0:
            yield RollsOn(position.view.points(taken))
        case Score(taken), Keep() if now > 0:
            yield StopsHere(position.view.points(taken))
        case Score(taken), Score(worse) if _missing(position, worse) > max(0, _missing(position, taken)):
            yield SparesBonus(worse)
        case _:
            pass
    yield now_and_later(now, best.worth - other.worth - now)
    action = parse_action(best.action)
    if isinstance(action, Keep) and action.dice and OFTEN <= percent < 100:
        yield LeadsTo(action.dice, tuple(Box)[int(box)], int(percent))


def _missing(position: PuzzlePosition, box: Box) -> int:
    """Return the points by which a box would fall short of its share of the bonus.

    The result is negative if it has more, and 0 for lower boxes or if the bonus is out of reach.
    """
    if box not in UPPER or not position.view.sheets[position.seat].bonus_in_reach:
        return 0
    face = UPPER.index(box) + 1
    dice: Dice = position.view.dice
    return face * (ENOUGH_FOR_BONUS - dice.count(face))


def weigh(position: PuzzlePosition, _played: str) -> Sequence[Weighed]:
    from .puzzle_search import weighed

    return weighed(position)


PUZZLES = Puzzles(
    why=why,
    sources=tuple(Source((level,), {}) for level in ("kitten", "tabby", "tabby", "tomcat", "tomcat", "lynx")),
    mistakes=reviewed_mistakes,
    weigh=weigh,
    least=1.0,
    lead=0.3,
    solvers=("kitten", "tabby", "tomcat", "lynx"),
)
