"""Puzzles of MEOW: choose a card, judged on deals that are consistent with what the seat has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.core import Note
from purrlor.kit.puzzles import PuzzlePosition, Puzzles, Source, Weighed, reviewed_mistakes

from .notation import Play, parse_action
from .reasons import compared


class BetterDeals(Note, frozen=True):
    """The percentages of consistent deals in which the best card does better, or worse, than the other one."""

    better: int
    worse: int


def why(position: PuzzlePosition, other: Weighed, best: Weighed) -> Sequence[Note]:
    return tuple(_reasons(position, other, best))


def _reasons(position: PuzzlePosition, other: Weighed, best: Weighed) -> Iterator[Note]:
    ours, theirs = parse_action(best.action), parse_action(other.action)
    assert isinstance(ours, Play)
    assert isinstance(theirs, Play)
    yield compared(position.view, ours.card, theirs.card)
    if other.facts:
        yield BetterDeals(int(other.facts[0]), int(other.facts[1]))


def weigh(position: PuzzlePosition, _played: str) -> Sequence[Weighed]:
    from .puzzle_search import weighed

    return weighed(position)


PUZZLES = Puzzles(
    why=why,
    sources=tuple(
        Source(levels, {})
        for levels in (
            ("kitten", "tabby", "lynx"),
            ("tabby", "lynx", "tabby", "kitten"),
            ("tabby", "kitten", "tabby"),
            ("lynx", "tabby", "lynx", "tabby"),
            ("tabby", "lynx", "lynx"),
            ("tabby", "tabby"),
        )
    ),
    mistakes=reviewed_mistakes,
    weigh=weigh,
    least=1.0,
    lead=0.4,
    solvers=("kitten", "tabby", "lynx", "tiger"),
)
