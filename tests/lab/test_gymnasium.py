from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from purrlor.lab.gymnasium import BatchVector, SingleSeat, single_env, vector_env

ENVIRONMENTS: list[tuple[str, dict[str, Any]]] = [
    ("yatzy", {"seats": 1}),
    ("yatzy", {"opponents": "kitten"}),
    ("meow", {"opponents": ["kitten", "uniform", "tabby"]}),
    ("house-of-cats", {"level": 4, "seats": 1}),
    ("addi-cats", {}),
]


@pytest.mark.parametrize(("game", "options"), ENVIRONMENTS)
def test_gymnasium_finds_nothing_wrong(game: str, options: dict[str, Any]) -> None:
    check_env(single_env(game, render_mode="ansi", **options), skip_render_check=True)


def played(env: SingleSeat, seed: int) -> tuple[int, float, dict[str, Any]]:
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    steps, reward, over = 0, 0.0, False
    while not over:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, over, _, info = env.step(action)
        steps += 1
    return steps, reward, info


@pytest.mark.parametrize(("game", "options"), ENVIRONMENTS[:4])
def test_the_same_seed_gives_the_same_match(game: str, options: dict[str, Any]) -> None:
    first, again = (played(single_env(game, **options), 11) for _ in range(2))
    assert first == again
    assert {*first[2]} == {"seat", "scores"}


def test_too_few_opponents_are_refused() -> None:
    with pytest.raises(ValueError, match="4 seats leave 3 opponents, not 1"):
        single_env("meow", opponents=["kitten"])


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no game 'chess'; there are"):
        single_env("chess")


@pytest.mark.slow
def test_a_thousand_matches_at_once_are_even_against_equal_opponents() -> None:
    env = vector_env("meow", 1000, seats=2)
    assert isinstance(env, BatchVector)
    observations, _ = env.reset(seed=3)
    random, total, ended = np.random.default_rng(3), 0.0, 0
    for _ in range(60):
        mask: NDArray[np.int8] = observations["action_mask"]
        observations, rewards, done, cut, _ = env.step(np.argmax(random.random(mask.shape) * mask, axis=1))
        assert not cut.any()
        assert observations["action_mask"].any(axis=1).all()
        total, ended = total + float(rewards.sum()), ended + int(done.sum())
    assert ended == 2000
    assert abs(total / ended) < 0.1


def test_against_other_bots_single_environments_are_stepped_together() -> None:
    env = vector_env("yatzy", 2, opponents="kitten")
    observations, _ = env.reset(seed=3)
    assert observations["observation"].shape == (2, 64)
