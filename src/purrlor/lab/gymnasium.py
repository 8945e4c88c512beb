"""One seat against bots as a Gymnasium environment, and many such matches at once.

`vector_env` plays in compiled code, against compiled levels of the game and against functions such as an earlier
network. Such a function gets the observations and masks of the rows where it is to act, and returns actions.

Importing this module registers `purrlor/Meow-v0` and so on with Gymnasium.

`single_env("yatzy", opponents=("tabby",))` is an `Env`, `vector_env("meow", 1024)` a `VectorEnv`. Observations and
actions are those of `purrlor.lab.pettingzoo`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from purrlor.core import Seat
from purrlor.kit import Bot, games, level

from .batch import SKIP, Batch, compiled_levels
from .encodings import environment_id, has_rows
from .session import TICK, EncodedSession
from .spaces import Environment, Observation, substitute

Opponents = str | Sequence[str]
UNIFORM = "uniform"
Policy = Callable[[NDArray[Any], NDArray[np.int8]], Any]
"""Returns an action for each row, given observations and masks of these rows."""
Opponent = str | Policy
"""The name of a level, or a function."""


def single_env(
    game: str,
    *,
    opponents: Opponents = UNIFORM,
    seat: int | None = None,
    tick: int = TICK,
    render_mode: str | None = None,
    **options: Any,
) -> SingleSeat:
    """Return an environment for one seat against bots: a level for all others, or one for each.

    Without `seat`, each match draws a seat at random. `tick` is the length of a moment of real time in milliseconds,
    and `render_mode` is None or `ansi`, which returns text. The other arguments are the options of the game. Raises
    `UnknownLevel`, `InvalidOption`, and `ValueError` for a wrong number of opponents or a seat that does not exist.
    """
    return SingleSeat(Environment(game, options, tick), opponents, seat, render_mode)


def vector_env(
    game: str,
    num_envs: int,
    *,
    opponents: Opponent | Sequence[Opponent] = UNIFORM,
    seat: int | None = None,
    tick: int = TICK,
    **options: Any,
) -> VectorEnv[Any, Any, Any]:
    """Return many matches at once, in compiled code if the game and the opponents are available there.

    `opponents` is a level or a function for all other seats, or one for each. Next to a function, every level must be
    available in compiled code, or `ValueError` is raised. The other arguments are those of `single_env`.
    """
    environment = Environment(game, options, tick)
    each = _one_for_each(opponents, environment.rules.seats)
    missing = [name for name in each if isinstance(name, str) and name not in compiled_levels(environment.rules)]
    if has_rows(environment.rules) and not missing:
        return BatchVector(environment, num_envs, seat, each)
    if any(map(callable, each)):
        lacking = f"level {missing[0]}" if missing else "rows"
        raise ValueError(f"{game} has no compiled {lacking} here, which a function as opponent needs")
    named = cast("Sequence[str]", each)
    made = [lambda: single_env(game, opponents=named, seat=seat, tick=tick, **options) for _ in range(num_envs)]
    return SyncVectorEnv(made, autoreset_mode=AutoresetMode.SAME_STEP)


def _one_for_each(opponents: Opponent | Sequence[Opponent], seats: int) -> Sequence[Opponent]:
    """Return an opponent for each other seat."""
    each = [opponents] * (seats - 1) if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if len(each) != seats - 1:
        raise ValueError(f"{seats} seats leave {seats - 1} opponents, not {len(each)}")
    return each


def _check_seat(seat: int | None, seats: int) -> None:
    if seat is not None and not 0 <= seat < seats:
        raise ValueError(f"seat is 0 to {seats - 1}, not {seat}")


class SingleSeat(gymnasium.Env[Any, Any]):
    """One seat's matches against bots, as `single_env` returns them."""

    def __init__(self, game: Environment, opponents: Opponents, seat: int | None, render_mode: str | None) -> None:
        seats = game.rules.seats
        names = cast("Sequence[str]", _one_for_each(opponents, seats))
        _check_seat(seat, seats)
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1000 // game.tick if game.tick < 1000 else 1}
        self.render_mode = render_mode
        self.game = game
        self.observation_space = game.observation_space()
        self.action_space = game.action_space()
        self.fixed_seat = seat
        self._bots: list[Bot[Any, Any]] = [level(game.rules.name, name).make(game.rules) for name in names]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match; the same seed gives the same dice and deals. `options` has no effect."""
        super().reset(seed=seed)
        del options
        chosen = int(self.np_random.integers(2**31))
        seats = self.game.rules.seats
        self.seat = Seat(chosen % seats if self.fixed_seat is None else self.fixed_seat)
        self.session = self.game.session(chosen)
        others = [Seat(seat) for seat in range(seats) if seat != self.seat]
        self._opponents = _Opponents(self.session, dict(zip(others, self._bots, strict=True)), str(chosen))
        self._opponents.play(self.seat)
        return self.game.observation(self.session, self.seat), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action. An illegal action is replaced by a legal one, and the info says so."""
        number, info = self.game.legal_choice(self.session, self.seat, int(action))
        self.session.step(self._opponents.choices() | {self.seat: number})
        self._opponents.play(self.seat)
        over, cut = self.session.over, self.session.too_long and not self.session.over
        reward = self.session.returns()[self.seat] if over else 0.0
        return self.game.observation(self.session, self.seat), reward, over, cut, info | self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, as sb3-contrib asks for it."""
        return np.array(self.session.mask(self.seat), np.bool_)

    def _info(self) -> dict[str, Any]:
        return {"seat": int(self.seat), "scores": tuple(self.session.match.scores)} if self.session.over else {}

    def render(self) -> Any:
        """Return the match as text, with the render mode `ansi`."""
        return None if self.render_mode is None else self.game.text(self.session)


class _Opponents:
    """The bots of one match, each with its own random source. They decide again after every event."""

    def __init__(self, session: EncodedSession, bots: dict[Seat, Bot[Any, Any]], seed: str) -> None:
        self.session = session
        self.bots = bots
        self._sources = {seat: Random(f"{seed}/seat/{seat}") for seat in bots}
        self._plans: dict[Seat, tuple[int, int, int]] = {}
        """Plans in real time, by bot: the event it decided on, its action, and the time to act."""

    def play(self, seat: Seat) -> None:
        """Let the bots act until it is `seat`'s turn."""
        while not self.session.over and seat not in self.session.awaited:
            self.session.step(self.choices())

    def choices(self) -> dict[int, int]:
        return {seat: self._choice(seat) for seat in self.session.awaited if seat in self.bots}

    def _choice(self, seat: Seat) -> int:
        if self.session.real_time:
            return self._timed_choice(seat)
        match = self.session.match
        choice = self.bots[seat].choose(match.view(seat), match.legal(seat), self._sources[seat])
        return self.session.encoding.numbers[choice.action]

    def _timed_choice(self, seat: Seat) -> int:
        match, session = self.session.match, self.session
        legal = match.legal(seat)
        if not legal:
            return session.wait
        if self._plans.get(seat, (-1,))[0] != len(match):
            choice = self.bots[seat].choose(match.view(seat), legal, self._sources[seat])
            self._plans[seat] = (len(match), session.encoding.numbers[choice.action], match.now + choice.delay)
        _, number, when = self._plans[seat]
        return number if when <= session.now else session.wait


