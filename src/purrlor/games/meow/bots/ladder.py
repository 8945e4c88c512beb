"""The ladder: every level against the one below, on shared deals.

A deal is one whole match of fate. It is played once for each rotation of the seats, so that everybody has every seat's
luck; what the rotations of a deal bring is averaged before anything is said about chance. Bots get views, as at any
table, and nothing else.

    python -m purrlor.games.meow.bots.ladder --deals 500
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from time import perf_counter

import numpy as np

from purrlor.core import Fates, Match, fate_key, secret_from_text, winners
from purrlor.games.meow import Action, Meow, State, View
from purrlor.kit import level, levels
from purrlor.kit.levels import AnyBot

Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the contestant reached on one deal, averaged over all seats."""

    share: float
    margin: float
    """Points ahead of the mean of the others."""
    slowest: float
    """The longest answer of the contestant, in seconds."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant against a field of equals, with half the widths of 95 % confidence intervals."""

    share: float
    share_error: float
    margin: float
    margin_error: float
    slowest: float


@dataclass(frozen=True, slots=True)
class Pairing:
    """One seat for `name`, all others for `rival`."""

    rules: Meow
    name: str
    rival: str
    seed: str

    def outcome(self, number: int) -> Outcome:
        """Deal number so and so from every seat."""
        bots = [level("meow", self.name).make(self.rules), level("meow", self.rival).make(self.rules)]
        return mean_outcome([self._match(bots, number, seat) for seat in range(self.rules.seats)])

    def _match(self, bots: Sequence[AnyBot], number: int, place: int) -> Outcome:
        match: Match[State, Action, View] = Match(
            self.rules, Fates(fate_key(secret_from_text(f"{self.seed}/{number}")))
        )
        sources = [Random(f"{self.seed}/{number}/{place}/{seat}") for seat in range(self.rules.seats)]
        slowest = 0.0
        while not match.over:
            match.settle()
            seat = match.awaiting.seats[0]
            began = perf_counter()
            choice = bots[seat != place].choose(match.view(seat), match.legal(seat), sources[seat])
            if seat == place:
                slowest = max(slowest, perf_counter() - began)
            match.act(seat, choice.action)
        return _outcome(match, place, slowest)


def _outcome(match: Match[State, Action, View], place: int, slowest: float) -> Outcome:
    scores, won = match.scores, winners(match.scores)
    others = (sum(scores) - scores[place]) / (len(scores) - 1)
    return Outcome((place in won) / len(won), scores[place] - others, slowest)


def mean_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    return Outcome(
        share=float(np.mean([outcome.share for outcome in outcomes])),
        margin=float(np.mean([outcome.margin for outcome in outcomes])),
        slowest=max(outcome.slowest for outcome in outcomes),
    )


def play(pairing: Pairing, deals: int, workers: int = 2) -> Standing:
    """So many deals, each from every seat."""
    if workers == 1:
        return standing([pairing.outcome(number) for number in range(deals)])
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        return standing(list(pool.map(partial(_outcome_of, pairing), range(deals), chunksize=4)))


def _outcome_of(pairing: Pairing, number: int) -> Outcome:
    return pairing.outcome(number)


def standing(outcomes: Sequence[Outcome]) -> Standing:
    shares, margins = [outcome.share for outcome in outcomes], [outcome.margin for outcome in outcomes]
    return Standing(
        float(np.mean(shares)), _error(shares), float(np.mean(margins)), _error(margins),
        max(outcome.slowest for outcome in outcomes),
    )  # fmt: skip


def _error(values: Sequence[float]) -> float:
    return float(Z95 * np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("inf")


def rungs() -> list[tuple[str, str]]:
    """Each level with the one below."""
    names = [each.name for each in levels("meow")]
    return list(zip(names[1:], names, strict=False))


def table(rules: Meow, pairs: Sequence[tuple[str, str]], deals: int, seed: str) -> Iterator[str]:
    yield f"| {rules.seats} seats | against | matches | share of wins | points ahead |"
    yield "|---|---|---|---|---|"
    for name, rival in pairs:
        found = play(Pairing(rules, name, rival, seed), deals)
        share = f"{100 * found.share:.1f} ± {100 * found.share_error:.1f} %"
        margin = f"{found.margin:+.1f} ± {found.margin_error:.1f}"
        yield f"| {name} | {rival} | {deals * rules.seats} | {share} | {margin} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure MEOW's levels against each other.")
    parser.add_argument("--deals", type=int, default=500, help="each is played once from every seat")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--expert", action="store_true")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("names", nargs="*", help="only these levels, each against the one below")
    args = parser.parse_args()
    pairs = [pair for pair in rungs() if not args.names or pair[0] in args.names]
    for line in table(Meow(seats=args.seats, expert=args.expert), pairs, args.deals, args.seed):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
