"""Bots, hints and reviews think in processes of their own, so that nobody else waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from typing import Any, TypeAlias

from purrlor.bots import Bot, level, levels
from purrlor.bots.advice import Adviser, adviser
from purrlor.core import Fates, Match, Record, fate_key
from purrlor.core.options import option_texts, with_options
from purrlor.games import GAMES

from .outcome import Ask
from .telling import note_object
from .wire import Review

Options: TypeAlias = tuple[tuple[str, str], ...]


@cache
def _game(name: str, options: Options) -> Any:
    return with_options(GAMES[name], dict(options))


@cache
def _adviser(name: str, options: Options) -> Adviser | None:
    return adviser(_game(name, options))


@cache
def _bot(name: str, options: Options, level_name: str) -> Bot[Any, Any]:
    return level(name, level_name).make(_game(name, options))


def choose(name: str, options: Options, ask: Ask) -> tuple[str, int]:
    """What a bot does, in notation, and after how many milliseconds. Runs in a worker."""
    choice = _bot(name, options, ask.level).choose(ask.view, ask.legal, Random(ask.seed))
    return str(choice.action), int(choice.delay)


def advise(name: str, options: Options, ask: Ask) -> tuple[list[tuple[str, float]], dict[str, Any] | None] | None:
    """What the adviser of a game says, as plain values; None: there is none. Runs in a worker."""
    found = _adviser(name, options)
    if found is None:
        return None
    advice = found.advise(ask.view, ask.legal)
    reason = None if advice.reason is None else note_object(advice.reason)
    return [(str(action), float(worth)) for action, worth in advice.ranked], reason


def review(text: str) -> Review | None:
    """The review of a finished match, as plain values; None: there is none. Runs in a worker."""
    from .looking_back import reviewed

    return reviewed(Record.parse(text, GAMES))


def warm(name: str) -> None:
    """Let every level of a game make its first decision. Runs in a worker."""
    game: Any = GAMES[name]()
    match: Match[Any, Any, Any] = Match(game, fates=Fates(fate_key(b"warm")))
    match.settle()
    seat = match.awaiting.seats[0]
    for each in levels(name):
        _bot(name, tuple(option_texts(game).items()), each.name).choose(match.view(seat), match.legal(seat), Random(1))


class Thinkers:
    """One pool for moves and hints, another one for reviews, which take long."""

    def __init__(self, workers: int | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self.movers = ProcessPoolExecutor(workers or max(2, os.cpu_count() or 2), mp_context=context)
        self.reviewers = ProcessPoolExecutor(1, mp_context=context)

    async def choose(self, name: str, options: Options, ask: Ask) -> tuple[str, int]:
        return await asyncio.get_running_loop().run_in_executor(self.movers, choose, name, options, ask)

    async def advise(self, name: str, options: Options, ask: Ask) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.movers, advise, name, options, ask)

    async def review(self, record: str) -> Review | None:
        return await asyncio.get_running_loop().run_in_executor(self.reviewers, review, record)

    async def warm(self) -> None:
        """Let one worker compile and load what strong bots need, before somebody waits for it."""
        for name in GAMES:
            await asyncio.get_running_loop().run_in_executor(self.movers, warm, name)

    def close(self) -> None:
        for pool in (self.movers, self.reviewers):
            pool.shutdown(wait=False, cancel_futures=True)
