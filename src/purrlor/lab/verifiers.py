# pyright: basic, reportMissingImports=false
"""The games for `verifiers`: a taskset of matches, and an environment in which a model plays them against a level.

`vf-eval purrlor-verifiers --env.taskset.game GAME` evaluates a model. Task number n is seat n modulo the number of
seats of one seed: all seats of a seed are played before the next one begins. A trace gets the reward of all
environments (1 for winning alone, less for sharing, the same amount lost by the others; a forfeit is a loss), and what
its decisions lost in points.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import count
from typing import Any

import verifiers.v1 as vf
from pydantic import Field
from verifiers.v1.harnesses.null import NullHarnessConfig

from purrlor.kit import games, level, rules_text
from purrlor.words import ENGLISH

from .encodings import game_of
from .models import Conditions, Message, Reply, play_model
from .protocol import regret_of
from .session import shared_rewards
from .skins import Skin
from .text import Form, Legal

__all__ = ["MatchEnv", "MatchTaskset"]


class MatchTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
    """The matches to play, and how their requests look."""

    game: str = Field(default_factory=lambda: next(iter(games())))
    seats: int = 2
    options: dict[str, Any] = {}  # noqa: RUF012 (the fields of these classes are copied)
    """Further options of the game."""
    opponent: str = "kitten"
    """The level on all other seats."""
    seed: str = "verifiers"
    language: str = ENGLISH
    legal: Legal = "listed"
    observations: Form = "text"
    answers: Form = "text"
    most_refusals: int = 3
    renamed: bool = False
    judged: bool = True
    """Whether to judge the decisions, which takes seconds or minutes per match."""


class MatchData(vf.TaskData):  # type: ignore[misc]
    """One seat of one match."""

    match: MatchTasksetConfig
    pair: int
    seat: int


class MatchTask(vf.Task[MatchData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A seat to play; the environment opens the conversation, because other seats may act first."""


class MatchTaskset(vf.Taskset[MatchTask, MatchTasksetConfig]):  # type: ignore[misc]
    """Matches without end; `take(n)` or `--select.limit n` bounds them."""

    INFINITE = True

    def load(self) -> Iterator[MatchTask]:
        config: MatchTasksetConfig = self.config
        rules = rules_text(config.game, config.language)
        if config.renamed:
            rules = Skin(config.game, config.language).renamed(rules)
        for number in count():
            pair, seat = divmod(number, config.seats)
            name = f"{config.game} {pair} seat {seat + 1}"
            data = MatchData(name=name, system_prompt=rules, match=config, pair=pair, seat=seat)
            yield MatchTask(data, config.task)


class MatchEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The model that plays, and what its reward counts."""

    player: vf.AgentConfig = vf.AgentConfig(harness=NullHarnessConfig(id="null"), runtime=vf.SubprocessConfig())
    regret_weight: float = 0.0
    """The weight of the points lost per decision, as a negative reward beside that of the result."""


class _Stopped(Exception):
    """The model's run ended before the match did."""


@dataclass(frozen=True)
class _InteractionModel:
    """The model behind an interaction; `play_model` runs in a thread of its own and waits for it."""

    interaction: Any
    loop: asyncio.AbstractEventLoop
    name: str = "verifiers"

    def reply(self, messages: Sequence[Message]) -> Reply:
        """Send the newest request: the conversation already has the earlier ones."""
        turn = self.interaction.turn(messages[-1]["content"])
        segment = asyncio.run_coroutine_threadsafe(turn, self.loop).result()
        if segment.terminated:
            raise _Stopped
        return Reply(segment.last_reply)

    def close(self) -> None:
        """Do nothing: the environment closes the interaction."""


class MatchEnv(vf.Env[MatchEnvConfig]):  # type: ignore[misc]
    """Play the match of a task; a run that ends before its match counts as a forfeit."""

    async def run(self, task: MatchTask, agents: Any) -> None:
        config: MatchTasksetConfig = task.data.match
        game = game_of(config.game, {"seats": config.seats, **config.options})
        conditions = Conditions(**{each.name: getattr(config, each.name) for each in fields(Conditions)})
        bot = level(game.name, config.opponent).make(game)
        pair, seat, judged = task.data.pair, task.data.seat, config.judged
        async with agents.player.interaction(task) as interaction:
            model = _InteractionModel(interaction, asyncio.get_running_loop())
            try:
                match = await asyncio.to_thread(
                    play_model, model, game, bot, config.seed, pair, seat, conditions, judged=judged
                )
            except _Stopped:
                match = None
        trace, result = interaction.trace, match.result if match else None
        scores, winners = (0,) * game.seats, list(range(1, game.seats))
        if result is not None:  # the model comes first
            scores, winners = result.scores, [place for place, share in enumerate(result.shares) if share]
            trace.record_metric("points", scores[0])
        trace.record_reward("match", shared_rewards(scores, winners)[0], 1.0)
        trace.record_metric("forfeits", float(result is None))
        if match is None:
            return
        trace.record_metric("refused_answers", match.refused)
        trace.info |= {"record": match.record, "log": match.log}
        if reviews := [each for each in match.reviews if each.real_decisions]:
            regret = regret_of(reviews)
            trace.record_reward("regret", -regret.each.mean, self.config.regret_weight)
            trace.record_metric("points_lost", regret.match.mean)
