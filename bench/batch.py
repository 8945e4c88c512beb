"""Steps per second of compiled rows, alone, beside the compiled rules, and in `vector_env` against compiled bots."""

from __future__ import annotations

from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.figures import Figure, sampled, section
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy
from purrlor.lab.batch import Batch, compiled_levels
from purrlor.lab.gymnasium import vector_env

ROWS, AGENT_ROWS = 4096, 1024
ROUNDS, AGENT_ROUNDS, STEPS = 5, 3, 200
"""Steps per round: more than a match of MEOW takes, because all rows are dealt cards at the same time."""


def main() -> None:
    figures = [
        sampled(described(rules), rates(rules), "steps/s", goal, smaller_is_better=False) for rules, goal in games()
    ]
    section("Batch, one core, CPU time", *figures, Figure("MEOW's compiled rules alone", compiled_moves(), "moves/s"))
    section("`vector_env` against compiled bots, one core, CPU time", *against_bots())


def games() -> list[tuple[Any, float]]:
    fast_games = [Meow(seats=4), Meow(seats=2), Yatzy(seats=2), Yatzy(seats=1)]
    return [*((rules, 5e6) for rules in fast_games), *((HouseOfCats(level=level), 1e6) for level in (1, 2, 3, 4))]


def described(rules: Any) -> str:
    level = f", level {rules.level}, small steps" if isinstance(rules, HouseOfCats) else ""
    return f"{rules.name}, {rules.seats} seats{level}"


def rates(rules: Any) -> list[float]:
    """Return the steps per second of each round; choosing the actions is not counted."""
    batch = Batch(rules, ROWS, seed=1)
    batch.step(batch.random_actions())
    found: list[float] = []
    for _ in range(ROUNDS):
        spent = 0.0
        for _ in range(STEPS):
            actions = batch.random_actions()
            start = thread_time()
            batch.step(actions)
            spent += thread_time() - start
        found.append(STEPS * ROWS / spent)
    return found


def against_bots() -> list[Figure]:
    """Return the agent's steps per second against each level that plays in compiled code, two seats."""
    fields: list[tuple[Any, dict[str, Any], float]] = [(Meow(seats=2), {}, 5e5), (Yatzy(seats=2), {}, 5e5)]
    fields += [(HouseOfCats(level=level), {"level": level}, 1e5) for level in (1, 4)]
    return [
        sampled(
            f"{described(rules)}, against {level}",
            agent_rates(rules.name, level, options),
            "steps/s",
            goal,
            smaller_is_better=False,
        )
        for rules, options, goal in fields
        for level in compiled_levels(rules)
    ]


def agent_rates(game: str, opponents: str, options: dict[str, Any]) -> list[float]:
    """Return the steps per second of an agent that acts at random; choosing the actions is not counted."""
    env = vector_env(game, AGENT_ROWS, opponents=opponents, seats=2, **options)
    observation, _ = env.reset(seed=1)
    random, found = np.random.default_rng(1), list[float]()
    for _ in range(AGENT_ROUNDS):
        spent = 0.0
        for _ in range(STEPS):
            actions = random_actions(observation["action_mask"], random)
            start = thread_time()
            observation, *_ = env.step(actions)
            spent += thread_time() - start
        found.append(STEPS * AGENT_ROWS / spent)
    return found


def random_actions(mask: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    """Return a legal action for each row, all equally likely."""
    found: NDArray[np.int64] = np.argmax(mask * random.random(mask.shape), axis=1)
    return found


def compiled_moves() -> float:
    from purrlor.compiled.bits import source  # after purrlor.lab, which chooses Numba
    from purrlor.games.meow.kernels import fast_rules

    table, scores = fast_rules.rules_table(Meow(seats=4)), np.zeros((5000, 4), np.int64)
    fast_rules.play_matches(table, scores[:10], source(1))
    start = thread_time()
    moves = fast_rules.play_matches(table, scores, source(2))
    return moves / (thread_time() - start)
