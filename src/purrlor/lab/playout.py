"""Play matches of bots from their seeds alone, and compare moves in random continuations of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, TypeVar

from purrlor.core import Fates, Match, Millis, Rules, Seat, fate_key, secret_from_text
from purrlor.kit import Bot
from purrlor.kit.forks import redealt

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

COUNT = 100
"""The usual number of continuations."""


def play_out(rules: Rules[S, A, V], bots: Sequence[Bot[V, A]], seed: str) -> Match[S, A, V]:
    """Play the whole match. Chance and each bot have their own random sources, which depend only on the seed."""
    if len(bots) != rules.seats:
        raise ValueError(f"{rules.seats} seats need as many bots, not {len(bots)}")
    match = Match(rules, seed=seed)
    finish(match, bots, seed)
    return match


def finish(match: Match[S, A, V], bots: Sequence[Bot[V, A]], seed: str) -> None:
    """Play a match to its end. The bots' random sources depend only on the seed."""
    sources = [Random(f"{seed}/seat/{seat}") for seat in range(len(bots))]
    while not match.over:
        if match.awaiting.chance is not None:
            match.draw()
        else:
            _next_act(match, bots, sources)


def _next_act(match: Match[S, A, V], bots: Sequence[Bot[V, A]], sources: Sequence[Random]) -> None:
    """Play the earliest action of the bots; if the deadline comes first, let time run out."""
    awaiting = match.awaiting
    choices = {seat: bots[seat].choose(match.view(seat), match.legal(seat), sources[seat]) for seat in awaiting.seats}
    seat = min(choices, key=lambda seat: choices[seat].delay, default=None)
    if seat is None or _too_late(match, choices[seat].delay):
        assert awaiting.deadline is not None
        match.time_out(awaiting.deadline)
    else:
        match.act(seat, choices[seat].action, Millis(match.now + choices[seat].delay))


def _too_late(match: Match[Any, Any, Any], delay: Millis) -> bool:
    deadline = match.awaiting.deadline
    return deadline is not None and match.now + delay > deadline


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
