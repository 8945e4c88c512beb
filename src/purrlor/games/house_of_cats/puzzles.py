"""Puzzles of House of Cats: which of a few whole turns is the best, measured by rollouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp

from purrlor.core import Note
from purrlor.kit.puzzles import Puzzle, PuzzlePosition, Puzzles, Source, Weighed, now_and_later, reviewed_mistakes

from .house import House
from .notation import Action, parse_action
from .picture import HousePicture, house_after
from .play import begin, replay

LEVELS = ("1", "2", "3", "4")
PLAYERS = (("tabby",), ("kitten",), ("tomcat",))
LATE_TURN = 6
EASY_LEAD = 3.0
"""Points of lead with which about two of three people see which turn is the best."""


class LeavesRoom(Note, frozen=True):
    """Early on, a turn that brings less now leaves more to be made of the house."""


class CashesIn(Note, frozen=True):
    """Late in the match, what is on the sheet counts: there is little time left for plans."""


def why(position: PuzzlePosition, other: Weighed, best: Weighed) -> Sequence[Note]:
    return tuple(_reasons(position, other, best))


def _reasons(position: PuzzlePosition, other: Weighed, best: Weighed) -> Iterator[Note]:
    now = best.facts[0] - other.facts[0]
    later = best.worth - other.worth - now
    yield now_and_later(now, later)
    if now < 0 and position.view.number <= LATE_TURN:
        yield LeavesRoom()
    if now > 0 > later and position.view.number > LATE_TURN:
        yield CashesIn()


def steps_of(action: str) -> tuple[Action, ...]:
    return tuple(parse_action(step) for step in action.split(", ")) if action else ()


def house_of(position: PuzzlePosition, steps: Sequence[Action]) -> House:
    """Return the house after a whole turn."""
    view = position.view
    begun = begin(view.houses[position.seat], view.dice, starting=view.number == 0)
    return replay(position.game.setup(view.abilities), begun, steps).house


def drawn(position: PuzzlePosition, action: str) -> HousePicture:
    steps = steps_of(action)
    return house_after(position.game.layout, house_of(position, steps), steps)


def weigh(position: PuzzlePosition, played: str) -> Sequence[Weighed]:
    from .puzzle_search import weighed

    return weighed(position, played)


def share(puzzle: Puzzle) -> float:
    """Estimate the share of people who solve it: they like points at once, and see a large lead sooner."""
    best, *others = puzzle.choices
    tempting = all(best.facts[0] >= other.facts[0] for other in others)
    return 0.2 + (0.3 if tempting else 0.0) + 0.45 * (1 - exp(-puzzle.loss(others[0]) / EASY_LEAD))


PUZZLES = Puzzles(
    why=why,
    sources=tuple(Source(levels, {"level": level}) for levels in PLAYERS for level in LEVELS),
    mistakes=reviewed_mistakes,
    weigh=weigh,
    least=1.5,
    lead=0.7,
    share=share,
    drawn=drawn,
)
