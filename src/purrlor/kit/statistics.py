"""Means and shares with their standard errors and 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and half the width of its 95 % confidence interval (normal approximation)."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.margin:.2f}"

    def scaled(self, factor: float) -> Estimate:
        """Return the same estimate in another unit."""
        return Estimate(self.mean * factor, self.margin * factor)


def estimate(values: Sequence[float]) -> Estimate:
    count = len(values)
    mean = fsum(values) / count
    if count < 2:
        return Estimate(mean, float("inf"))
    return Estimate(mean, Z95 * standard_error(values))


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of these values; 0 for one value, where it is unknown."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = fsum(values) / count
    return sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count)


def estimate_from_sums(count: int, total: int, squares: int) -> Estimate:
    """Return the estimate from integer sums: nothing is rounded before the end, so their order cannot matter."""
    mean = total / count
    if count < 2:
        return Estimate(mean, float("inf"))
    spread = count * squares - total * total
    return Estimate(mean, Z95 * sqrt(spread / count / count / (count - 1)))


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval by Wilson's score, which stays between 0 and 1 and holds for few trials too."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f}% ({100 * self.low:.1f} to {100 * self.high:.1f})"


def wilson(successes: float, trials: float) -> Share:
    """Return the share of successes; a shared victory counts in part.

    `trials` may be the effective number of correlated trials.
    """
    if trials <= 0:
        return Share(float("nan"), 0.0, 1.0)
    share, weight = successes / trials, Z95 * Z95 / trials
    centre = (share + weight / 2) / (1 + weight)
    half = sqrt(share * (1 - share) * weight + weight * weight / 4) / (1 + weight)
    return Share(share, max(0.0, centre - half), min(1.0, centre + half))


def share_of_groups(values: Sequence[float]) -> Share:
    """Return the share over groups of trials; each value is the share of one group."""
    return share_from(estimate(values), len(values))


def share_from(found: Estimate, groups: int) -> Share:
    """Return the share with mean `found` over groups, with as many independent trials as its variance implies."""
    spread = found.mean * (1 - found.mean)
    deviation = found.margin / Z95
    trials = spread / deviation**2 if 0 < deviation < float("inf") and spread else groups
    return wilson(found.mean * trials, trials)
