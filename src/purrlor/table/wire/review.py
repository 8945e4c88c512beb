"""Finished matches: replay, fates, review."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from purrlor.kit.review import LookBackOf

from .server import TableInfo, Told


class Step(Struct):
    """One step of a replay: the event in notation, the picture after it, and what there was to tell."""

    number: int
    event: str
    view: Any
    notes: list[Told]
    awaiting: list[int]


class AskedFate(Struct):
    """`GET /api/tables/ID/fates`: what was asked of fate at which event, and what it gave.

    `pool`: the faces of each die, or what was drawn from.
    """

    event: int
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
    """What was done and what was better, each as the game's page draws it, such as a sheet after the turn."""

    played: Any
    better: Any


class Judged(Struct):
    """One decision that lost something: where, what was done, what was better, and by how much."""

    event: int
    asked: int
    """The step of the replay in which the seat had to choose."""
    situation: dict[str, Any]
    action: str
    best: str
    worth: float
    """The expected result after what was done; after what was better it is `worth + loss`."""
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
    """The dearest first."""
    choices: int
    """How many decisions there were."""


class Review(Struct):
    """How well everybody played: accounts, or for a race a look back."""

    accounts: list[AccountOf]
    looks_back: list[LookBackOf] | None


class ReviewAnswer(Struct):
    """`GET /api/tables/ID/review`: ask again while it is `working`; `review` has the seats that are done by then."""

    status: Literal["working", "done", "none"]
    review: Review | None
    progress: float
    """The share that is done."""
