"""Events per second of the reference implementations: random play through `Match`, with real random outcomes."""

from __future__ import annotations

from random import Random
from typing import Any

from harness.figures import Figure, sampled, section, times
from purrlor.core import Fates, Game, Match, fate_key, secret_from_text
from purrlor.games.addi_cats import AddiCats
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy

MATCHES = 60


def events_played(game: Game[Any, Any, Any], matches: int = MATCHES) -> int:
    events = 0
    for number in range(matches):
        source = Random(number)
        match = Match(game, Fates(fate_key(secret_from_text(str(number)))))
        while not match.over:
            match.settle()
            for seat in match.awaiting.seats:
                match.act(seat, source.choice(match.legal(seat)))
        events += len(match.log)
    return events


def rate(what: str, game: Game[Any, Any, Any], goal: float, matches: int = MATCHES) -> Figure:
    events = events_played(game, matches)
    runs = [events / spent for spent in times(5, lambda: events_played(game, matches))]
    return sampled(what, runs, "events/s", goal, smaller_is_better=False)


def main() -> None:
    section(
        "Reading copies of the rules, one process",
        rate("Yatzy, two seats, random play", Yatzy(), 40_000),
        rate("MEOW, four seats, random play", Meow(), 40_000),
        rate("House of Cats, two seats, random play", HouseOfCats(seats=2), 10_000),
        rate("Addi Cat's without a clock, four seats, random play", AddiCats(seats=4, timed=False), 10_000, matches=3),
    )
