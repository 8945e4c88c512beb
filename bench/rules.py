"""Events per second of the reading copies: random play through `Match`, fate drawn from its real source."""

from __future__ import annotations

from random import Random
from typing import Any

from purrlor.core import Fates, Game, Match, fate_key, secret_from_text
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy

from .figures import Figure, best_of, section

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


def rate(game: Game[Any, Any, Any]) -> float:
    events = events_played(game)
    return events / best_of(3, lambda: events_played(game))


def main() -> None:
    section(
        "Reading copies of the rules, one process",
        Figure("Yatzy, two seats, random play", rate(Yatzy()), "events/s", 40_000, smaller_is_better=False),
        Figure("MEOW, four seats, random play", rate(Meow()), "events/s", 40_000, smaller_is_better=False),
    )
