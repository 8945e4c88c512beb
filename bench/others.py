"""Steps per second of EnvPool, pgx and OpenSpiel, where `pip install -r bench/others.txt` has installed them.

None of them has our games. Compared are games of about the same size, played at random with observation and mask:
EnvPool's CartPole (the least that a step of it costs), pgx's Kuhn and Leduc poker on the processor, and OpenSpiel's
liar's dice and hearts, one match after the other, for it has no batches.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

from .figures import Figure, section

ROWS, STEPS = 1024, 100


def main() -> None:
    figures: list[Figure] = []
    missing: list[str] = []
    for library, measures in OTHERS.items():
        if find_spec(library) is None:
            missing.append(library)
        else:
            figures += [Figure(f"{library}: {what}", rate(), "steps/s") for what, rate in measures.items()]
    section("Batches of others, processor time of the whole process", *figures)
    if missing:
        print(f"  not installed, so not measured: {', '.join(missing)}; `pip install -r bench/others.txt`\n")


def envpool_rate() -> float:
    numpy: Any = import_module("numpy")
    envpool: Any = import_module("envpool")
    env = envpool.make_gymnasium("CartPole-v1", num_envs=ROWS, num_threads=1)
    env.reset()
    actions = numpy.zeros(ROWS, numpy.int32)
    return rate_of(lambda: env.step(actions), ROWS)


def pgx_rate(name: str) -> float:
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    env = pgx.make(name)

    def step(state: Any, key: Any) -> Any:
        scores = jax.random.uniform(key, state.legal_action_mask.shape) * state.legal_action_mask
        return jax.vmap(env.step)(state, scores.argmax(axis=1))

    jitted, key = jax.jit(step), jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, ROWS))

    def play() -> None:
        nonlocal state, key
        key, used = jax.random.split(key)
        state = jitted(state, used)
        state.observation.block_until_ready()

    return rate_of(play, ROWS)


def openspiel_rate(name: str) -> float:
    pyspiel: Any = import_module("pyspiel")
    game, source = pyspiel.load_game(name), random.Random(1)
    state, observes = game.new_initial_state(), game.get_type().provides_observation_tensor

    def play() -> None:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(source.choices(outcomes, [odds for _, odds in outcomes])[0][0])
        (state.observation_tensor if observes else state.information_state_tensor)(state.current_player())
        state.legal_actions_mask()
        state.apply_action(source.choice(state.legal_actions()))

    return rate_of(play, 1)


def rate_of(step: Callable[[], object], rows: int) -> float:
    """The best of some rounds; the first steps, which may compile something, are not counted."""
    best = 0.0
    for _ in range(3):
        step()
    for _ in range(3):
        start = process_time()
        for _ in range(STEPS):
            step()
        best = max(best, rows * STEPS / (process_time() - start))
    return best


OTHERS: dict[str, dict[str, Callable[[], float]]] = {
    "envpool": {"CartPole-v1, 1 thread": envpool_rate},
    "pgx": {name: partial(pgx_rate, name) for name in ("kuhn_poker", "leduc_holdem")},
    "pyspiel": {name: partial(openspiel_rate, name) for name in ("liars_dice", "hearts")},
}
