"""Teaches an agent MEOW for two by self-play against a league of its own earlier versions, with NumPy alone.

All matches run in compiled rows; the opponents are a function that plays each row with the version drawn for it. Every
few rounds the learner joins the league, and is measured against the levels `kitten` and `tabby`.

    pip install 'purrlor[gymnasium]'
    python examples/league_meow.py [ROUNDS]
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from purrlor.lab.gymnasium import vector_env

MATCHES_AT_ONCE = 1000
CARDS_PER_MATCH = 27
JOIN_EVERY = 10
LARGEST_LEAGUE = 8
Weights = NDArray[np.float32]


def guesses(weights: Weights, observation: Any, mask: Any) -> Any:
    """How each legal card is expected to end the match; -inf for the others."""
    return np.where(mask == 1, observation.astype(np.float32) / 10 @ weights, -np.inf)


class League:
    """Earlier versions of the learner; one of them plays all opponents of a round."""

    def __init__(self, first: Weights, random: np.random.Generator) -> None:
        self.versions, self.random, self.playing = [first], random, first

    def draw(self) -> None:
        self.playing = self.versions[int(self.random.integers(len(self.versions)))]

    def join(self, weights: Weights) -> None:
        """The first version, which plays the first legal card, and the latest ones stay."""
        self.versions = [self.versions[0], *self.versions[1:][1 - LARGEST_LEAGUE :], weights.copy()]

    def __call__(self, observation: Any, mask: Any) -> Any:
        return np.argmax(guesses(self.playing, observation, mask), axis=1)


def play(env: Any, weights: Weights, random: np.random.Generator, explore: float) -> tuple[Any, Any, Any]:
    """One match in every row: what was seen, what was played, and how it ended (1 won, -1 lost)."""
    seen, _ = env.reset(seed=int(random.integers(2**31)))
    columns: list[Any] = []
    cards: list[Any] = []
    results = np.zeros(MATCHES_AT_ONCE)
    for _ in range(CARDS_PER_MATCH):
        found = guesses(weights, seen["observation"], seen["action_mask"])
        legal: NDArray[np.bool_] = seen["action_mask"] == 1
        any_legal = np.argmax(np.where(legal, random.random(legal.shape), -1), axis=1)
        exploring = random.random(MATCHES_AT_ONCE) < explore
        columns.append(seen["observation"].astype(np.float32) / 10)
        cards.append(np.where(exploring, any_legal, np.argmax(found, axis=1)))
        seen, rewards, *_ = env.step(cards[-1])
        results += rewards
    return columns, cards, results


def learn(weights: Weights, columns: Any, cards: Any, results: Any, rate: float = 0.5) -> None:
    """Move the guess for each card that was played towards the result of its match."""
    for seen, played in zip(columns, cards, strict=True):
        errors = results - np.einsum("rc,cr->r", seen, weights[:, played])
        np.add.at(weights.T, played, seen * (rate / MATCHES_AT_ONCE * errors).astype(np.float32)[:, None])


def wins(opponent: Any, weights: Weights, random: np.random.Generator) -> float:
    env = vector_env("meow", MATCHES_AT_ONCE, opponents=opponent, seats=2)
    return float((play(env, weights, random, explore=0.0)[2] + 1).mean() / 2)


def main(rounds: int = 100) -> None:
    random = np.random.default_rng(7)
    probe: Any = vector_env("meow", 1, seats=2)
    columns, actions = probe.single_observation_space["observation"].shape[0], probe.single_action_space.n
    weights = np.zeros((columns, actions), np.float32)
    league = League(weights.copy(), random)
    env: Any = vector_env("meow", MATCHES_AT_ONCE, opponents=league, seats=2)
    for number in range(1, rounds + 1):
        league.draw()
        learn(weights, *play(env, weights, random, explore=0.1))
        if number % JOIN_EVERY == 0 or number == rounds:
            league.join(weights)
            shares = [f"{level} {100 * wins(level, weights, random):.0f} %" for level in ("uniform", "kitten", "tabby")]
            print(f"after {number * MATCHES_AT_ONCE} matches, wins against {', '.join(shares)}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
