"""The result of every card of a puzzle, on deals that fit what the seat has seen; more deals than in a review."""

from __future__ import annotations

import numpy as np

from purrlor.kit.puzzles import PuzzlePosition, Weighed
from purrlor.kit.statistics import standard_error

from .bots.search.decision import CardDecision
from .kernels.exponentials import Floats
from .review import seed_of_sight

SOLVED, TRIED = 600, 8000
"""Deals at two seats, each solved exactly, and at more seats."""
FRESH = 7
"""Added to the seed of a review: the deals in which a mistake was found are not the ones that prove it."""


def weighed(position: PuzzlePosition) -> tuple[Weighed, ...]:
    """Return every legal card, the best first, with the share of deals where the best one does better and worse."""
    found = _by_deal(position)
    values = found.mean(axis=0)
    best = int(values.argmax())
    choices = [
        Weighed(
            str(action),
            round(float(values[place]), 2),
            round(standard_error((found[:, best] - found[:, place]).tolist()), 3),
            () if place == best else _shares(found[:, best], found[:, place]),
        )
        for place, action in enumerate(position.legal)
    ]
    return tuple(sorted(choices, key=lambda each: -each.worth))


def _by_deal(position: PuzzlePosition) -> Floats:
    """Return the result by [deal, card], in points ahead of the mean of the others."""
    decision = CardDecision(position.view, position.legal, points=True)
    known = decision.known()
    if known is not None:
        return np.array([known])
    seed = seed_of_sight(position.view) + FRESH
    if decision.duel:
        return np.array(decision.solved(decision.deals.draw(SOLVED, seed=seed)))
    return np.array(decision.tried(decision.deals.draw(TRIED, seed=seed), seed + 1))


def _shares(best: Floats, other: Floats) -> tuple[float, ...]:
    return round(100 * float((best > other).mean())), round(100 * float((best < other).mean()))
