"""Finished matches: replay, random outcomes, review."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from purrlor.kit.race_review import RaceReview

from .server import TableInfo, Told, Whole


class Step(Struct):
    """One step of a replay: the event in notation, the picture after it, and its notes."""

    number: int
    event: str
    view: Any
    notes: list[Told]
    awaiting: list[int]


class AskedFate(Struct):
    """`GET /api/tables/ID/fates`: each random outcome of the match, with its event and what was drawn.

    `pool`: the faces of each die, or the values to draw from.
    """

    event: int
    number: int
    """Which outcome of the match it is, from 1. Outcomes that a fork took from its origin are left out."""
    kind: Literal["roll", "draw"]
    count: int
    pool: tuple[int, ...]
    values: tuple[int, ...]


class Replay(Struct):
    """`GET /api/tables/ID/replay?seat=N`, once the match is over."""

    table: TableInfo
    seat: int | None
    steps: list[Step]


class Compared(Struct):
    """The choice and a better one, each as the web client draws it, such as a sheet after the turn."""

    played: Any
    better: Any


class Judged(Struct):
    """A mistake: the event, the choice, a better one, and the loss."""

    event: int
    asked: int
    """The step of the replay at which the seat had to choose."""
    situation: dict[str, Any]
    action: str
    best: str
    worth: float
    """The expected result after the choice; after the better one it is `worth + loss`."""
    loss: float
    error: float
    drawn: Compared | None
    """The pictures of the most costly mistakes, if the game can be drawn."""


class AccountOf(Struct):
    """One seat: reached = start + luck - lost."""

    seat: int
    start: float
    reached: float
    luck: float
    lost: float
    luck_rank: float | None
    """The share of matches with less luck; null: not known for this game."""
    course: list[tuple[int, float]]
    """The expected result after each event that changed it."""
    decisions: list[Judged]
    """The mistakes, the most costly first."""
    choices: int
    """The number of decisions."""


class Review(Struct):
    """A review of all seats: accounts, or for a race its moments."""

    accounts: list[AccountOf]
    looks_back: list[RaceReview] | None


class ReviewAnswer(Struct):
    """`GET /api/tables/ID/review`: repeat it while it is `working`; `review` has the seats that are done."""

    status: Literal["working", "done", "none"]
    review: Review | None
    progress: float
    """The finished share of the work."""


class CompareMoves(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/continuations`: compare moves in random continuations of a finished match."""

    at: Whole
    """How many events of the match are taken."""
    seat: Whole
    moves: list[str]
    """Actions of this seat; those of a whole turn with commas between them, as reviews name them."""


class ContinuedMove(Struct):
    move: str
    points: float
    """The seat's mean score."""
    wins: int
    """In how many continuations the seat won, alone or with others."""


class Continuations(Struct):
    """The results so far; repeat the request until `done` is `count`."""

    count: int
    done: int
    moves: list[ContinuedMove]
