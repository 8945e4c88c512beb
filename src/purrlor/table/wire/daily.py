"""The daily challenge over HTTP."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from purrlor.kit.review import SkillSummary

from .requests import USUAL_PACE
from .server import Whole

TryStatus: TypeAlias = Literal["running", "checking", "counts", "late"]


class NewTry(Struct, forbid_unknown_fields=True):
    """`POST /api/today/GAME`: today's scored try; with `scored` false a try for fun, with other dice and deals."""

    name: str
    """Your name on the board."""
    cat: str = ""
    """The cat by which the web client draws you; empty: by seat."""
    scored: bool = True
    """Whether the try counts."""
    pace: Whole = USUAL_PACE
    """The pace, as in `NewTable`; it changes neither dice and deals nor opponents."""


class TryOf(Struct):
    """Your scored try: it counts once the server has replayed its record."""

    table: str
    """The id of the table at which you play or played it."""
    status: TryStatus
    """`checking`: the record is being replayed; `late`: it ended after the day."""
    points: int | None
    """The points; null until the try counts, like `millis` and `place`."""
    millis: int | None
    """The duration of the match."""
    place: int | None
    """The rank on the board."""


class TodayGame(Struct):
    """One game's challenge of the day."""

    game: str
    """The id of the game."""
    options: dict[str, str]
    """The options of the day by name, as text."""
    bots: list[str]
    """The levels of your opponents."""
    commitment: str
    """The hash of the day's secret."""
    tomorrow: str
    """The commitment to the secret of the next day."""
    players: int
    """The number of tries that count."""
    own: TryOf | None
    """Your scored try; null: none yet."""


class DoneTry(Struct):
    """A try of yours that counts."""

    day: str
    """The date in UTC, like `2026-11-16`."""
    game: str
    """The id of the game."""
    points: int
    """The points of the try."""


class Today(Struct):
    """`GET /api/today`."""

    day: str
    """The date in UTC, like `2026-11-16`."""
    ends: int
    """Milliseconds since 1970."""
    now: int
    """The server's time in milliseconds since 1970."""
    streak: int
    """The number of consecutive days with a counting try of yours, up to today or yesterday."""
    games: list[TodayGame]
    """The challenge of each game."""
    done: list[DoneTry]
    """Your tries of the last months, the oldest first."""


class BoardEntry(Struct):
    """A try that counts."""

    place: int
    """The rank on the board."""
    name: str
    """The name of the player."""
    points: int
    """The points of the try."""
    millis: int
    """The duration of the match."""
    you: bool
    """Whether this is you."""


class Par(Struct):
    """The strongest bot's result with the same dice and deals."""

    level: str
    """The level of the bot."""
    points: int
    """The points of the bot."""
    millis: int
    """The duration of the match."""


class Board(Struct):
    """`GET /api/today/GAME?day=DAY`."""

    game: str
    """The id of the game."""
    day: str
    """The date in UTC, like `2026-11-16`."""
    ends: int
    """The time at which the day ends; milliseconds since 1970, like `revealed`."""
    revealed: int
    """The time at which the secret is published."""
    commitment: str
    """The hash of the secret, published the day before."""
    secret: str
    """The secret in hexadecimal; empty before `revealed`."""
    timed: bool
    """Whether the shorter of two matches of equal points is the better one."""
    par: Par | None
    """The par, once your own try is over; null also while it is not known yet."""
    players: int
    """The number of tries that count."""
    entries: list[BoardEntry]
    """The best hundred entries, and yours."""
    own: TryOf | None
    """Your scored try; null: none yet."""
    merit: SkillSummary | None
    """The luck and skill of your own try; null: not known yet."""
    judging: bool
    """Whether par or merit are still being computed: repeat the request later."""
