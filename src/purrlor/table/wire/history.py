"""A person's finished matches and ratings, over HTTP."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from purrlor.kit.review import SkillSummary

RatingReason: TypeAlias = Literal[
    "up", "up_against_luck", "up_with_luck", "down", "down_against_luck", "down_with_luck", "away"
]
"""The reason for a change of rating: how you played, and your luck; `away`: a bot played for you, or you left."""


class PlayedMatch(Struct):
    """A finished match and your seat in it; several seats of one device are several entries."""

    table: str
    """The id of the table."""
    game: str
    """The id of the game."""
    ended: int
    """Milliseconds since 1970."""
    seat: int
    """Your seat, counted from 0."""
    names: list[str]
    """The names by seat, like `levels` and `scores`."""
    levels: list[str]
    """The levels of bots; empty: a person."""
    scores: list[int]
    """The points of each seat."""
    won: bool
    """Whether you won, alone or with others."""
    challenge: str
    """The day of the challenge, as in `TableInfo`."""
    merit: SkillSummary | None
    """Luck and skill; null: not known yet, or the game has no review."""


class RatingChange(Struct):
    """The change of your rating in one game by one match."""

    table: str
    """The id of the table."""
    game: str
    """The id of the game."""
    at: int
    """Milliseconds since 1970."""
    number: int
    """Counts your rated matches of this game."""
    before: float
    """The rating before the match."""
    rating: float
    """The rating after the match."""
    deviation: float
    """The standard deviation of `rating`: with 95 % probability it is within two of them."""
    reason: RatingReason
    """The reason: how you played, and your luck; `away`: a bot played for you, or you left."""


class TableRating(Struct):
    """`GET /api/tables/ID/rating`: repeat it while it is `working`: the review comes first."""

    status: Literal["none", "working", "done"]
    """Whether the match is not rated, its review is still being computed, or the change is known."""
    change: RatingChange | None
    """The change; null until `done`."""


class History(Struct):
    """`GET /api/history`: the latest first."""

    matches: list[PlayedMatch]
    """Your finished matches, the latest first."""
    working: int
    """The number of matches still being reviewed: repeat the request later."""
    ratings: list[RatingChange] = []
    """The changes of ratings by game, the oldest first."""


class Forgotten(Struct):
    """`DELETE /api/me`: everything about you is deleted, unless `left` names tables that another server has in memory:
    leave them first."""

    left: list[str]
    """The tables to leave first; empty: everything is deleted."""
