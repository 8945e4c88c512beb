"""Puzzles of Yatzy: choose the dice to keep or the box to fill, with exact answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.core import Note
from purrlor.kit.puzzles import PuzzlePosition, Puzzles, Source, Weighed, now_and_later, reviewed_mistakes

from .boxes import Box
from .notation import Keep, Score, parse_action
from .reasons import OFTEN, LeadsTo, RollsOn, SparesBonus, StopsHere, spares_bonus


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
        case Score(taken), Score(worse) if spares_bonus(position.view, taken, worse):
            yield SparesBonus(worse)
        case _:
            pass
    yield now_and_later(now, best.worth - other.worth - now)
    action = parse_action(best.action)
    if isinstance(action, Keep) and action.dice and OFTEN <= percent < 100:
        yield LeadsTo(action.dice, tuple(Box)[int(box)], int(percent))


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
