"""Events per second of the reference implementations: random play through `Match`, with real random outcomes."""

from __future__ import annotations

from random import Random
from typing import Any

from harness.figures import Figure, sampled, section, times
from purrlor.core import Fates, Game, Match, fate_key, secret_from_text
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


def rate(what: str, game: Game[Any, Any, Any]) -> Figure:
    events = events_played(game)
    runs = [events / spent for spent in times(5, lambda: events_played(game))]
    return sampled(what, runs, "events/s", 40_000, smaller_is_better=False)


def main() -> None:
    section(
        "Reading copies of the rules, one process",
        rate("Yatzy, two seats, random play", Yatzy()),
        rate("MEOW, four seats, random play", Meow()),
    )
