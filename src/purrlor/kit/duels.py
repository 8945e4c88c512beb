"""What plays a game's bots against each other on its compiled twin: `purrlor lab duel GAME` calls it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DuelResult:
    """One match, seat by seat."""

    points: tuple[int, ...]
    shares: tuple[float, ...]
    """Of the victory."""
    turns: int


@dataclass(frozen=True)
class TwinDuels:
    names: tuple[str, ...]
    """Who can play."""
    variant: str
    """What the variants are, in one word, such as "sheet"."""
    variants: tuple[str, ...]
    """What is measured separately: one row of the table for each."""
    play: Callable[[str, Sequence[str], str], DuelResult]
    """One match of a variant, by the names of those who play; all chance follows from the seed, the last argument."""
