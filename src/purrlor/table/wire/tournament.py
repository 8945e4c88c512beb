"""Tournaments over HTTP. On the wire they are called evenings."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from purrlor.table.tournament import TournamentFormat

from .server import Clock, Status, Whole

EveningFormat: TypeAlias = TournamentFormat
EveningStatus: TypeAlias = Literal["open", "playing", "between", "over"]
"""Before the first round; during a round; between two rounds; after the last round."""


class NewEvening(Struct, forbid_unknown_fields=True):
    """`POST /api/evenings`."""

    name: str
    """The name of the tournament."""
    format: EveningFormat
    """Duplicate, Swiss or knock-out rounds."""
    game: str
    """The id of the game."""
    seats: Whole
    """The number of seats of each table."""
    rounds: Whole = 3
    """The number of rounds; a knock-out takes as many as it needs."""
    options: dict[str, str] = {}
    """The game's options by name, as text."""
    level: str = ""
    """The level of the bots that fill chairs and replace absent people; empty: the usual one."""
    clock: Clock = "none"
    """The time limit for each action, as in `TableInfo`."""
    host: str = ""
    """The host's name."""
    cat: str = ""
    """The cat by which the web client draws the host."""
    plays: bool = True
    """Whether the host takes part."""


class JoinEvening(Struct, forbid_unknown_fields=True):
    """`POST /api/evenings/ID/join`, with the key of the link; people who have joined need no key to come back."""

    name: str
    """Your name in the standings."""
    key: str = ""
    """The right to join."""
    cat: str = ""
    """The cat by which the web client draws you."""


class EveningKey(Struct, forbid_unknown_fields=True):
    """`POST /api/evenings/ID/look`."""

    key: str
    """The right to join, from the link."""


class EveningPersonId(Struct, forbid_unknown_fields=True):
    """`POST /api/evenings/ID/remove`: remove this person."""

    person: Whole
    """The person's number."""


class EveningOf(Struct):
    """`GET /api/evenings`: one of your tournaments."""

    id: str
    """The id of the tournament, as in its address."""
    name: str
    """The name of the tournament."""
    game: str
    """The id of the game."""
    format: EveningFormat
    """Duplicate, Swiss or knock-out rounds."""
    status: EveningStatus
    """Before the first round, during a round, between two rounds, or after the last one."""
    people: int
    """The number of people."""
    host: bool
    """Whether you are its host."""
    created: int
    """Milliseconds since 1970."""


class EveningLook(Struct):
    """The tournament as shown to a person who received the link."""

    id: str
    """The id of the tournament, as in its address."""
    name: str
    """The name of the tournament."""
    game: str
    """The id of the game."""
    format: EveningFormat
    """Duplicate, Swiss or knock-out rounds."""
    people: int
    """The number of people."""
    joined: bool
    """Whether you belong to it already."""
    open: bool
    """Whether people can still join."""


class EveningPerson(Struct):
    """A person who has joined."""

    number: int
    """The number by which seats and standings name the person."""
    name: str
    """The name; empty: the person has deleted their data."""
    cat: str
    """The cat by which the web client draws the person; empty: by seat."""
    plays: bool
    """Whether the person takes part in the next round."""
    you: bool
    """Whether this is you."""


class EveningSeat(Struct):
    """A seat of a table, and its result."""

    person: int
    """The person's number; 0: a bot."""
    relieved: bool
    """Whether a bot played for this person, all the time or for a while."""
    score: int | None
    """The score of duplicate rounds, once the round is over."""
    won: bool
    """Whether the seat won."""
    mark: float | None
    """The result from 0 to 1; in a duplicate round by comparison with the same seat of the other tables."""


class EveningTable(Struct):
    """A table of a round."""

    number: int
    """The number of the match, from 1; a replay has that of the drawn match."""
    id: str
    """The id; empty while only its players may see the table: tables that share a seed, until the round is over."""
    relieve: str
    """The table at which the host can let bots play for absent people; empty once the match is over."""
    yours: bool
    """Whether you play here."""
    status: Status
    """Whether the match has not begun, is running, or is over."""
    replay: bool
    """Whether this match repeats a drawn one."""
    seats: list[EveningSeat]
    """The seats, in the order of play."""


class EveningRound(Struct):
    """A round with its tables."""

    number: int
    """The number of the round, from 1."""
    over: bool
    """Whether the round is over."""
    draw: str
    """The seed of the draw."""
    commitment: str
    """The commitment to the seed that all tables share; empty: each has its own."""
    seed: str
    """The shared seed, once the round is over."""
    byes: list[int]
    """The people with a bye."""
    tables: list[EveningTable]
    """The tables of the round."""


class EveningStanding(Struct):
    """One line of the standings."""

    person: int
    """The person's number."""
    place: int
    """The rank, shared by equals; 0: too few rounds played to be ranked."""
    points: float
    """The points so far; in duplicate rounds the average, in a knock-out the rounds survived."""
    tie_break: float
    """Ranks people with equal points."""
    rounds: list[float | None]
    """The points of each round; null: not played."""
    luck: float | None
    """Points per match by luck, over the reviewed matches; null: there are none."""
    lost: float | None
    """Points per match lost by decisions."""


class Evening(Struct):
    """`GET /api/evenings/ID?after=VERSION`: answered once a newer version than `after` exists, or after a while."""

    id: str
    """The id of the tournament, as in its address."""
    key: str
    """The right to join; it is sent in the fragment of a link. Empty for people who have not joined."""
    code: str
    """The code to type, valid for the next hours; empty when nobody can join any more."""
    name: str
    """The name of the tournament."""
    format: EveningFormat
    """Duplicate, Swiss or knock-out rounds."""
    game: str
    """The id of the game."""
    options: dict[str, str]
    """The game's options by name, as text."""
    seats: int
    """The number of seats of each table."""
    planned: int
    """The number of rounds; 0: as many as needed."""
    level: str
    """The level of the bots that fill chairs and replace absent people."""
    clock: Clock
    """The time limit for each action, as in `TableInfo`."""
    status: EveningStatus
    """Before the first round, during a round, between two rounds, or after the last one."""
    version: int
    """Grows with every change."""
    host: bool
    """Whether you are its host."""
    joinable: bool
    """Whether people can still join."""
    you: int
    """Your number; 0: you only host."""
    people: list[EveningPerson]
    """Everybody who has joined."""
    rounds: list[EveningRound]
    """The rounds so far, in order."""
    standings: list[EveningStanding]
    """The standings, the leader first."""
    judging: bool
    """Whether luck and decisions are still being computed."""
    commitments: list[str]
    """The commitments to the seeds of all planned rounds; empty: every table has its own."""
    commitment: str
    """The hash of `secret`."""
    secret: str
    """The secret from which all draws are derived; published when the tournament is over."""
    created: int
    """Milliseconds since 1970."""
