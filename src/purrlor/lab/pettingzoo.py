"""The games as PettingZoo environments: `aec_env("meow", seats=4)` and `parallel_env("addi-cats")`.

Observations are `{"observation": int8, "action_mask": int8}`. Actions are the numbers of the game's encoding; in real
time there is one more, `wait`, which lets a moment pass. Rewards come at the end.
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from purrlor.core import Seat

from .session import TICK, EncodedSession, IllegalChoice
from .spaces import Environment, Observation

AgentId: TypeAlias = str
ILLEGAL = -1.0
"""The reward for an illegal action of an AEC environment, which ends the match."""


def aec_env(
    game: str, *, tick: int = TICK, render_mode: str | None = None, **options: Any
) -> AECEnv[AgentId, Any, Any]:
    """Return an AEC environment; an illegal action ends the match, as in PettingZoo's classic environments.

    `tick` is the length of a moment of real time in milliseconds; `render_mode` is None or `ansi`, which returns text.
    The other arguments are the options of the game, such as `seats=4`. Raises `InvalidOption`.
    """
    env: Any = CatAEC(Environment(game, options, tick), render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return cast("AECEnv[AgentId, Any, Any]", wrappers.OrderEnforcingWrapper(env))


def parallel_env(game: str, *, tick: int = TICK, render_mode: str | None = None, **options: Any) -> CatParallel:
    """Return a Parallel environment. An illegal action is replaced by a legal one, and `infos` says so.

    The arguments are those of `aec_env`.
    """
    return CatParallel(Environment(game, options, tick), render_mode)


class _Agents:
    """The common part of both kinds of environment."""

    def __init__(self, game: Environment, render_mode: str | None) -> None:
        self.game = game
        self.metadata = {"name": f"purrlor_{game.rules.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(game.rules.seats)]
        self.agents: list[AgentId] = []
        self.observation_spaces: dict[AgentId, spaces.Space[Any]] = {
            agent: game.observation_space() for agent in self.possible_agents
        }
        self.action_spaces: dict[AgentId, spaces.Space[Any]] = {
            agent: game.action_space() for agent in self.possible_agents
        }
        self.state_space = game.state_space()
        self.session: EncodedSession = game.session(None)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: AgentId) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: AgentId) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: AgentId) -> Observation:
        return self.game.observation(self.session, self.seat(agent))

    def seat(self, agent: AgentId) -> Seat:
        return Seat(self.possible_agents.index(agent))

    def state(self) -> NDArray[np.int8]:
        """Return the observations of all seats, one after the other."""
        return self.game.state(self.session)

    def render(self) -> str | None:
        return None if self.render_mode is None else self.game.text(self.session)

    def close(self) -> None:
        pass


class CatAEC(_Agents, AECEnv[AgentId, Any, Any]):
    """The AEC environment: seats decide one after the other.

    Where several decide at once, nothing happens until the last one has decided.
    """

    def __init__(self, game: Environment, render_mode: str | None) -> None:
        cast("Any", AECEnv).__init__(self)
        _Agents.__init__(self, game, render_mode)
        self.reset()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the same seed gives the same dice and deals. `options` has no effect."""
        del options
        self.session = self.game.session(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentId, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._chosen: dict[int, int] = {}
        self._select()

    def step(self, action: Any) -> None:
        """Play an action of the selected agent, by its number. Raises `IllegalChoice`."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        number = int(action)
        seat = self.seat(agent)
        if not self.session.is_legal(seat, number):
            raise IllegalChoice(self.session.refusal(seat, number))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[seat] = number
        if len(self._chosen) == len(self.session.awaited):
            self.session.step(self._chosen)
            self._chosen = {}
        if self.session.over or self.session.too_long:
            self._end()
        self._select()
        self._accumulate_rewards()

    def _end(self) -> None:
        over = self.session.over
        rewards = self.session.returns() if over else [0.0] * len(self.agents)
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)

    def _select(self) -> None:
        waiting = [seat for seat in self.session.awaited if seat not in self._chosen]
        self.agent_selection = self.possible_agents[waiting[0]] if waiting else self.agents[0]


class CatParallel(_Agents, ParallelEnv[AgentId, Any, Any]):
    """The Parallel environment: all seats choose at once.

    The choice of a seat with nothing to decide, whose mask has only zeros, is ignored.
    """

    def __init__(self, game: Environment, render_mode: str | None) -> None:
        _Agents.__init__(self, game, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[AgentId, Any], dict[AgentId, dict[str, Any]]]:
        """Begin a match; the same seed gives the same dice and deals. `options` has no effect."""
        del options
        self.session = self.game.session(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[AgentId, Any]:
        return {agent: self.observe(agent) for agent in self.agents}

    def step(self, actions: dict[AgentId, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the actions of the deciding agents; return observations, rewards, terminations, truncations, infos."""
        session, agents = self.session, self.agents
        infos: dict[AgentId, dict[str, Any]] = {agent: {} for agent in agents}
        choices: dict[int, int] = {}
        for seat in session.awaited:
            agent = self.possible_agents[seat]
            choices[seat], infos[agent] = self.game.legal_choice(session, seat, int(actions[agent]))
        session.step(choices)
        over, cut = session.over, session.too_long and not session.over
        rewards = session.returns() if over else [0.0] * len(agents)
        observations = self._observations()
        self.agents = [] if over or cut else agents
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )
