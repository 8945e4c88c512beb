from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from purrlor.games.meow import Meow
from purrlor.lab.batch import Batch
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


ROWS = pytest.param("meow", {"seats": 2}, id="compiled rows")
STEPPED = pytest.param("meow", {"seats": 2, "opponents": "kitten"}, id="single environments")


def first_legal(observations: Any) -> NDArray[np.int64]:
    return np.array(np.argmax(observations["action_mask"], axis=1), np.int64)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), [ROWS, STEPPED])
def test_matches_after_a_seed_are_the_same_in_every_run(game: str, options: dict[str, Any]) -> None:
    def begun(seed: int) -> list[NDArray[np.int8]]:
        env = vector_env(game, 3, **options)
        env.reset(seed=seed)
        return [env.reset()[0]["observation"] for _ in range(3)]

    first, again, other = begun(1), begun(1), begun(2)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert not np.array_equal(first[0], first[1])


def test_each_row_may_have_a_seed() -> None:
    env: Any = vector_env("meow", 3, seats=2)
    first, _ = env.reset(seed=[5, 6, 7])
    other, _ = env.reset(seed=[5, 1, 7])
    same = (first["observation"] == other["observation"]).all(axis=1)
    assert same.tolist() == [True, False, True]
    with pytest.raises(ValueError, match="one seed for each of 3 rows is needed, not 1"):
        env.reset(seed=[5])


@pytest.mark.parametrize(("game", "options"), [ROWS, STEPPED])
def test_the_end_of_a_match_is_shown_before_the_next_one_begins(game: str, options: dict[str, Any]) -> None:
    env: Any = vector_env(game, 3, seat=1, **options)
    observations, _ = env.reset(seed=4)
    rewards, ended, infos = np.zeros(3), np.zeros(3, np.bool_), dict[str, Any]()
    while not ended.any():
        assert "final_obs" not in infos
        observations, rewards, ended, _, infos = env.step(first_legal(observations))
    assert ended.all()  # every match of MEOW takes 27 tricks
    assert infos["_final_obs"].all()
    assert infos["final_info"]["seat"].tolist() == [1, 1, 1]
    for row in range(3):
        theirs, mine = infos["final_info"]["scores"][row]
        assert np.sign(mine - theirs) == rewards[row]
        final = infos["final_obs"][row]
        assert env.single_observation_space.contains(final)
        assert not final["action_mask"].any()
        assert observations["observation"][row, :54].sum() == 9  # the cards of a new hand


@pytest.mark.parametrize(("game", "options"), [ROWS, STEPPED])
def test_instead_of_an_illegal_action_a_legal_one_is_played(game: str, options: dict[str, Any]) -> None:
    env = vector_env(game, 3, **options)
    observations, _ = env.reset(seed=4)
    mask = observations["action_mask"]
    actions = first_legal(observations)
    actions[1] = np.argmin(mask[1])
    *_, infos = env.step(actions)
    assert infos["illegal_action"].tolist() == infos["_illegal_action"].tolist() == [False, True, False]
    assert mask[1][infos["played_action"][1]] == 1


@pytest.mark.parametrize("action", [-1, 54, 1000])
def test_a_number_that_is_not_an_action_is_illegal(action: int) -> None:
    env = vector_env("meow", 1, seats=2)
    env.reset(seed=4)
    *_, infos = env.step([action])
    assert infos["illegal_action"].tolist() == [True]


def test_an_illegal_action_0_is_reported() -> None:
    env = single_env("meow", seats=2)
    observation, info = env.reset(seed=4)
    seed = 4
    while observation["action_mask"][0]:
        seed += 1
        observation, _ = env.reset(seed=seed)
    *_, info = env.step(0)
    assert info["illegal_action"]
    assert observation["action_mask"][info["played_action"]]


def test_the_tick_of_a_vector_is_that_of_its_matches() -> None:
    env: Any = vector_env("addi-cats", 2, tick=500)
    assert [single.game.tick for single in env.envs] == [500, 500]


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="seat is 0 to 1, not 2"):
        vector_env("meow", 3, seats=2, seat=2)


def test_policies_fit_every_environment_of_a_game() -> None:
    spiel = pytest.importorskip("pyspiel")
    from purrlor.lab.openspiel import short_name

    batch = Batch(Meow(seats=2), 1)
    env: Any = vector_env("meow", 1, seats=2)
    spiel_actions = spiel.load_game(f"{short_name('meow')}(players=2)").num_distinct_actions()
    assert env.single_action_space.n == batch.mask.shape[1] == spiel_actions == 54


def test_against_other_bots_single_environments_are_stepped_together() -> None:
    env = vector_env("yatzy", 2, opponents="lynx")
    observations, _ = env.reset(seed=3)
    assert observations["observation"].shape == (2, 64)


@pytest.mark.slow  # compiles
@pytest.mark.parametrize("game", ["meow", "yatzy"])
def test_levels_in_compiled_code_are_stronger_than_chance(game: str) -> None:
    """A learner who chooses at random loses nearly every match of Yatzy to a tabby, and most of MEOW."""
    env: Any = vector_env(game, 64, opponents="tabby", seats=2, seat=0)
    assert type(env).__name__ == "BatchVector"
    env.reset(seed=3)
    results: list[float] = []
    while len(results) < 64:
        _, rewards, ended, *_ = env.step(env.batch.random_actions())
        results += rewards[ended].tolist()
    assert sum(results) / len(results) < -0.3


def test_a_function_plays_the_other_seats() -> None:
    seen: list[tuple[int, ...]] = []

    def first_legal(observation: Any, mask: Any) -> Any:
        seen.append(observation.shape)
        return mask.argmax(axis=1)

    env: Any = vector_env("meow", 8, opponents=first_legal, seats=3, seat=1)
    env.reset(seed=3)
    env.step(env.batch.random_actions())
    assert seen
    assert {width for _, width in seen} == {env.batch.observation.shape[1]}


def test_each_seat_may_have_an_opponent_of_its_own() -> None:
    calls = 0

    def first_legal(observation: Any, mask: Any) -> Any:
        nonlocal calls
        calls += 1
        assert len(observation) == ((env.batch.seat == 2) & ~env.batch.done).sum()
        return mask.argmax(axis=1)

    env: Any = vector_env("meow", 8, opponents=["uniform", first_legal], seats=3, seat=1)
    env.reset(seed=3)
    for _ in range(20):
        env.step(env.batch.random_actions())
    assert calls >= 20


def test_different_levels_play_in_compiled_code_together() -> None:
    env = vector_env("meow", 2, opponents=["kitten", "tabby"], seats=3)
    assert type(env).__name__ == "BatchVector"


def test_a_function_needs_compiled_rows() -> None:
    with pytest.raises(ValueError, match="no compiled rows"):
        vector_env("addi-cats", 2, opponents=lambda _, mask: mask.argmax(axis=1))
    with pytest.raises(ValueError, match="no compiled level lynx"):
        vector_env("meow", 2, opponents=["lynx", lambda _, mask: mask.argmax(axis=1)], seats=3)


def test_games_are_registered_in_our_namespace() -> None:
    env = gymnasium.make("purrlor.lab.gymnasium:purrlor/Meow-v0", seats=2, opponents="kitten")
    observation, _ = env.reset(seed=7)
    unwrapped: Any = env.unwrapped
    masks: Any = unwrapped.action_masks()
    assert (masks == (observation["action_mask"] == 1)).all()
    many: Any = gymnasium.make_vec("purrlor/Yatzy-v0", num_envs=4, vectorization_mode="vector_entry_point")
    assert many.unwrapped.num_envs == 4
    many.reset(seed=7)
    assert many.unwrapped.action_masks().shape == (4, 223)
