"""What is kept of a contest. People are numbers from 1 on; `BOT` sits where nobody does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct

ContestFormat: TypeAlias = Literal["duplicate", "swiss", "knockout"]
BOT = 0


class ContestPlan(Struct, frozen=True):
    format: ContestFormat
    seats: int
    """Of every table."""
    rounds: int = 0
    """How many are played; a knock-out ends by itself."""


class ContestResult(Struct, frozen=True):
    scores: tuple[int, ...]
    """Of each seat."""
    winners: tuple[int, ...]
    """Seats: rules may break ties that the scores leave."""
    relieved: tuple[int, ...] = ()
    """Seats of people for whom a bot played, all the time or for a while."""

    def worth(self, seat: int) -> tuple[int, bool]:
        """What compares the seats of one table."""
        return self.scores[seat], seat in self.winners


class ContestTable(Struct, frozen=True):
    people: tuple[int, ...]
    """Who sits on each seat."""
    group: int
    """The number of the table in its round; in a knock-out a replay has that of the table that was drawn."""
    places: int = 0
    """In a knock-out: how many of these people go on."""
    id: str = ""
    """Where it is played; not part of the contest itself."""
    result: ContestResult | None = None

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(person for person in self.people if person != BOT)


class ContestRound(Struct, frozen=True):
    number: int
    draw: str
    """The word that lots are drawn from."""
    present: tuple[int, ...]
    """Who took part in the draw."""
    tables: tuple[ContestTable, ...]
    byes: tuple[int, ...] = ()
    closed: bool = False
    """It was ended by hand: tables without a result are drawn."""


def by_lot(people: Iterable[int], draw: str) -> list[int]:
    """The same order for the same word, which anybody can recompute."""
    return sorted(people, key=lambda person: sha256(f"{draw}/{person}".encode()).digest())


def people_of(rounds: Sequence[ContestRound]) -> list[int]:
    """Everybody who took part in a round."""
    return sorted({person for each in rounds for person in each.present})


def meetings(rounds: Sequence[ContestRound]) -> Counter[tuple[int, int]]:
    """How often two people, the lower number first, were at one table; a replay counts once with its match."""
    found: Counter[tuple[int, int]] = Counter()
    for each in rounds:
        met = {pair for table in each.tables for pair in combinations(sorted(table.persons), 2)}
        found.update(met)
    return found


def even_sizes(people: int, seats: int) -> list[int]:
    """How many people sit at each of as few tables as possible, as even as possible, the larger ones first."""
    tables = -(-people // seats)
    return [people // tables + (number < people % tables) for number in range(tables)]
