"""What a move would have brought: play a position on at random, many times, once for each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from purrlor.core import Fates, Match, Seat, fate_key, secret_from_text
from purrlor.kit import Bot
from purrlor.kit.forks import redealt

from .playout import finish

COUNT = 100


@dataclass(frozen=True)
class Brought:
    """The results of one move over all continuations."""

    action: Any
    scores: tuple[int, ...]
    wins: int
    """In how many continuations the seat won, alone or with others."""

    @property
    def mean(self) -> float:
        return fmean(self.scores)


def continuations(
    match: Match[Any, Any, Any],
    seat: Seat,
    actions: Sequence[Any],
    bots: Sequence[Bot[Any, Any]],
    *,
    count: int = COUNT,
    seed: str = "continuations",
) -> list[Brought]:
    """Let `seat` do each of `actions` in `count` worlds, and bots play the rest.

    The worlds are the same for all actions: what the seat cannot know is dealt again, and later dice and deals are
    drawn again. So the results of two actions differ less by luck than two matches do.
    """
    results: list[list[tuple[int, bool]]] = [[] for _ in actions]
    for number in range(count):
        name = f"{seed}/{number}"
        world = redealt(match, seat, Random(name))
        for action, found in zip(actions, results, strict=True):
            played = world.fork(len(world), fates=Fates(fate_key(secret_from_text(name))))
            played.act(seat, action)
            finish(played, bots, name)
            found.append((played.scores[seat], seat in played.winners))
    return [
        Brought(action, tuple(score for score, _ in found), sum(won for _, won in found))
        for action, found in zip(actions, results, strict=True)
    ]
