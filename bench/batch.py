"""Steps per second of compiled rows, with observation and mask, beside the compiled rules that play without them."""

from __future__ import annotations

from time import thread_time
from typing import Any

import numpy as np

from harness.figures import Figure, sampled, section
from purrlor.compiled.bits import source
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.meow import Meow
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.yatzy import Yatzy
from purrlor.lab.batch import Batch

ROWS = 4096
ROUNDS, STEPS = 5, 200
"""Steps of a round: more than a match of MEOW takes, for all rows are dealt cards at the same time."""


def main() -> None:
    figures = [
        sampled(described(rules), rates(rules), "steps/s", goal, smaller_is_better=False) for rules, goal in games()
    ]
    section("Batch, one core, CPU time", *figures, Figure("MEOW's compiled rules alone", compiled_moves(), "moves/s"))


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


def compiled_moves() -> float:
    table, scores = fast_rules.rules_table(Meow(seats=4)), np.zeros((5000, 4), np.int64)
    fast_rules.play_matches(table, scores[:10], source(1))
    start = thread_time()
    moves = fast_rules.play_matches(table, scores, source(2))
    return moves / (thread_time() - start)
