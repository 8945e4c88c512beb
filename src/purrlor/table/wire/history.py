"""Everything that a person played, over HTTP."""

from __future__ import annotations

from msgspec import Struct

from purrlor.kit.merit import Merit


class PlayedMatch(Struct):
    """A finished match and your seat in it; several seats of one device are several entries."""

    table: str
    game: str
    ended: int
    """Milliseconds since 1970."""
    seat: int
    names: list[str]
    levels: list[str]
    """Of bots; empty: a person."""
    scores: list[int]
    won: bool
    challenge: str
    """The day of the daily challenge; empty: none."""
    merit: Merit | None
    """Luck and skill; null: not known yet, or the game has no review."""


class History(Struct):
    """`GET /api/history`: the latest first."""

    matches: list[PlayedMatch]
    working: int
    """How many matches are still being judged: ask again."""


class Forgotten(Struct):
    """`DELETE /api/me`: all about you is deleted, unless `left` names tables that are awake in another server: leave
    them first."""

    left: list[str]