class BatchVector(VectorEnv[Any, Any, Any]):
    """One seat against levels and functions, in every row of a batch."""

    def __init__(self, game: Environment, num_envs: int, seat: int | None, opponents: Sequence[Opponent]) -> None:
        seats = game.rules.seats
        _check_seat(seat, seats)
        self.game = game
        self.num_envs = num_envs
        self.opponents = opponents
        """One for each other seat, in the order of the seats."""
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = game.observation_space()
        self.single_action_space = game.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = cast("Any", batch_space(self.single_action_space, num_envs))
        self.batch = Batch(game.rules, num_envs, seed=secrets.randbits(31), auto_reset=False)
        self._seats = np.arange(num_envs) % seats if seat is None else np.full(num_envs, seat)
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all matches again: from one seed, from a seed for each row, or from the current random sources."""
        del options
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise ValueError(f"one seed for each of {self.num_envs} rows is needed, not {len(seed)}")
            for row, each in enumerate(seed):
                self.batch.reset([row], seed=each)
        else:
            self.batch.reset(seed=seed)
        self._play_others()
        return self._observations(), {}

    def _observations(self) -> dict[str, NDArray[Any]]:
        return {"observation": self.batch.observation.copy(), "action_mask": self.batch.mask.copy()}

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each row. An illegal action is replaced by a legal one, and the infos say so.

        The next match follows at once when a match ends: `final_obs` and `final_info` describe its end.
        """
        chosen, said = self._legal_choices(actions)
        self.batch.step(chosen)
        rewards = self._gains() + self._play_others()
        ended = self.batch.done.copy()
        infos: dict[str, Any] = {}
        for row in map(int, np.flatnonzero(ended)):
            final = {"final_obs": self._final_observation(row), "final_info": said.pop(row, {}) | self._result(row)}
            infos = self._add_info(infos, final, row)
        for row, info in said.items():
            infos = self._add_info(infos, info, row)
        if ended.any():
            self.batch.reset(np.flatnonzero(ended))
            self._play_others()
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _legal_choices(self, actions: Any) -> tuple[NDArray[np.int64], dict[int, dict[str, Any]]]:
        """Return a legal action for each row, and infos about the illegal ones."""
        chosen = np.array(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"one action for each of {self.num_envs} rows is needed, not {chosen.shape}")
        mask = self.batch.mask
        inside = (chosen >= 0) & (chosen < mask.shape[1])
        legal = inside & (mask[self._rows, np.where(inside, chosen, 0)] == 1)
        said: dict[int, dict[str, Any]] = {}
        for row in map(int, np.flatnonzero(~legal)):
            chosen[row], said[row] = substitute(int(chosen[row]), np.flatnonzero(mask[row]).tolist())
        return chosen, said

    def _final_observation(self, row: int) -> Observation:
        seen = self.batch.final_observation(row, int(self._seats[row]))
        return {"observation": cast("Any", seen), "action_mask": self.batch.mask[row].copy()}

    def _result(self, row: int) -> dict[str, Any]:
        return {"seat": int(self._seats[row]), "scores": tuple(map(int, self.batch.points[row]))}

    def _gains(self) -> NDArray[np.float64]:
        gains: NDArray[np.float64] = self.batch.reward[self._rows, self._seats].astype(np.float64)
        return gains

    def _play_others(self) -> NDArray[np.float64]:
        """Let the others act until each row expects its learner or is over; return the rewards of these acts."""
        rewards = np.zeros(self.num_envs)
        while (waiting := (self.batch.seat != self._seats) & ~self.batch.done).any():
            self.batch.step(self._choices(waiting))
            rewards += self._gains()
        return rewards

    def _choices(self, waiting: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return the others' actions where they are to act, SKIP elsewhere."""
        found = np.full(self.num_envs, SKIP, np.int32)
        places = self.batch.seat - (self.batch.seat > self._seats)
        for opponent in dict.fromkeys(self.opponents):
            theirs = [place for place, each in enumerate(self.opponents) if each == opponent]
            rows = waiting & np.isin(places, theirs) if len(theirs) < len(self.opponents) else waiting
            if isinstance(opponent, str):
                self.batch.level_actions(opponent, rows, found)
            elif rows.any():
                found[rows] = opponent(self.batch.observation[rows], self.batch.mask[rows])
        return found

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal in each row, as sb3-contrib asks for it."""
        return self.batch.mask.astype(np.bool_)


def register() -> None:
    """Register all installed games, unless they are registered already."""
    for game in games():
        if environment_id(game) not in gymnasium.registry:
            cast("Any", gymnasium).register(
                id=environment_id(game),
                entry_point=f"{__name__}:single_env",
                vector_entry_point=f"{__name__}:vector_env",
                kwargs={"game": game},
                disable_env_checker=True,  # its checks take longer than a match
            )


register()
