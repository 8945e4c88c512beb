"""Ratings of puzzles and of people who solve them, and the choice of the next puzzle (docs/play/puzzles.md).

This is Elo's system with two changes: guesses are sometimes right, and the first tries count more. The rating of a
puzzle is fixed. The rating of a person is computed only from their first tries of puzzles, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from msgspec import Struct

from purrlor.kit.puzzles import Puzzle, Weighed

from .rows import PuzzleTry

START = 800.0
"""Everybody's first rating: below the middle of the puzzles, so that the first ones are easy."""
SPREAD = 400.0
"""The difference in rating that multiplies the odds by ten."""
FIRST_STEP, STEP, FIRST_TRIES = 64.0, 24.0, 10
"""How far one try moves a rating, at first and later; the number of first tries."""
CLOSE = 5
"""The number of best-fitting puzzles from which the next one is drawn."""
KIND = 100.0
"""How far the rating of a fitting puzzle is below the person's: about two out of three are solved."""
SOLVED, NEARLY, MISSED = 100, 50, 0
"""Scores of a try, in per cent."""


class PuzzleRating(Struct, frozen=True):
    rating: float = START
    tries: int = 0
    solved: int = 0


def score_of(puzzle: Puzzle, chosen: Weighed) -> int:
    """Return the score of a choice: solved if nothing is clearly better.

    It is half solved if it loses less than half as much as the choice that was played in the match.
    """
    if puzzle.is_best(chosen):
        return SOLVED
    played = puzzle.choice(puzzle.played)
    usual = puzzle.loss(played) if played is not None else 0.0
    return NEARLY if puzzle.loss(chosen) < usual / 2 else MISSED


def expected(rating: float, difficulty: float, choices: int) -> float:
    """Return the expected score. A random guess is right once in `choices` times."""
    guess = 1 / max(choices, 2)
    return guess + (1 - guess) / (1 + 10 ** ((difficulty - rating) / SPREAD))


def after(standing: PuzzleRating, each: PuzzleTry) -> PuzzleRating:
    """Return the rating after one more first try."""
    step = FIRST_STEP if standing.tries < FIRST_TRIES else STEP
    rating = standing.rating + step * (each.score / SOLVED - expected(standing.rating, each.rating, each.choices))
    return PuzzleRating(rating, standing.tries + 1, standing.solved + (each.score == SOLVED))


def standing_of(tries: Iterable[PuzzleTry]) -> PuzzleRating:
    standing = PuzzleRating()
    for each in sorted(tries, key=lambda each: (each.first, each.puzzle)):
        standing = after(standing, each)
    return standing


def next_puzzle(puzzles: Sequence[Puzzle], tries: Mapping[str, PuzzleTry], person: str) -> Puzzle:
    """Return a new puzzle that fits the person; if none is left, the missed one that was tried longest ago.

    It depends only on the person and their tries, so the web client shows the same one after a reload.
    """
    new = [each for each in puzzles if each.id not in tries]
    if new:
        wanted = standing_of(tries.values()).rating - KIND
        fitting = sorted(new, key=lambda each: (abs(each.rating - wanted), each.id))[:CLOSE]
        return Random(f"{person}/{len(tries)}").choice(fitting)
    missed = [each for each in puzzles if tries[each.id].last < SOLVED]
    return min(missed or puzzles, key=lambda each: (tries[each.id].at, each.id))
