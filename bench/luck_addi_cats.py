"""Fit the weights of Addi Cat's luck: a regression of the margins of equal players on the Action cards dealt to them.

    python -m bench.luck_addi_cats --matches 20000

It prints the weight of each Action card in thousandths of a point with its standard error, and how much of the variance
the deal explains: with Action cards alone, and with sums, their frequency and equalities by stage of the stack.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.race_simulation import deal_of, play_many
from purrlor.games.addi_cats.bots.reflexes import ADULT
from purrlor.games.addi_cats.cards import ActionCard, card_value
from purrlor.games.addi_cats.rules import AddiCats

SEED = "luck"
STAGES = (slice(0, 5), slice(5, 15), slice(15, 30), slice(30, None))
"""The parts of a stack, from its top."""
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def margins_and_deals(rules: AddiCats, matches: int) -> tuple[Floats, Ints]:
    """Return by match and seat the points ahead of the others, and the stack from its top, cut to one length."""
    found = play_many(rules, [ADULT] * rules.seats, matches, SEED).scores
    shifts = (np.arange(rules.seats) - np.arange(matches)[:, None]) % rules.seats
    scores = np.take_along_axis(found, shifts, axis=1)
    margins = (rules.seats * scores - scores.sum(axis=1, keepdims=True)) / (rules.seats - 1)
    size = len(rules.cards) // rules.seats * rules.seats
    deals = np.array([deal_of(rules, SEED, number)[:size] for number in range(matches)], np.int64)
    return margins, deals.reshape(matches, -1, rules.seats).transpose(0, 2, 1)


def action_cards(stacks: Ints) -> Floats:
    """Count the Action cards of each kind in each stack."""
    return np.array([(stacks == card_value(kind)).sum(axis=2).ravel() for kind in ActionCard], np.float64).T


def everything(stacks: Ints) -> Floats:
    """Return Action cards, sums, their frequency, and equalities with the other stacks, in each stage."""
    sums = np.where(stacks >= 3000, 0, np.where(stacks >= 2000, stacks - 2000, stacks // 100 + stacks % 100))
    often = np.bincount(sums[0].ravel(), minlength=21) * (np.arange(21) > 0)
    equal: Ints = np.zeros_like(sums)
    for shift in range(1, stacks.shape[1]):
        equal += (sums == np.roll(sums, shift, axis=1)) & (sums > 0)
    columns: list[Any] = [
        each[:, :, stage].sum(axis=2).ravel() for each in (sums, often[sums], equal) for stage in STAGES
    ]
    kinds = [action_cards(stacks[:, :, stage]) for stage in STAGES]
    return np.hstack([np.array(columns, np.float64).T, *kinds])


def explained(values: Floats, margins: Floats) -> float:
    """Return the share of the variance explained, adjusted for the number of columns."""
    values, known = values - values.mean(axis=0), len(margins)
    weights = _regressed(values, margins)
    left = float(((margins - values @ weights) ** 2).sum() / (margins**2).sum())
    return 1 - left * (known - 1) / (known - 1 - int(values.shape[1]))


def _regressed(values: Floats, margins: Floats) -> Floats:
    return np.asarray(np.linalg.lstsq(values, margins, rcond=None)[0], np.float64)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of the luck in Addi Cat's.")
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--seats", type=int, default=3)
    args = parser.parse_args(arguments)
    by_seat, stacks = margins_and_deals(AddiCats(seats=args.seats), args.matches)
    margins, values = by_seat.ravel(), action_cards(stacks)
    values -= values.mean(axis=0)
    weights = _regressed(values, margins)
    inverse = np.asarray(np.linalg.inv(values.T @ values), np.float64)
    errors = np.sqrt(np.diag(inverse) * margins.var())
    for kind, weight, error in zip(ActionCard, weights, errors, strict=True):
        sys.stdout.write(f"{kind}: {1000 * weight:.0f} ± {1000 * error:.0f}\n")
    sys.stdout.write(f"Action cards explain {100 * explained(values, margins):.2f} % of the variance\n")
    sys.stdout.write(f"all that the deal shows: {100 * explained(everything(stacks), margins):.2f} %\n")


if __name__ == "__main__":
    main(sys.argv[1:])
