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
    """The id of the puzzle."""
    redeal: Whole | None = None
    """The person's seat: deal everything again, once for everybody, that it cannot know; null: cards stay as they were.
    """


class PositionKey(Struct, forbid_unknown_fields=True):
    """`POST /api/positions/ID/look` and `…/code`, with the key of the link; the host and people who play need none."""

    key: str = ""
    """The right to play, from the link; empty for people who need none."""


class PlayPosition(Struct, forbid_unknown_fields=True):
    """`POST /api/positions/ID/play`: play the position, at one table per person."""

    name: str
    """Your name in the results."""
    key: str = ""
    """The right to play, from the link."""
    cat: str = ""
    """The cat by which the web client draws you; empty: by seat."""
    pace: Whole = USUAL_PACE
    """The pace of the bots, as in `NewTable`."""


class PositionOf(Struct):
    """`GET /api/positions`: a position that you share or play."""

    id: str
    """The id of the position, as in its address."""
    name: str
    """The name of the position."""
    game: str
    """The id of the game."""
    status: PositionStatus
    """Whether people may still begin."""
    people: int
    """The number of people who have begun."""
    host: bool
    """Whether you share the position."""
    created: int
    """Milliseconds since 1970."""


class PositionResult(Struct):
    """A person's result, compared with the same seat at all other tables."""

    person: int
    """The person's number, in the order of beginning."""
    name: str
    """The name of the person."""
    cat: str
    """The cat by which the web client draws the person; empty: by seat."""
    place: int
    """The rank, shared by equals."""
    score: int
    """The points of the seat."""
    won: bool
    """Whether the seat won, alone or with others."""
    mark: float
    """The share of the others who scored less, from 0 to 1; equals count half."""
    relieved: bool
    """Whether a bot played for this person, at least for a while."""
    you: bool
    """Whether this is you."""
    table: str
    """The table, for a replay; empty for tables of others while the position is open."""


class Position(Struct):
    """`POST /api/positions/ID/look`."""

    id: str
    """The id of the position, as in its address."""
    key: str
    """The right to play, for people who may pass the link on."""
    name: str
    """The name of the position."""
    by: str
    """The name of the host."""
    host: bool
    """Whether you share the position."""
    game: str
    """The id of the game."""
    at: int
    """How many events have been played."""
    seat: int
    """The seat that everybody plays."""
    levels: list[str]
    """The level of each seat's bot; empty for the seat of the person."""
    status: PositionStatus
    """Whether people may still begin."""
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
    """The results of finished matches, the best first; empty unless `shown`."""
    commitment: str
    """The hash of the common secret."""
    secret: str
    """The common secret in hexadecimal, once the position is closed."""
