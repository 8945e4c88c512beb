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
    cat: str = ""
    scored: bool = True
    pace: Whole = USUAL_PACE
    """The pace, as in `NewTable`; it changes neither dice and deals nor opponents."""


class TryOf(Struct):
    """Your scored try: it counts once the server has replayed its record."""

    table: str
    status: TryStatus
    points: int | None
    millis: int | None
    place: int | None


class TodayGame(Struct):
    game: str
    options: dict[str, str]
    bots: list[str]
    """The levels of your opponents."""
    commitment: str
    tomorrow: str
    """The commitment to the secret of the next day."""
    players: int
    """The number of tries that count."""
    own: TryOf | None


class DoneTry(Struct):
    """A try of yours that counts."""

    day: str
    game: str
    points: int


class Today(Struct):
    """`GET /api/today`."""

    day: str
    """The date in UTC, like `2026-11-16`."""
    ends: int
    """Milliseconds since 1970."""
    now: int
    streak: int
    """The number of consecutive days with a counting try of yours, up to today or yesterday."""
    games: list[TodayGame]
    done: list[DoneTry]
    """Your tries of the last months, the oldest first."""


class BoardEntry(Struct):
    place: int
    name: str
    points: int
    millis: int
    you: bool


class Par(Struct):
    """The strongest bot's result with the same dice and deals."""

    level: str
    points: int
    millis: int


class Board(Struct):
    """`GET /api/today/GAME?day=DAY`."""

    game: str
    day: str
    ends: int
    revealed: int
    """The time at which the secret is published."""
    commitment: str
    secret: str
    """The secret in hexadecimal; empty before `revealed`."""
    timed: bool
    """Whether the shorter of two matches of equal points is the better one."""
    par: Par | None
    """The par, once your own try is over; null also while it is not known yet."""
    players: int
    entries: list[BoardEntry]
    """The best hundred entries, and yours."""
    own: TryOf | None
    merit: SkillSummary | None
    """The luck and skill of your own try; null: not known yet."""
    judging: bool
    """Whether par or merit are still being computed: repeat the request later."""
