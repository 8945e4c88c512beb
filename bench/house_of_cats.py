"""House of Cats: written results per second of the compiled rules, and the time the best bot takes for a turn."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from harness.figures import Figure, sampled, section
from harness.house_random_play import play_matches
from purrlor.compiled.bits import Ints, source
from purrlor.core import Act, Fates, Match, Seat, fate_key, secret_from_text
from purrlor.games.house_of_cats import Ability, Action, HouseOfCats, State, View
from purrlor.games.house_of_cats.bots.hints import advise, prepare
from purrlor.games.house_of_cats.kernels.layout import RuleTable, rule_table
from purrlor.kit import level
from purrlor.lab.playout import play_out

MATCHES = 4000


def results_per_second(sheet: int) -> list[float]:
    """Return the results per second of five runs of random matches for two."""
    table = rule_table(HouseOfCats(level=sheet).setup(tuple(Ability)[:4]))
    scores = np.zeros((MATCHES, 2), np.int64)
    play_matches(table, scores[:1], source(1))
    return [_rate(table, scores, seed) for seed in range(5)]


def _rate(table: RuleTable, scores: Ints, seed: int) -> float:
    started = perf_counter()
    return play_matches(table, scores, source(seed)) / (perf_counter() - started)


def seconds_per_turn(sheet: int) -> float:
    """Return the seconds per turn of a tiger alone, on average over a match."""
    rules = HouseOfCats(seats=1, level=sheet)
    tiger = level("house-of-cats", "tiger").make(rules)
    play_out(rules, [tiger], "warm")
    started = perf_counter()
    match = play_out(rules, [tiger], "bench")
    turns = sum(isinstance(event, Act) and str(event.action) == "done" for event in match.log)
    return (perf_counter() - started) / turns


def seconds_per_hint(sheet: int) -> list[float]:
    """Return the seconds of a hint at the start of each of six turns that follow the advice."""
    rules = HouseOfCats(seats=1, level=sheet, abilities=tuple(Ability)[:4])
    match = Match(rules, Fates(fate_key(secret_from_text("bench"))))
    prepare()
    return [_hint(match) for _ in range(6)]


def _hint(match: Match[State, Action, View]) -> float:
    match.settle()
    started = perf_counter()
    found = advise(match.view(Seat(0)), match.legal(Seat(0)))
    spent = perf_counter() - started
    for step in found.steps:
        match.act(Seat(0), step)
    return spent


def main() -> None:
    section(
        "House of Cats",
        sampled("compiled rules, sheet 1", results_per_second(1), "results/s", 1_000_000, smaller_is_better=False),
        sampled("compiled rules, sheet 4", results_per_second(4), "results/s", 1_000_000, smaller_is_better=False),
        Figure("the tiger's time for a turn, sheet 1", seconds_per_turn(1), "s", 2),
        sampled("a hint, sheet 1", seconds_per_hint(1), "s", 2),
    )
