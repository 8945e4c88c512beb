"""Puzzles of Yatzy: what to keep and where to write, with exact answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.core import Note
from purrlor.kit.puzzles import PuzzlePosition, Puzzles, Source, Weighed, now_and_later, reviewed_mistakes

from .boxes import UPPER, Box, Dice
from .notation import Keep, Score, parse_action

ENOUGH_FOR_BONUS = 3
"""Dice of each number that an upper box needs on average for the bonus."""
OFTEN = 40
"""Per cent of the time from which on a box is what the dice are kept for."""


class LeadsTo(Note, frozen=True):
    """What keeping these dice leads to most often, in per cent of the time."""

    dice: tuple[int, ...]
    box: Box
    percent: int


class SparesBonus(Note, frozen=True):
    """Too few dice in an upper box would take the bonus out of reach, or nearly so."""

    box: Box


class RollsOn(Note, frozen=True):
    """There is time for another roll; the points of now will hardly run away."""

    points: int


class StopsHere(Note, frozen=True):
    """What lies there is better than what another roll brings on average."""

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
    """The points that a box would lack of what the bonus needs of it; 0: none, or the bonus is gone anyway."""
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
