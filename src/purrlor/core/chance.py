"""Explicit chance: the possible outcomes, their probabilities, and how to draw one from a random source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Protocol, TypeAlias

from .events import IllegalEvent
from .reason import Reason
from .value import Value

Below: TypeAlias = Callable[[int], int]
"""A source of random numbers: `below(n)` is 0, 1, … or n - 1, all equally likely."""
Values: TypeAlias = tuple[int, ...]


class Chance(Protocol):
    """Something that chance decides: `Roll` and `Draw`."""

    @property
    def secret(self) -> bool:
        """Whether the values are hidden from everybody when they are drawn; views show each seat its share."""
        ...

    def sample(self, below: Below) -> Values:
        """Draw one outcome, with random numbers from `below`."""
        ...

    def support(self) -> Iterator[tuple[Values, Fraction]]:
        """Yield every possible outcome once, with its exact probability."""
        ...

    def check(self, values: Values) -> None:
        """Raise `IllegalEvent` unless `values` are a possible outcome."""
        ...


class Roll(Value, frozen=True):
    """A roll of equal dice. Their order has no meaning: values are sorted.

    So the place of a value must not decide who gets it. To give each seat a die, use a `Roll(1)` for each, or a `Draw`.
    """

    count: int
    """The number of dice."""
    faces: Values = (1, 2, 3, 4, 5, 6)
    """The values on each die."""
    secret: bool = False
    """Whether the outcome is hidden from some seat."""

    def __str__(self) -> str:
        return f"a roll of {self.count} dice" if self.count > 1 else "a roll of one die"

    def sample(self, below: Below) -> Values:
        """Draw one outcome, with random numbers from `below`."""
        faces, sides = self.faces, len(self.faces)
        return tuple(sorted([faces[below(sides)] for _ in range(self.count)]))

    def support(self) -> Iterator[tuple[Values, Fraction]]:
        """Yield every possible outcome once, with its exact probability."""
        sides = Counter(self.faces)
        ways = len(self.faces) ** self.count
        for values in combinations_with_replacement(sorted(sides), self.count):
            shown = Counter(values)
            orders = factorial(self.count) // prod(factorial(n) for n in shown.values())
            yield values, Fraction(orders * prod(sides[face] ** n for face, n in shown.items()), ways)

    def check(self, values: Values) -> None:
        """Raise `IllegalEvent` unless `values` are a possible outcome."""
        if len(values) != self.count:
            raise IllegalEvent(_wrong_count(self.count, values))
        if values != tuple(sorted(values)):
            raise IllegalEvent("refused.roll_order", "rolled values stand in ascending order")
        strange = set(values).difference(self.faces)
        if strange:
            raise IllegalEvent("refused.roll_face", "no die shows {face}", face=min(strange))


class Draw(Value, frozen=True):
    """A number of values drawn from a pool without replacement; order counts."""

    pool: Values
    """The values to draw from, with repetitions."""
    count: int
    """The number of values to draw."""
    secret: bool = False
    """Whether the outcome is hidden from some seat."""

    def __post_init__(self) -> None:
        if not 0 <= self.count <= len(self.pool):
            raise ValueError(f"nobody can make {self}")

    def __str__(self) -> str:
        return f"a draw of {self.count} from {len(self.pool)}"

    def sample(self, below: Below) -> Values:
        """Draw one outcome, with random numbers from `below`."""
        pool = list(self.pool)
        for i in range(self.count):
            j = i + below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return tuple(pool[: self.count])

    def support(self) -> Iterator[tuple[Values, Fraction]]:
        """Yield every possible outcome once, with its exact probability."""
        yield from _draws(Counter(self.pool), len(self.pool), self.count)

    def check(self, values: Values) -> None:
        """Raise `IllegalEvent` unless `values` are a possible outcome."""
        if len(values) != self.count:
            raise IllegalEvent(_wrong_count(self.count, values))
        if Counter(values) - Counter(self.pool):
            raise IllegalEvent(
                "refused.draw_pool", "a drawn value is not in the pool, or was drawn more often than it is there"
            )


def _wrong_count(count: int, values: Values) -> Reason:
    english = "expected random values: {count}, not {found}"
    return Reason("refused.fate_count", english, count=count, found=len(values))


def _draws(pool: Counter[int], size: int, count: int) -> Iterator[tuple[Values, Fraction]]:
    if count == 0:
        yield (), Fraction(1)
        return
    for value in sorted(pool):
        share = Fraction(pool[value], size)
        rest = pool - Counter([value])
        for values, probability in _draws(rest, size - 1, count - 1):
            yield (value, *values), share * probability
