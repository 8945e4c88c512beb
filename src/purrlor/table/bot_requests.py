"""What a table asks of its bots, and what they are going to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from purrlor.core import Seat, commitment

from .effects import Ask, Outcome
from .match import TableMatch
from .setup import Setup
from .wire.requests import USUAL_PACE

NEVER = 10**9
"""A bot that names a longer delay lets the moment pass."""


class Planned(Struct, frozen=True):
    """What a bot will do, and when by the server's clock."""

    seat: int
    action: str
    due: int


class Asking:
    def __init__(self, setup: Setup, play: TableMatch, name: str, secret: bytes) -> None:
        self.setup = setup
        self.play = play
        self.table = name
        self.name = setup.lesson or setup.common_fate or name
        """What bots draw from, with the secret: at tables of one lesson, day or duplicate round they play alike."""
        self.secret = secret
        self.open: dict[int, tuple[int, Any]] = {}
        """For each bot the number of the question it has, and the view it was about."""
        self.last = 0
        self.planned: list[Planned] = []

    def ask_all(self, outcome: Outcome) -> list[int]:
        """Ask every awaited bot that has not thought about what it sees now; their seats."""
        asked: list[int] = []
        for seat in self.play.match.awaiting.seats:
            if not self.setup.seats[seat].played_by_bot or not self._is_news(seat):
                continue
            ask = self.question(seat, self.setup.seats[seat].level or self.setup.stand_in)
            self.open[seat] = (ask.number, ask.view)
            self.planned = [planned for planned in self.planned if planned.seat != seat]
            outcome.asks.append(ask)
            asked.append(seat)
        return asked

    def _is_news(self, seat: Seat) -> bool:
        known = self.open.get(seat)
        return known is None or self.play.racing or known[1] != self.play.match.view(seat)

    def question(self, seat: int, level: str, hint: tuple[int, int] | None = None) -> Ask:
        """In a race the source stays the same throughout a match: a reaction is drawn once, not at every question."""
        self.last += 1
        match = self.play.match
        moment = "race" if self.play.racing else str(self.play.version)
        seed = commitment(f"{self.name}/{seat}/{moment}".encode() + self.secret)
        view, legal = match.view(Seat(seat)), tuple(match.legal(Seat(seat)))
        return Ask(self.last, seat, level, view, legal, seed, self.play.version, hint, self.table)

    def is_open(self, seat: int, number: int) -> bool:
        return self.open.get(seat, (0, None))[0] == number

    def plan(self, seat: int, action: str, delay: int, now: int) -> None:
        """A bot acts after its delay, but never so fast that people cannot follow.

        A pace below the usual one is all that it takes, except in a race, where its own delay is how good it is.
        """
        pace, delay = self.setup.pace, delay if delay < NEVER else 0
        hurried = 0 < pace < USUAL_PACE and not self.play.racing
        self.planned.append(Planned(seat, action, now + (pace if hurried else max(delay, pace))))

    def due(self, now: int) -> list[Planned]:
        """What is to be done now, taken off the list."""
        due = sorted((planned for planned in self.planned if planned.due <= now), key=lambda planned: planned.due)
        self.planned = [planned for planned in self.planned if planned.due > now]
        return due

    def times(self) -> Iterator[int]:
        return (planned.due for planned in self.planned)

    def forget(self, seat: int | None = None) -> None:
        """The bot on this seat (None: every bot) is asked anew."""
        if seat is not None and seat not in self.open:
            return
        self.open = {} if seat is None else {each: known for each, known in self.open.items() if each != seat}
        self.planned = [] if seat is None else [planned for planned in self.planned if planned.seat != seat]
