"""Play a match on with bots, and compare moves in random continuations of a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, TypeVar

from purrlor.core import Fates, Game, Match, Millis, Seat, fate_key, secret_from_text

from .bots import Bot
from .forks import redealt

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

COUNT = 100
"""The usual number of continuations."""


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

    move: tuple[Any, ...]
    scores: tuple[int, ...]
    wins: int
    """In how many continuations the seat won, alone or with others."""

    @property
    def mean(self) -> float:
        return fmean(self.scores)


def parse_move(game: Game[Any, Any, Any], text: str) -> tuple[Any, ...]:
    """Parse an action, or the actions of a whole turn with commas between them, as reviews name them."""
    return tuple(game.parse_action(part) for part in text.split(", "))


def play_move(match: Match[Any, Any, Any], seat: Seat, move: Sequence[Any]) -> None:
    """Let the seat act. Raises `IllegalEvent` if it cannot."""
    for action in move:
        match.act(seat, action)


def continuations(
    match: Match[Any, Any, Any],
    seat: Seat,
    moves: Sequence[tuple[Any, ...]],
    bots: Sequence[Bot[Any, Any]],
    *,
    worlds: Iterable[int] = range(COUNT),
    seed: str = "continuations",
) -> list[Brought]:
    """Let `seat` make each of `moves` in the worlds of these numbers, and bots play the rest.

    The worlds are the same for all moves: what the seat cannot know is dealt again, and later dice and deals are
    drawn again. So the results of two moves differ less by luck than two matches do.
    """
    results: list[list[tuple[int, bool]]] = [[] for _ in moves]
    for number in worlds:
        name = f"{seed}/{number}"
        world = redealt(match, seat, Random(name))
        for move, found in zip(moves, results, strict=True):
            played = world.fork(len(world), fates=Fates(fate_key(secret_from_text(name))))
            play_move(played, seat, move)
            finish(played, bots, name)
            found.append((played.scores[seat], seat in played.winners))
    return [
        Brought(move, tuple(score for score, _ in found), sum(won for _, won in found))
        for move, found in zip(moves, results, strict=True)
    ]
