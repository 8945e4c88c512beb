"""Shared positions over HTTP: a link from which everybody plays on, and the compared results."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .requests import USUAL_PACE, SeatWanted
from .server import Whole

PositionStatus: TypeAlias = Literal["open", "over"]
"""People may begin; the position is closed, and its secret is shown."""


class NewPosition(Struct, forbid_unknown_fields=True):
    """`POST /api/positions`: share an event of a finished match, or a puzzle, for everybody to play on from."""

    name: str
    """The name of the position."""
    host: str
    """The host's name."""
    seats: list[SeatWanted]
    """One seat is for the person who follows the link; bots play all others."""
    at: Whole = 0
    """How many events of the match are taken; for a puzzle, all before its decision are."""
    table: str = ""
    """The finished match; empty: a puzzle."""
    game: str = ""
    """The game of the puzzle."""
    puzzle: str = ""
    redeal: Whole | None = None
    """The person's seat: deal everything again, once for everybody, that it cannot know; null: cards stay as they were.
    """


class PositionKey(Struct, forbid_unknown_fields=True):
    """`POST /api/positions/ID/look` and `…/code`, with the key of the link; the host and people who play need none."""

    key: str = ""


class PlayPosition(Struct, forbid_unknown_fields=True):
    """`POST /api/positions/ID/play`: to this person's table, always the same one."""

    name: str
    key: str = ""
    cat: str = ""
    pace: Whole = USUAL_PACE


class PositionOf(Struct):
    """`GET /api/positions`: a position that you share or play."""

    id: str
    name: str
    game: str
    status: PositionStatus
    people: int
    """The number of people who have begun."""
    host: bool
    created: int


class PositionResult(Struct):
    """A person's result, compared with the same seat at all other tables."""

    person: int
    name: str
    cat: str
    place: int
    """The rank, shared by equals."""
    score: int
    won: bool
    mark: float
    """The share of the others who scored less, from 0 to 1; equals count half."""
    relieved: bool
    """Whether a bot played for this person, at least for a while."""
    you: bool
    table: str
    """The table, for a replay; empty for tables of others while the position is open."""


class Position(Struct):
    """`POST /api/positions/ID/look`."""

    id: str
    key: str
    """The right to play, for people who may pass the link on."""
    name: str
    by: str
    """The name of the host."""
    host: bool
    game: str
    at: int
    """How many events have been played."""
    seat: int
    """The seat that everybody plays."""
    levels: list[str]
    """The level of each seat's bot; empty for the seat of the person."""
    status: PositionStatus
    until: int
    """When the position closes or has closed, in milliseconds since 1970."""
    people: int
    """The number of people who have begun."""
    own: str
    """Your table; empty: you have not begun."""
    finished: bool
    """Whether your match is over."""
    shown: bool
    """Whether you see results: you are the host, your match is over, or the position is closed."""
    counting: bool
    """Whether results are being checked; ask again soon."""
    results: list[PositionResult]
    commitment: str
    """The hash of the common secret."""
    secret: str
    """The common secret in hexadecimal, once the position is closed."""
