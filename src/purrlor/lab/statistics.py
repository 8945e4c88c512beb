"""Means with their confidence intervals."""

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
        """The same in another unit."""
        return Estimate(self.mean * factor, self.margin * factor)


def estimate(values: Sequence[float]) -> Estimate:
    count = len(values)
    mean = fsum(values) / count
    if count < 2:
        return Estimate(mean, float("inf"))
    variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, Z95 * sqrt(variance / count))


def estimate_from_sums(count: int, total: int, squares: int) -> Estimate:
    """The same from whole sums: nothing is rounded before the end, so their order cannot matter."""
    mean = total / count
    if count < 2:
        return Estimate(mean, float("inf"))
    spread = count * squares - total * total
    return Estimate(mean, Z95 * sqrt(spread / count / count / (count - 1)))
