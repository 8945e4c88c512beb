"""Puzzles over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from .server import TableInfo, Update


class PuzzleStanding(Struct):
    """Your progress with the puzzles of a game."""

    game: str
    """The id of the game."""
    count: int
    """The number of puzzles."""
    tries: int
    """The number of puzzles that you have tried."""
    solved: int
    """The number of puzzles that you solved at the first try."""
    rating: int
    """Your rating in puzzles of this game."""
    first: bool
    """Whether your rating still changes in large steps."""


class PuzzleChoice(Struct):
    """A choice of several steps, as the game's web client draws it."""

    action: str
    """The choice in the game's notation."""
    drawn: Any
    """The picture of the choice."""


class PuzzleShown(Struct):
    """`GET /api/puzzles/GAME`: the next puzzle for you, or the puzzle `?puzzle=ID`."""

    id: str
    """The id of the puzzle."""
    seat: int
    """The seat to move."""
    table: TableInfo
    """The table, as in a match."""
    update: Update
    """The match as the seat to move sees it."""
    choices: list[PuzzleChoice]
    """The possible choices; empty: all legal actions."""
    rating: int
    """The rating of the puzzle."""
    again: bool
    """Whether you have tried it before, so that it does not change your rating."""
    standing: PuzzleStanding
    """Your progress before this puzzle."""


class PuzzleTried(Struct, forbid_unknown_fields=True):
    """`POST /api/puzzles/GAME`: your choice."""

    puzzle: str
    """The puzzle's id."""
    action: str
    """Your choice in the game's notation."""


class PuzzleWorth(Struct):
    """A choice with its expected value."""

    action: str
    """The choice in the game's notation."""
    worth: float
    """The expected value."""
    loss: float
    """The difference in expected value from the best choice."""
    error: float
    """The standard error of `loss`; 0: exact."""
    best: bool
    """Whether no choice is clearly better."""


class PuzzleJudged(Struct):
    """The result of a puzzle: your choice, the best one, and why."""

    action: str
    """Your choice in the game's notation."""
    score: Annotated[int, Meta(extra={"typescript": "0 | 50 | 100"})]
    """The score: 100 solved, 50 nearly, 0 missed."""
    played: str
    """The choice in the match."""
    choices: list[PuzzleWorth]
    """The choices, the best first."""
    why: list[dict[str, Any]]
    """Notes that say why the best choice is better than yours, or than the choice in the match."""
    exact: bool
    """Whether the values are exact, not estimated."""
    before: int
    """Your rating before this try."""
    standing: PuzzleStanding
    """Your progress after this try."""
