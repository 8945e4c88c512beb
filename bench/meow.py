"""MEOW: cards per second of the compiled rules, deals per second of the sampler."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

import numpy as np

from harness.figures import Figure, sampled, seconds, section
from purrlor.compiled.bits import source
from purrlor.core import Fates, Match, Seat, fate_key, secret_from_text
from purrlor.games.meow import Meow
from purrlor.games.meow.bots.search.decision import CardDecision
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.deals import Deals
from purrlor.games.meow.view import View

MATCHES = 30_000
DEALS = 100_000


def moves(seats: int, seed: int) -> int:
    """Play whole random matches, including dealing and scoring, and return the number of cards played."""
    scores = np.zeros((MATCHES, seats), np.int64)
    return fast_rules.play_matches(fast_rules.rules_table(Meow(seats=seats)), scores, source(seed))


def rates(seats: int, threads: int) -> list[float]:
    return [_rate(seats, threads) for _ in range(5)]


def _rate(seats: int, threads: int) -> float:
    started = perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        played = sum(pool.map(partial(moves, seats), range(threads)))
    return played / (perf_counter() - started)


def mid_round_view() -> View:
    """Return a seat's view after three tricks of four players."""
    random, match = Random(3), Match(Meow(seats=4), Fates(fate_key(secret_from_text("bench"))))
    match.settle()
    for _ in range(12):
        seat = match.awaiting.seats[0]
        match.act(seat, random.choice(match.legal(seat)))
    return match.view(Seat(0))


def deal_rates() -> list[float]:
    deals = Deals.of(mid_round_view())
    deals.draw(10, seed=1)
    return [DEALS / seconds(partial(deals.draw, DEALS, seed=seed)) for seed in range(2, 7)]


def solving_times(rounds: int = 200) -> list[float]:
    """Return the milliseconds, sorted, to solve rounds of two experts exactly, from the first card."""
    return sorted(1000 * _solving_time(number) for number in range(rounds))


def _solving_time(number: int) -> float:
    match = Match(Meow(seats=2, expert=True), Fates(fate_key(secret_from_text(f"bench {number}"))))
    match.settle()
    seat = match.awaiting.seats[0]
    decision = CardDecision(match.view(seat), match.legal(seat))
    return seconds(decision.known)


def main() -> None:
    moves(4, 1)
    _solving_time(0)
    times = solving_times()
    section(
        "MEOW, compiled rules (random play of whole matches)",
        sampled("two seats, one core", rates(2, 1), "moves/s", 8_000_000, smaller_is_better=False),
        sampled("four seats, one core", rates(4, 1), "moves/s", 8_000_000, smaller_is_better=False),
        sampled("four seats, two cores", rates(4, 2), "moves/s"),
        sampled("hidden deals that fit a view, four seats", deal_rates(), "deals/s", 100_000, smaller_is_better=False),
        Figure("a round of two experts solved exactly, median of 200", median(times), "ms"),
        Figure("the same, worst of 200", times[-1], "ms"),
    )
