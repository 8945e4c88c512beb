"""Clubs over HTTP."""

from __future__ import annotations

from msgspec import Struct

from .daily import BoardEntry


class ClubName(Struct, forbid_unknown_fields=True):
    """`POST /api/clubs` creates a club, `POST /api/clubs/ID` renames it."""

    name: str
    """The name of the club."""


class ClubKey(Struct, forbid_unknown_fields=True):
    """`POST /api/clubs/ID/look` and `/join`, with the key of the link."""

    key: str
    """The right to join, from the link."""


class ClubMemberId(Struct, forbid_unknown_fields=True):
    """`POST /api/clubs/ID/remove` and `/hand`."""

    member: str
    """The member's id in this club."""


class ClubInfo(Struct):
    """`GET /api/clubs`: one of your clubs."""

    id: str
    """The id of the club, as in its address."""
    name: str
    """The name of the club."""
    members: int
    """The number of members."""
    owner: bool
    """Whether you own it."""


class ClubLook(Struct):
    """The club as shown to a person who received the link."""

    id: str
    """The id of the club, as in its address."""
    name: str
    """The name of the club."""
    members: int
    """The number of members."""
    member: bool
    """Whether you belong to it already."""


class ClubRating(Struct):
    """A member's rating in one game."""

    game: str
    """The id of the game."""
    rating: float
    """The rating, mostly between 0 and 100."""
    deviation: float
    """The standard deviation of `rating`."""


class ClubMember(Struct):
    """A member, as other members see them."""

    id: str
    """The member's id in this club; it means nothing elsewhere."""
    name: str
    """The name of the member."""
    since: int
    """Milliseconds since 1970."""
    owner: bool
    """Whether the member owns the club."""
    you: bool
    """Whether this is you."""
    ratings: list[ClubRating]
    """The ratings in the games that the member has played rated."""


class Club(Struct):
    """`GET /api/clubs/ID`, for members."""

    id: str
    """The id of the club, as in its address."""
    name: str
    """The name of the club."""
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
    """The name of the member."""
    you: bool
    """Whether this is you."""
    played: int
    """The number of matches."""
    won: int
    """The number of matches won, alone or with others."""
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
    """All games together, if there are several, then each game, the most played first."""


class ClubBoard(Struct):
    """The board of one game's daily challenge, among members."""

    game: str
    """The id of the game."""
    timed: bool
    """Whether the shorter of two matches of equal points is the better one."""
    entries: list[BoardEntry]
    """The tries of members, the best first."""


class ClubDay(Struct):
    """`GET /api/clubs/ID/today?day=DAY`: the daily challenge, among members."""

    day: str
    """The date in UTC, like `2026-11-16`."""
    boards: list[ClubBoard]
    """The board of each game."""
