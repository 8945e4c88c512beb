"""Teaches a small agent MEOW for two against players who choose at random, in about a minute, with NumPy alone.

The agent guesses for each card how the match will end (a weighted sum of what it sees), plays the card with the best
guess, and after each match moves its guesses towards what really happened: Monte Carlo control with linear values.

    pip install 'purrlor[gymnasium]'
    python examples/learn_meow.py [ROUNDS]
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from purrlor.lab.gymnasium import vector_env

MATCHES_AT_ONCE = 1000
CARDS_PER_MATCH = 27
Weights = NDArray[np.float32]


def play(env: Any, weights: Weights, random: np.random.Generator, explore: float) -> tuple[Any, Any, Any]:
    """One match in every row: what was seen, what was played, and how it ended (1 won, -1 lost)."""
    observations, _ = env.reset(seed=int(random.integers(2**31)))
    seen: list[Any] = []
    played: list[Any] = []
    results = np.zeros(MATCHES_AT_ONCE)
    for _ in range(CARDS_PER_MATCH):
        columns: Weights = observations["observation"].astype(np.float32) / 10
        legal: NDArray[np.bool_] = observations["action_mask"] == 1
        guesses = np.where(legal, columns @ weights, -np.inf)
        any_legal = np.argmax(np.where(legal, random.random(legal.shape), -1), axis=1)
        exploring = random.random(MATCHES_AT_ONCE) < explore
        cards: NDArray[np.int64] = np.array(np.where(exploring, any_legal, np.argmax(guesses, axis=1)), np.int64)
        seen.append(columns)
        played.append(cards)
        observations, rewards, *_ = env.step(cards)
        results += rewards
    return np.array(seen), np.array(played), results


def learn(weights: Weights, seen: Any, played: Any, results: Any, rate: float) -> None:
    """Move the guess for each card that was played towards the result of its match."""
    for columns, cards in zip(seen, played, strict=True):
        guesses = np.einsum("rc,cr->r", columns, weights[:, cards])
        steps = (rate * (results - guesses) / MATCHES_AT_ONCE).astype(np.float32)
        np.add.at(weights.T, cards, columns * steps[:, None])


def main(rounds: int = 120) -> float:
    """Learn for some rounds; the share of matches won afterwards, ties counted half."""
    random = np.random.default_rng(7)
    env: Any = vector_env("meow", MATCHES_AT_ONCE, seats=2)
    columns, actions = env.single_observation_space["observation"].shape[0], env.single_action_space.n
    weights = np.zeros((columns, actions), np.float32)
    print(f"before: wins {100 * wins(env, weights, random):.1f} % of 2000 matches")
    for number in range(1, rounds + 1):
        learn(weights, *play(env, weights, random, explore=0.1), rate=0.5)
        if number % 20 == 0:
            print(f"after {number * MATCHES_AT_ONCE} matches: wins {100 * wins(env, weights, random):.1f} %")
    return wins(env, weights, random)


def wins(env: Any, weights: Weights, random: np.random.Generator) -> float:
    ends = np.concatenate([play(env, weights, random, explore=0.0)[2] for _ in range(2)])
    return float((ends + 1).mean() / 2)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) < 0.6)
