"""Play one match of bots from its seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from purrlor.core import Match, Millis, Rules
from purrlor.kit import Bot

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


def finish(match: Match[S, A, V], bots: Sequence[Bot[V, A]], seed: str) -> None:
    """Play a match to its end. The bots' random sources depend only on the seed."""
    sources = [Random(f"{seed}/seat/{seat}") for seat in range(len(bots))]
    while not match.over:
        if match.awaiting.chance is not None:
            match.draw()
        else:
            _next_act(match, bots, sources)


def _next_act(match: Match[S, A, V], bots: Sequence[Bot[V, A]], sources: Sequence[Random]) -> None:
    """Let the bot act that wants to act first; past the deadline, time runs out."""
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
