"""The ladder: every level of a game against the one below, on shared fates.

A fate is that of one whole match. It is played once for each rotation of the seats, so that everybody has every seat's
luck; what the rotations of a fate bring is averaged before anything is said about chance. Bots get views, as at any
table, and nothing else.

    python -m purrlor.lab.ladder GAME --deals 500
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
from typing import Any

import numpy as np

from purrlor.core import Fates, Game, Match, fate_key, secret_from_text, winners
from purrlor.core.options import with_options
from purrlor.kit import games, level, levels
from purrlor.kit.levels import AnyBot
from purrlor.kit.statistics import Estimate, Share, estimate, share_of_groups

AnyGame = Game[Any, Any, Any]
AnyMatch = Match[Any, Any, Any]


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
    """A contestant against a field of equals."""

    share: Share
    margin: Estimate
    slowest: float


@dataclass(frozen=True, slots=True)
class Pairing:
    """One seat for `name`, all others for `rival`."""

    rules: AnyGame
    name: str
    rival: str
    seed: str

    def outcome(self, number: int) -> Outcome:
        """Deal number so and so from every seat."""
        bots = [level(self.rules.name, self.name).make(self.rules), level(self.rules.name, self.rival).make(self.rules)]
        return mean_outcome([self._match(bots, number, seat) for seat in range(self.rules.seats)])

    def _match(self, bots: Sequence[AnyBot], number: int, place: int) -> Outcome:
        match: AnyMatch = Match(self.rules, Fates(fate_key(secret_from_text(f"{self.seed}/{number}"))))
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


def _outcome(match: AnyMatch, place: int, slowest: float) -> Outcome:
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
    return Standing(
        share=share_of_groups([outcome.share for outcome in outcomes]),
        margin=estimate([outcome.margin for outcome in outcomes]),
        slowest=max(outcome.slowest for outcome in outcomes),
    )


def rungs(game: str) -> list[tuple[str, str]]:
    """Each level with the one below."""
    names = [each.name for each in levels(game)]
    return list(zip(names[1:], names, strict=False))


def table(rules: AnyGame, pairs: Sequence[tuple[str, str]], deals: int, seed: str) -> Iterator[str]:
    yield f"| {rules.seats} seats | against | matches | share of wins | points ahead |"
    yield "|---|---|---|---|---|"
    for name, rival in pairs:
        found = play(Pairing(rules, name, rival, seed), deals)
        margin = f"{found.margin.mean:+.1f} ± {found.margin.margin:.1f}"
        yield f"| {name} | {rival} | {deals * rules.seats} | {found.share} | {margin} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the levels of a game against each other.")
    parser.add_argument("game", choices=list(games()))
    parser.add_argument("names", nargs="*", help="only these levels, each against the one below")
    parser.add_argument("--deals", type=int, default=500, help="each is played once from every seat")
    parser.add_argument("--options", default="", help="options of the game as in a record: 'seats=2 expert=true'")
    parser.add_argument("--seed", default="ladder")
    args = parser.parse_args()
    rules = with_options(games()[args.game], dict(word.split("=", 1) for word in args.options.split()))
    pairs = [pair for pair in rungs(args.game) if not args.names or pair[0] in args.names]
    for line in table(rules, pairs, args.deals, args.seed):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
