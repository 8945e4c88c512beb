"""Addi Cat's: whole matches per second in simulated time, compiled, with bots that have reflexes."""

from __future__ import annotations

from time import perf_counter

from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.mass import play_many
from purrlor.games.addi_cats.bots.reflexes import ADULT, SIX_YEAR_OLD, TEN_YEAR_OLD, Reflexes

from .figures import Figure, section

MATCHES = 4000


def rate(*people: Reflexes) -> float:
    started = perf_counter()
    play_many(AddiCats(), people, MATCHES, "bench")
    return MATCHES / (perf_counter() - started)


def main() -> None:
    family = (SIX_YEAR_OLD, TEN_YEAR_OLD, ADULT)
    play_many(AddiCats(), family, 10, "warm")
    section(
        "Addi Cat's, compiled twin (simulated time)",
        Figure("six-year-old, ten-year-old and adult", rate(*family), "matches/s", 2_000, smaller_is_better=False),
        Figure("three adults", rate(ADULT, ADULT, ADULT), "matches/s"),
    )
