"""Skill ratings, as a mean and its uncertainty: OpenSkill's Plackett-Luce model for any number of seats.

The update is algorithm 4 of Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), with
OpenSkill's beta and tau. It does not rank the result of a match but how well each seat played: luck is subtracted
first. `docs/explain/rating.md` says more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from msgspec import Struct

from .review import SkillSummary

MEAN, DEVIATION = 50.0, 25.0
"""A newcomer's rating: the levels of all games lie between 0 and about 100 (`python -m bench.rating strengths`)."""
BETA = 25.0 / 6
"""How much the play of one seat varies from match to match, on the scale of ratings."""
TAU = 25.0 / 300
"""How much a player's skill changes between two matches; because of it, uncertainty never falls to zero."""
SMALLEST_SHARE = 0.0001
"""The smallest share of the variance that remains after one match."""
KNOWN_DEVIATION = 1.0
"""The uncertainty of bots whose strength was measured."""


class Skill(Struct, frozen=True):
    mu: float = MEAN
    sigma: float = DEVIATION


def known(strength: float) -> Skill:
    """Return the skill of a bot of measured strength."""
    return Skill(strength, KNOWN_DEVIATION)


def performance(summary: SkillSummary | None, score: float) -> float:
    """Return a seat's performance in points: more is better.

    If the review judges decisions, it is the points they lost, because everything else was luck. If the review counts
    moments, it is the result without the luck of the deal. Without a review it is the result.
    """
    if summary is None:
        return score
    if summary.lost is not None:
        return -summary.lost
    return score - (summary.luck or 0.0)


def rated(skills: Sequence[Skill], performances: Sequence[float]) -> tuple[Skill, ...]:
    """Return the skills after a match; equal performances are a draw."""
    variances = [skill.sigma**2 + TAU**2 for skill in skills]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    top = max(skill.mu for skill in skills)
    weights = [exp((skill.mu - top) / c) for skill in skills]
    seats = range(len(skills))
    ranks = [sum(other > own for other in performances) for own in performances]
    sums = [sum(weights[s] for s in seats if ranks[s] >= ranks[q]) for q in seats]
    drawn = [ranks.count(rank) for rank in ranks]
    found: list[Skill] = []
    for i in seats:
        shares = [(q, weights[i] / sums[q]) for q in seats if ranks[q] <= ranks[i]]
        omega = sum(((q == i) - share) / drawn[q] for q, share in shares)
        delta = sum(share * (1 - share) / drawn[q] for q, share in shares)
        variance = variances[i]
        kept = 1 - variance / c**2 * delta * sqrt(variance) / c
        mu = skills[i].mu + variance / c * omega
        found.append(Skill(mu, sqrt(variance * max(kept, SMALLEST_SHARE))))
    return tuple(found)
