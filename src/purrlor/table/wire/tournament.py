"""Evenings over HTTP: contests of several tables."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from purrlor.table.tournament import ContestFormat

from .choices import Clock, Status, Whole

EveningFormat: TypeAlias = ContestFormat
EveningStatus: TypeAlias = Literal["open", "playing", "between", "over"]
"""Before the first round; during a round; between two rounds; after the last round."""


class NewEvening(Struct, forbid_unknown_fields=True):
    """`POST /api/evenings`."""

    name: str
    """The name of the tournament."""
    format: EveningFormat
    game: str
    seats: Whole
    """The number of seats of each table."""
    rounds: Whole = 3
    """A knock-out takes as many as it needs."""
    options: dict[str, str] = {}
    level: str = ""
    """The level of the bots that fill chairs and replace absent people; empty: the usual one."""
    clock: Clock = "none"
    host: str = ""
    """What the host is called."""
    cat: str = ""
    plays: bool = True
    """Whether the host takes part."""


class JoinEvening(Struct, forbid_unknown_fields=True):
    """`POST /api/evenings/ID/join`, with the key of the link; people who have joined need none to come back."""

    name: str
    key: str = ""
    cat: str = ""


class EveningKey(Struct, forbid_unknown_fields=True):
    """`POST /api/evenings/ID/look`."""

    key: str


class EveningPersonId(Struct, forbid_unknown_fields=True):
    """`POST /api/evenings/ID/remove`: who takes part no longer."""

    person: Whole


class EveningOf(Struct):
    """`GET /api/evenings`: one of your evenings."""

    id: str
    name: str
    game: str
    format: EveningFormat
    status: EveningStatus
    people: int
    host: bool
    created: int


class EveningLook(Struct):
    """What somebody sees who was sent the link."""

    id: str
    name: str
    game: str
    format: EveningFormat
    people: int
    joined: bool
    """Whether you belong to it already."""
    open: bool
    """Whether people can still join."""


class EveningPerson(Struct):
    number: int
    name: str
    """Empty: they have deleted what was known of them."""
    cat: str
    plays: bool
    """They take part in the next round."""
    you: bool


class EveningSeat(Struct):
    person: int
    """0: a bot."""
    relieved: bool
    """A bot played for this person, all the time or for a while."""
    score: int | None
    """The score of duplicate rounds, once the round is over."""
    won: bool
    mark: float | None
    """The result from 0 to 1; in a duplicate round by comparison with the same seat of the other tables."""


class EveningTable(Struct):
    number: int
    """The number of the match, from 1; a replay has that of the drawn match."""
    id: str
    """Empty while only those who sit there may look: tables that share a fate, until the round is over."""
    relieve: str
    """The table at which the host can let bots play for absent people; empty once the match is over."""
    yours: bool
    status: Status
    replay: bool
    seats: list[EveningSeat]


class EveningRound(Struct):
    number: int
    over: bool
    draw: str
    """The word that its lots were drawn from."""
    commitment: str
    """The commitment to the seed that all tables share; empty: each has its own."""
    seed: str
    """That fate, when the round is over."""
    byes: list[int]
    """Who went on without playing."""
    tables: list[EveningTable]


class EveningStanding(Struct):
    person: int
    place: int
    """The rank, shared by equals; 0: too few rounds played to be ranked."""
    points: float
    tie_break: float
    rounds: list[float | None]
    luck: float | None
    """Points per match that chance gave, over the matches that were judged; null: none was."""
    lost: float | None
    """Points per match that decisions lost."""


class Evening(Struct):
    """`GET /api/evenings/ID?after=VERSION`: answered when there is something newer than `after`, or after a while."""

    id: str
    key: str
    """The right to join; it is sent in the fragment of a link. Empty for those who have not joined."""
    code: str
    """The code to type, valid for the next hours; empty when nobody can join any more."""
    name: str
    format: EveningFormat
    game: str
    options: dict[str, str]
    seats: int
    planned: int
    """How many rounds; 0: as many as it takes."""
    level: str
    clock: Clock
    status: EveningStatus
    version: int
    host: bool
    """It is yours."""
    joinable: bool
    you: int
    """Your number; 0: you only look after it."""
    people: list[EveningPerson]
    rounds: list[EveningRound]
    standings: list[EveningStanding]
    judging: bool
    """Luck and decisions are still being worked out."""
    commitments: list[str]
    """The commitments to the seeds of all planned rounds; empty: every table has its own."""
    commitment: str
    secret: str
    """All that was drawn follows from it; shown when the evening is over."""
    created: int
