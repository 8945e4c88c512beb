"""Puzzles over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from .server import TableInfo, Update


class PuzzleStanding(Struct):
    """How far you are with the puzzles of a game."""

    game: str
    count: int
    """How many puzzles there are."""
    tries: int
    """How many of them you have tried."""
    solved: int
    """How many you solved at the first try."""
    rating: int
    first: bool
    """Your rating still moves in large steps."""


class PuzzleChoice(Struct):
    """A choice of several steps, as the game's page draws it."""

    action: str
    drawn: Any


class PuzzleShown(Struct):
    """`GET /api/puzzles/GAME`: the next puzzle for you, or the one of `?puzzle=ID`."""

    id: str
    seat: int
    table: TableInfo
    update: Update
    """The match as its seat sees it."""
    choices: list[PuzzleChoice]
    """What there is to choose; empty: all that is legal."""
    rating: int
    again: bool
    """You have tried it before: now it moves no rating."""
    standing: PuzzleStanding


class PuzzleTried(Struct, forbid_unknown_fields=True):
    """`POST /api/puzzles/GAME`: what you would do."""

    puzzle: str
    action: str


class PuzzleWorth(Struct):
    action: str
    worth: float
    loss: float
    """How much less it is worth than the best choice."""
    error: float
    """The standard error of `loss`; 0: exact."""
    best: bool
    """Nothing is clearly better."""


class PuzzleJudged(Struct):
    """What you chose, what is best, and why."""

    action: str
    score: Annotated[int, Meta(extra={"typescript": "0 | 50 | 100"})]
    """100: solved; 50: nearly; 0: missed."""
    played: str
    """What was chosen in the match."""
    choices: list[PuzzleWorth]
    """The best first."""
    why: list[dict[str, Any]]
    """Notes: what makes the best choice better than yours, or than what was played."""
    exact: bool
    before: int
    """Your rating before."""
    standing: PuzzleStanding
