"""How hard puzzles are, how good somebody is at them, and which one comes next. Explained in docs/puzzles.md.

Elo's system with two changes: somebody who guesses is right now and then, and the first tries count more. The rating
of a puzzle is fixed; that of a person is worked out from their first tries alone, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from msgspec import Struct

from purrlor.kit.puzzles import Puzzle, Weighed

from .rows import PuzzleTry

START = 800.0
"""Where everybody begins: below the middle of the puzzles, so that the first ones are kind."""
SPREAD = 400.0
"""This many points of rating are ten times the odds."""
FIRST_STEP, STEP, FIRST_TRIES = 64.0, 24.0, 10
"""How far one try moves a rating: at first, and after this number of tries."""
CLOSE = 5
"""Of this many puzzles that fit best, one is drawn."""
KIND = 100.0
"""A puzzle that fits is this much easier than the person is good: about two of three are solved."""
SOLVED, NEARLY, MISSED = 100, 50, 0
"""Per cent."""


class PuzzleRating(Struct, frozen=True):
    rating: float = START
    tries: int = 0
    solved: int = 0


def score_of(puzzle: Puzzle, chosen: Weighed) -> int:
    """Solved if nothing is clearly better, half solved if less than half of what players usually lost is lost."""
    if puzzle.is_best(chosen):
        return SOLVED
    played = puzzle.choice(puzzle.played)
    usual = puzzle.loss(played) if played is not None else 0.0
    return NEARLY if puzzle.loss(chosen) < usual / 2 else MISSED


def expected(rating: float, difficulty: float, choices: int) -> float:
    """The score to be expected; somebody who knows nothing is right once in `choices` times."""
    guess = 1 / max(choices, 2)
    return guess + (1 - guess) / (1 + 10 ** ((difficulty - rating) / SPREAD))


def after(standing: PuzzleRating, each: PuzzleTry) -> PuzzleRating:
    """The standing after one more first try."""
    step = FIRST_STEP if standing.tries < FIRST_TRIES else STEP
    rating = standing.rating + step * (each.score / SOLVED - expected(standing.rating, each.rating, each.choices))
    return PuzzleRating(rating, standing.tries + 1, standing.solved + (each.score == SOLVED))


def standing_of(tries: Iterable[PuzzleTry]) -> PuzzleRating:
    standing = PuzzleRating()
    for each in sorted(tries, key=lambda each: (each.first, each.puzzle)):
        standing = after(standing, each)
    return standing


def next_puzzle(puzzles: Sequence[Puzzle], tries: Mapping[str, PuzzleTry], person: str) -> Puzzle:
    """A new puzzle that fits the person; when there is none left, the one that was missed longest ago.

    It follows from what the person has tried, so a page that is loaded again shows the same one.
    """
    new = [each for each in puzzles if each.id not in tries]
    if new:
        wanted = standing_of(tries.values()).rating - KIND
        fitting = sorted(new, key=lambda each: (abs(each.rating - wanted), each.id))[:CLOSE]
        return Random(f"{person}/{len(tries)}").choice(fitting)
    missed = [each for each in puzzles if tries[each.id].last < SOLVED]
    return min(missed or puzzles, key=lambda each: (tries[each.id].at, each.id))
