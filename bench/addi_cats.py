"""Addi Cat's: whole compiled matches per second in simulated time, with bots that have reflexes."""

from __future__ import annotations

from harness.figures import sampled, section, times
from harness.race_simulation import play_many
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.reflexes import ADULT, SIX_YEAR_OLD, TEN_YEAR_OLD, Reflexes

MATCHES = 4000


def rates(*people: Reflexes) -> list[float]:
    return [MATCHES / spent for spent in times(3, lambda: play_many(AddiCats(), people, MATCHES, "bench"))]


def main() -> None:
    family = (SIX_YEAR_OLD, TEN_YEAR_OLD, ADULT)
    play_many(AddiCats(), family, 10, "warm")
    section(
        "Addi Cat's, compiled rules (simulated time)",
        sampled("six-year-old, ten-year-old and adult", rates(*family), "matches/s", 2_000, smaller_is_better=False),
        sampled("three adults", rates(ADULT, ADULT, ADULT), "matches/s"),
    )
