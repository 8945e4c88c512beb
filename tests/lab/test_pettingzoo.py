"""PettingZoo's own suites on our environments, with every warning an error but two that no dict observation avoids."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import pettingzoo.test

from purrlor.lab.pettingzoo import aec_env, parallel_env
from purrlor.lab.session import IllegalChoice

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("yatzy", {}),
    ("yatzy", {"seats": 1}),
    ("meow", {"seats": 3}),
    ("addi-cats", {}),
    ("addi-cats", {"timed": False}),
    ("house-of-cats", {"level": 2}),
]
suites: Any = pettingzoo.test
# PettingZoo keeps lists of its own environments that may have observations with a mask; no other one can be on them.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_aec(game: str, options: dict[str, Any]) -> None:
    suites.api_test(aec_env(game, **options), num_cycles=150)
    suites.seed_test(partial(aec_env, game, **options), num_cycles=100)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_parallel(game: str, options: dict[str, Any]) -> None:
    suites.parallel_api_test(parallel_env(game, **options), num_cycles=150)
    suites.parallel_seed_test(partial(parallel_env, game, **options), num_cycles=100)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_state(game: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    # This suite plays without looking at the mask, and PettingZoo's wrapper logs each illegal action.
    caplog.set_level(logging.CRITICAL, "pettingzoo.utils.env_logger")
    suites.state_test(aec_env(game, **options), parallel_env(game, **options), num_cycles=30)


def test_an_illegal_action_is_refused_in_words() -> None:
    env: Any = aec_env("meow", seats=2).unwrapped
    env.reset(seed=1)
    held = env.last()[0]["action_mask"]
    illegal = int(held.argmin())
    with pytest.raises(IllegalChoice, match=rf"seat \d cannot choose {illegal} \(play ..\) now; legal: play"):
        env.step(illegal)
    assert (env.last()[0]["action_mask"] == held).all()


def test_instead_of_an_illegal_action_a_parallel_one_plays_a_legal_one() -> None:
    env = parallel_env("yatzy")
    env.reset(seed=1)
    *_, infos = env.step(dict.fromkeys(env.agents, 222))
    assert sorted(info.items() for info in infos.values()) == [
        {}.items(),
        {"illegal_action": True, "played_action": 0}.items(),
    ]


def test_an_illegal_action_0_is_reported() -> None:
    env, turn = parallel_env("meow", seats=2), ""
    for seed in range(100):
        observations, _ = env.reset(seed=seed)
        turn = next(agent for agent, seen in observations.items() if seen["action_mask"].any())
        if not observations[turn]["action_mask"][0]:
            break
    *_, infos = env.step(dict.fromkeys(env.agents, 0))
    assert infos[turn]["illegal_action"]


def match_after_match(env: Any, seed: int, matches: int) -> list[list[list[int]]]:
    """Return every seat's observations at the beginning of several matches, of which only the first has a seed."""
    seen: list[list[list[int]]] = []
    for number in range(matches):
        env.reset(seed=seed if number == 0 else None)
        seen.append([env.unwrapped.observe(agent)["observation"].tolist() for agent in env.possible_agents])
    return seen


@pytest.mark.parametrize("make", [aec_env, parallel_env])
def test_matches_after_a_seed_are_the_same_in_every_run(make: Any) -> None:
    first, again, other = (match_after_match(make("meow", seats=2), seed, 4) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len({str(match) for match in first}) == 4


@pytest.mark.parametrize("game", ["yatzy", "meow", "house-of-cats"])
def test_the_actions_are_those_of_the_encoding(game: str) -> None:
    env = parallel_env(game)
    assert env.action_space("player_0").n == len(env.game.encoding.actions)  # type: ignore[attr-defined]


def test_in_real_time_there_is_one_more_action_to_wait() -> None:
    timed, untimed = (parallel_env("addi-cats", timed=timed).game for timed in (True, False))
    assert timed.encoding.actions == untimed.encoding.actions
    assert (timed.actions, untimed.actions) == (len(timed.encoding.actions) + 1, len(timed.encoding.actions))


def test_a_seat_with_nothing_to_decide_has_an_empty_mask_and_is_not_heard() -> None:
    env = parallel_env("meow", seats=2)
    observations, _ = env.reset(seed=1)
    moves = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    idle = [agent for agent, seen in observations.items() if not seen["action_mask"].any()]
    assert len(idle) == 1
    *_, infos = env.step(moves)
    assert infos == {agent: {} for agent in env.agents}


def test_in_real_time_a_tick_passes_while_all_wait() -> None:
    env = parallel_env("addi-cats", tick=20)
    env.reset(seed=1)
    wait = env.session.wait
    for _ in range(50):
        env.step(dict.fromkeys(env.agents, wait))
    assert env.session.now == 1000


def test_the_rewards_add_up_to_nothing() -> None:
    env = parallel_env("meow", seats=4)
    observations, _ = env.reset(seed=5)
    rewards: dict[str, float] = {}
    while env.agents:
        actions = {each: env.action_space(each).sample(observations[each]["action_mask"]) for each in env.agents}
        observations, rewards, *_ = env.step(actions)
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0
