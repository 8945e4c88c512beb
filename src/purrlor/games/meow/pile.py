"""The tokens that one player has taken, and what they are worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from purrlor.core.value import Value

from .tokens import FISH, VASE, Token, is_bowl, is_fishbone, worth

Vases: TypeAlias = Literal["per_pair", "flat"]
VASES_COST = 20


class Pile(Value, frozen=True, cache_hash=True):
    """Tokens in the order in which they were taken; `vases` says how broken vases are counted."""

    tokens: tuple[Token, ...] = ()
    vases: Vases = "per_pair"

    def with_token(self, token: Token) -> Pile:
        return Pile((*self.tokens, token), self.vases)

    @property
    def bowls(self) -> tuple[int, ...]:
        return tuple(worth(token) for token in self.tokens if is_bowl(token))

    @property
    def fishbones(self) -> tuple[int, ...]:
        """All of them, the worst first."""
        return tuple(sorted(worth(token) for token in self.tokens if is_fishbone(token)))

    @property
    def fish(self) -> int:
        return self.tokens.count(FISH)

    @property
    def broken_vases(self) -> int:
        return self.tokens.count(VASE)

    @property
    def discarded(self) -> tuple[int, ...]:
        """The fishbones that the fish do away with: one each, the worst first. A spare fish is worth nothing."""
        return self.fishbones[: self.fish]

    @property
    def vases_cost(self) -> int:
        """Two broken vases cost 20, one costs nothing; every further pair costs 20 again, unless they count flat."""
        pairs = self.broken_vases // 2
        return VASES_COST * (min(pairs, 1) if self.vases == "flat" else pairs)

    @property
    def total(self) -> int:
        return sum(self.bowls) + sum(self.fishbones[self.fish :]) - self.vases_cost


@lru_cache(maxsize=10_000)
def totals(piles: tuple[Pile, ...]) -> tuple[int, ...]:
    """What each of the piles is worth."""
    return tuple(pile.total for pile in piles)
