"""Teaches an agent MEOW for two by playing against itself in the rows of a `Batch`, with NumPy alone.

One network plays both seats of every row. After each round its guess for every card that was played moves towards the
result of the match for the seat that played it.

    python examples/self_play_meow.py [ROUNDS]
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from purrlor.games.meow import Meow
from purrlor.lab.batch import Batch

GAME = Meow(seats=2)
ROWS = 1000
CARDS_PER_MATCH = 54
"""The cards of both seats; all matches end in the same step."""
Weights = NDArray[np.float32]


class Round(NamedTuple):
    """One match in every row: what each decision saw, which seat decided, which card it played; the results."""

    seen: list[NDArray[Any]]
    seats: list[NDArray[np.int8]]
    cards: list[NDArray[np.int32]]
    results: NDArray[np.float32]
    """rows × seats: 1 won, -1 lost."""


def guesses(weights: Weights, batch: Batch) -> NDArray[np.float32]:
    """Return how each legal card is expected to end the match for the seat to act; -inf for the others."""
    found: NDArray[np.float32] = np.where(batch.mask == 1, batch.observation / np.float32(10) @ weights, -np.inf)
    return found


def play(batch: Batch, weights: Weights, random: np.random.Generator, explore: float) -> Round:
    """Play one match in every row, both seats by the network."""
    batch.reset(seed=int(random.integers(2**31)))
    played = Round([], [], [], batch.reward)
    for _ in range(CARDS_PER_MATCH):
        exploring = random.random(ROWS) < explore
        card = np.where(exploring, batch.random_actions(), np.argmax(guesses(weights, batch), axis=1)).astype(np.int32)
        played.seen.append(batch.observation / np.float32(10))
        played.seats.append(batch.seat.copy())
        played.cards.append(card)
        batch.step(card)
    return played._replace(results=batch.reward.copy())


def learn(weights: Weights, played: Round, rate: float = 0.25) -> None:
    """Move the guess for each card that was played towards the result for its seat."""
    for seen, seats, cards in zip(played.seen, played.seats, played.cards, strict=True):
        errors = played.results[np.arange(ROWS), seats] - np.einsum("rc,cr->r", seen, weights[:, cards])
        np.add.at(weights.T, cards, seen * (rate / ROWS * errors).astype(np.float32)[:, None])


def wins(batch: Batch, weights: Weights, level: str) -> float:
    """Play one match in every row against a level, seat 0 in half of them; return the share won."""
    batch.reset(seed=1)
    own = np.arange(ROWS) % 2
    for _ in range(CARDS_PER_MATCH):
        cards = np.argmax(guesses(weights, batch), axis=1).astype(np.int32)
        batch.step(batch.level_actions(level, batch.seat != own, cards))
    result: Any = batch.reward[np.arange(ROWS), own]
    return float((result + 1).mean() / 2)


def main(rounds: int = 100) -> None:
    random, batch = np.random.default_rng(7), Batch(GAME, ROWS)
    weights = np.zeros((batch.observation.shape[1], batch.mask.shape[1]), np.float32)
    for number in range(1, rounds + 1):
        learn(weights, play(batch, weights, random, explore=0.1))
        if number % 10 == 0 or number == rounds:
            shares = [f"{level} {100 * wins(batch, weights, level):.0f} %" for level in ("uniform", "kitten", "tabby")]
            print(f"after {number * ROWS} matches, wins against {', '.join(shares)}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
