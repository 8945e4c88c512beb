"""Our batches beside EnvPool, pgx and OpenSpiel: one table, the same rows, clock and work on both sides.

None of them has our games, so each line pairs one of theirs with one of ours of about the same kind. Both sides hold
`ROWS` matches, choose random legal actions, step, begin finished matches again, and give observation and mask of every
row; all of that is counted, in CPU time of the whole process, so further threads are not free. Rounds of both sides
alternate, and the ratio is taken round by round, so other work on the machine affects both. OpenSpiel has no batches,
so its rows are stepped one after the other. `pip install -r bench/others.txt` installs the libraries.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

from harness.figures import REPORT, Figure, number, sampled
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy
from purrlor.lab.batch import Batch

ROWS = 1024
ROUNDS = 5
ROUND_SECONDS = 1.0
"""The CPU time after which a round ends: a fixed number of steps would be too short for one side."""
Step = Callable[[], object]
"""Chooses an action for every row and steps all of them."""


@dataclass(frozen=True)
class Pair:
    """A game of another library, paired with one of ours."""

    library: str
    game: str
    make: Callable[[], Step]
    ours: Any

    @property
    def our_name(self) -> str:
        return f"{self.ours.name}, {self.ours.seats} {'seat' if self.ours.seats == 1 else 'seats'}"


def our_step(rules: Any) -> Step:
    batch = Batch(rules, ROWS, seed=1)
    return lambda: batch.step(batch.random_actions())


def envpool_step() -> Step:
    numpy: Any = import_module("numpy")
    envpool: Any = import_module("envpool")
    env = envpool.make_gymnasium("CartPole-v1", num_envs=ROWS, num_threads=1)
    env.reset()
    chooser = numpy.random.default_rng(1)
    return lambda: env.step(chooser.integers(0, 2, ROWS, dtype=numpy.int32))


def pgx_step(name: str) -> Step:
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    env = pgx.make(name)
    step_and_begin_again: Any = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def choose_and_step(state: Any, key: Any) -> Any:
        chosen, used = jax.random.split(key)
        scores = jax.random.uniform(chosen, state.legal_action_mask.shape) * state.legal_action_mask
        return jax.vmap(step_and_begin_again)(state, scores.argmax(axis=1), jax.random.split(used, ROWS))

    jitted, key = jax.jit(choose_and_step), jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, ROWS))

    def step() -> None:
        nonlocal state, key
        key, used = jax.random.split(key)
        state = jitted(state, used)
        state.observation.block_until_ready()

    return step


def openspiel_step(name: str) -> Step:
    pyspiel: Any = import_module("pyspiel")
    game, source = pyspiel.load_game(name), random.Random(1)
    observes = game.get_type().provides_observation_tensor

    def roll(state: Any) -> Any:
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(source.choices(outcomes, [odds for _, odds in outcomes])[0][0])
        return state

    states = [roll(game.new_initial_state()) for _ in range(ROWS)]

    def step() -> None:
        for row in range(ROWS):
            state = states[row]
            state.apply_action(source.choice(state.legal_actions()))
            if roll(state).is_terminal():
                state = states[row] = roll(game.new_initial_state())
            (state.observation_tensor if observes else state.information_state_tensor)(state.current_player())
            state.legal_actions_mask()

    return step


PAIRS = (
    Pair("envpool", "CartPole-v1", envpool_step, Yatzy(seats=1)),
    Pair("pgx", "kuhn_poker", partial(pgx_step, "kuhn_poker"), Meow(seats=2)),
    Pair("pgx", "leduc_holdem", partial(pgx_step, "leduc_holdem"), Meow(seats=2)),
    Pair("pyspiel", "liars_dice", partial(openspiel_step, "liars_dice"), Yatzy(seats=2)),
    Pair("pyspiel", "hearts", partial(openspiel_step, "hearts"), Meow(seats=4)),
)


def rate(step: Step) -> float:
    """Return the steps of single rows per second of CPU time, in one round."""
    done, began = 0, process_time()
    while (spent := process_time() - began) < ROUND_SECONDS:
        step()
        done += ROWS
    return done / spent


def alternate(ours: Step, theirs: Step) -> list[tuple[float, float]]:
    """Return the rates of both in each round. The first steps, which may compile something, are not counted."""
    for _ in range(3):
        ours()
        theirs()
    return [(rate(ours), rate(theirs)) for _ in range(ROUNDS)]


def main() -> None:
    there = [pair for pair in PAIRS if find_spec(pair.library)]
    title = f"Batches, theirs and ours: {ROWS} rows, choosing and stepping, CPU time of the process"
    print(f"{title}\n\n| theirs | steps/s | ours | steps/s | ours / theirs |\n|---|---|---|---|---|", flush=True)
    figures: list[Figure] = []
    for pair in there:
        rounds = alternate(our_step(pair.ours), pair.make())
        name = f"{pair.library}: {pair.game}"
        theirs = sampled(name, [their for _, their in rounds], "steps/s")
        ours = sampled(f"{name}, beside it {pair.our_name}", [our for our, _ in rounds], "steps/s")
        ratio = sampled(f"{name}, ours / theirs", [our / their for our, their in rounds], "times")
        print(f"| {name} | {cell(theirs)} | {pair.our_name} | {cell(ours)} | {cell(ratio)} |", flush=True)
        figures += [theirs, ours, ratio]
    REPORT.sections.append((title, tuple(figures)))
    missing = sorted({pair.library for pair in PAIRS} - {pair.library for pair in there})
    if missing:
        print(f"\nnot installed, so not measured: {', '.join(missing)}; `pip install -r bench/others.txt`")
    print()


def cell(figure: Figure) -> str:
    return f"{number(figure.value)} ({figure.spread})"
