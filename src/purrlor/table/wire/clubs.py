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
    """The member's id in this club."""


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
    """A member's rating in one game."""

    game: str
    rating: float
    deviation: float
    """The standard deviation of `rating`."""


class ClubMember(Struct):
    """A member, as other members see them."""

    id: str
    """The member's id in this club; it means nothing elsewhere."""
    name: str
    since: int
    """Milliseconds since 1970."""
    owner: bool
    """Whether the member owns the club."""
    you: bool
    ratings: list[ClubRating]
    """The ratings in the games that the member has played rated."""


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
    """The number of matches."""
    won: int
    luck: float | None
    """Points per match by luck, over the reviewed matches; null: there are none, or several games."""
    lost: float | None
    """Points per match lost by decisions."""


class ClubTable(Struct):
    """The results of all members in one game, in one month."""

    game: str
    """The game; empty: all games together."""
    standings: list[ClubStanding]
    """The members with the most wins first, then those with the fewest matches."""


class ClubMonth(Struct):
    """`GET /api/clubs/ID/month?month=2026-11`."""

    month: str
    """The month, like `2026-11`."""
    tables: list[ClubTable]


class ClubBoard(Struct):
    """The board of one game's daily challenge, among members."""

    game: str
    timed: bool
    """Whether the shorter of two matches of equal points is the better one."""
    entries: list[BoardEntry]


class ClubDay(Struct):
    """`GET /api/clubs/ID/today?day=DAY`: the daily challenge, among members."""

    day: str
    """The date in UTC, like `2026-11-16`."""
    boards: list[ClubBoard]
