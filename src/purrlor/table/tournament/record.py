"""The record of a tournament. People are numbers from 1; `BOT` marks a seat without a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct

TournamentFormat: TypeAlias = Literal["duplicate", "swiss", "knockout"]
BOT = 0


class TournamentPlan(Struct, frozen=True):
    format: TournamentFormat
    seats: int
    """The number of seats of every table."""
    rounds: int = 0
    """The number of rounds; not used for a knock-out, which ends by itself."""


class TableResult(Struct, frozen=True):
    scores: tuple[int, ...]
    """The score of each seat."""
    winners: tuple[int, ...]
    """The winning seats. The rules may break ties in the scores."""
    relieved: tuple[int, ...] = ()
    """The seats of people for whom a bot played, all the time or for a while."""

    def ranking_key(self, seat: int) -> tuple[int, bool]:
        """Return the key by which the seats of one table are compared."""
        return self.scores[seat], seat in self.winners


class TournamentTable(Struct, frozen=True):
    people: tuple[int, ...]
    """The person on each seat."""
    group: int
    """The number of the table in its round. In a knock-out a replay has the number of the tied table."""
    places: int = 0
    """The number of these people who advance in a knock-out."""
    id: str = ""
    """The id of the table on the server, which is not part of the tournament's record."""
    result: TableResult | None = None

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(person for person in self.people if person != BOT)


class TournamentRound(Struct, frozen=True):
    number: int
    draw: str
    """The seed of the draw."""
    present: tuple[int, ...]
    """The people who took part in the draw."""
    tables: tuple[TournamentTable, ...]
    byes: tuple[int, ...] = ()
    closed: bool = False
    """The round was ended by hand: tables without a result count as ties."""


def by_lot(people: Iterable[int], draw: str) -> list[int]:
    """Shuffle people by a seed. Anybody can recompute the order."""
    return sorted(people, key=lambda person: sha256(f"{draw}/{person}".encode()).digest())


def people_of(rounds: Sequence[TournamentRound]) -> list[int]:
    """Return everybody who took part in a round."""
    return sorted({person for each in rounds for person in each.present})


def meetings(rounds: Sequence[TournamentRound]) -> Counter[tuple[int, int]]:
    """Count how often two people, the lower number first, met at a table. A match and its replay count once."""
    found: Counter[tuple[int, int]] = Counter()
    for each in rounds:
        met = {pair for table in each.tables for pair in combinations(sorted(table.persons), 2)}
        found.update(met)
    return found


def even_sizes(people: int, seats: int) -> list[int]:
    """Divide people evenly among as few tables as possible, and return the sizes, largest first."""
    tables = -(-people // seats)
    return [people // tables + (number < people % tables) for number in range(tables)]
