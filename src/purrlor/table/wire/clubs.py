"""Clubs over HTTP."""

from __future__ import annotations

from msgspec import Struct

from .daily import BoardEntry


class ClubName(Struct, forbid_unknown_fields=True):
    """`POST /api/clubs` creates a club, `POST /api/clubs/ID` renames it."""

    name: str


class ClubKey(Struct, forbid_unknown_fields=True):
    """`POST /api/clubs/ID/look` and `/join`, with the key of the link."""

    key: str


class ClubMemberId(Struct, forbid_unknown_fields=True):
    """`POST /api/clubs/ID/remove` and `/hand`."""

    member: str


class ClubInfo(Struct):
    """`GET /api/clubs`: one of your clubs."""

    id: str
    name: str
    members: int
    owner: bool
    """Whether you own it."""


class ClubLook(Struct):
    """The club as shown to a person who received the link."""

    id: str
    name: str
    members: int
    member: bool
    """Whether you belong to it already."""


class ClubRating(Struct):
    game: str
    rating: float
    deviation: float


class ClubMember(Struct):
    id: str
    """The member's id in this club; it means nothing elsewhere."""
    name: str
    since: int
    """Milliseconds since 1970."""
    owner: bool
    you: bool
    ratings: list[ClubRating]


class Club(Struct):
    """`GET /api/clubs/ID`, for members."""

    id: str
    name: str
    key: str
    """The right to join; it is sent in the fragment of a link."""
    owner: bool
    """Whether you own it."""
    members: list[ClubMember]
    """The members, the owner first."""
    first: str
    """The month in which the club was created, like `2026-11`."""


class ClubStanding(Struct):
    """The results of one member in one month, over matches with at least one other member."""

    name: str
    you: bool
    played: int
    won: int
    luck: float | None
    """Points per match by luck, over the reviewed matches; null: there are none, or several games."""
    lost: float | None
    """Points per match lost by decisions."""


class ClubTable(Struct):
    game: str
    """The game; empty: all games together."""
    standings: list[ClubStanding]
    """The members with the most wins first, then those with the fewest matches."""


class ClubMonth(Struct):
    """`GET /api/clubs/ID/month?month=2026-11`."""

    month: str
    tables: list[ClubTable]


class ClubBoard(Struct):
    game: str
    timed: bool
    entries: list[BoardEntry]


class ClubDay(Struct):
    """`GET /api/clubs/ID/today?day=DAY`: the daily challenge, among members."""

    day: str
    boards: list[ClubBoard]
