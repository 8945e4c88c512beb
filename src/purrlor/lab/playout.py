"""Play matches of bots from their seeds alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from purrlor.core import Match, Rules
from purrlor.kit import Bot
from purrlor.kit.continuations import finish

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def play_out(rules: Rules[S, A, V], bots: Sequence[Bot[V, A]], seed: str) -> Match[S, A, V]:
    """Play the whole match. Chance and each bot have their own random sources, which depend only on the seed."""
    if len(bots) != rules.seats:
        raise ValueError(f"{rules.seats} seats need as many bots, not {len(bots)}")
    match = Match(rules, seed=seed)
    finish(match, bots, seed)
    return match
