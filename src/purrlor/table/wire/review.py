"""Finished matches: replay, random outcomes, review."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from .server import TableInfo, Told, Whole


class Step(Struct):
    """One step of a replay: the event in notation, the picture after it, and its notes."""

    number: int
    """The number of events so far."""
    event: str
    """The event in the game's notation."""
    view: Any
    """The picture after the event."""
    notes: list[Told]
    """What the event meant."""
    awaiting: list[int]
    """The seats to act after it."""


class AskedFate(Struct):
    """`GET /api/tables/ID/fates`: each random outcome of the match, with its event and what was drawn.

    `pool`: the faces of each die, or the values to draw from.
    """

    event: int
    """The number of the event in the record."""
    number: int
    """Which outcome of the match it is, from 1. Outcomes that a fork took from its origin are left out."""
    kind: Literal["roll", "draw"]
    """Whether dice were rolled or values were drawn."""
    count: int
    """The number of dice or of values drawn."""
    pool: tuple[int, ...]
    """The faces of each die, or the values to draw from."""
    values: tuple[int, ...]
    """What was rolled or drawn."""


class Replay(Struct):
    """`GET /api/tables/ID/replay?seat=N`, once the match is over."""

    table: TableInfo
    """The table, as at the end of the match."""
    seat: int | None
    """The seat whose view is shown; null: a spectator's."""
    steps: list[Step]
    """The steps, from the start of the match to its end."""


class Compared(Struct):
    """The choice and a better one, each as the web client draws it, such as a sheet after the turn."""

    played: Any
    """The picture after the choice."""
    better: Any
    """The picture after the better choice."""


class Judged(Struct):
    """A mistake: the event, the choice, a better one, and the loss."""

    event: int
    """The number of the event in the record."""
    asked: int
    """The step of the replay at which the seat had to choose."""
    situation: dict[str, Any]
    """The situation of the seat, as a note."""
    action: str
    """The choice, in the game's notation."""
    best: str
    """The better choice, in the game's notation."""
    worth: float
    """The expected result after the choice; after the better one it is `worth + loss`."""
    loss: float
    """The points that the choice lost."""
    error: float
    """The standard error of `loss`; 0: exact."""
    drawn: Compared | None
    """The pictures of the most costly mistakes, if the game can be drawn."""


class AccountOf(Struct):
    """One seat: reached = start + luck - lost."""

    seat: int
    """The seat, counted from 0."""
    start: float
    """The expected result with best play, before anything happened."""
    reached: float
    """The final result."""
    luck: float
    """The points that chance gave."""
    lost: float
    """The points that decisions lost."""
    luck_rank: float | None
    """The share of matches with less luck; null: not known for this game."""
    course: list[tuple[int, float]]
    """The expected result after each event that changed it."""
    decisions: list[Judged]
    """The mistakes, the most costly first."""
    choices: int
    """The number of decisions."""


class MomentOf(Struct):
    """One chance to be the fastest, and its outcome."""

    event: int
    """The number of the event that ended the moment."""
    cards: list[str]
    """The cards that gave the right to hit."""
    outcome: str
    """`won`, `beaten` (somebody was faster), `missed` (nobody hit) or `gone`."""
    after: int | None
    """The milliseconds until the hit; null: there was none, or no clock ran."""


class RaceReview(Struct):
    """One seat of a race."""

    seat: int
    """The seat, counted from 0."""
    won: int
    """The number of moments that the seat won."""
    beaten: int
    """The number of moments in which somebody else was faster."""
    missed: int
    """The number of moments in which nobody hit."""
    missed_cards: int
    """The cards that the seat could have given away in missed moments."""
    median_time: float | None
    """The median reaction time in milliseconds; null: there is none."""
    grabs: int
    """The number of greedy hits."""
    greed_cost: int
    """The cards that greedy hits cost."""
    cards_at_end: int
    """The cards that the seat had left."""
    moments: list[MomentOf]
    """The seat's chances to be the fastest, in order."""
    grab_events: list[int] = []
    """The numbers of the events that were greedy hits."""


class Review(Struct):
    """A review of all seats: accounts, or for a race its moments."""

    accounts: list[AccountOf]
    """The seats of a game with decisions; empty: a race."""
    looks_back: list[RaceReview] | None
    """The seats of a race; null: not a race."""


class ReviewAnswer(Struct):
    """`GET /api/tables/ID/review`: repeat it while it is `working`; `review` has the seats that are done."""

    status: Literal["working", "done", "none"]
    """Whether the review is still being computed, is complete, or does not exist for this game."""
    review: Review | None
    """The review so far; null: there is none yet."""
    progress: float
    """The finished share of the work."""


class CompareMoves(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/continuations`: compare moves in random continuations of a finished match."""

    at: Whole
    """How many events of the match are taken."""
    seat: Whole
    """The seat that has to move, counted from 0."""
    moves: list[str]
    """Actions of this seat; those of a whole turn with commas between them, as reviews name them."""


class ContinuedMove(Struct):
    move: str
    """The move as in `CompareMoves`."""
    points: float
    """The seat's mean score."""
    wins: int
    """In how many continuations the seat won, alone or with others."""


class Continuations(Struct):
    """The results so far; repeat the request until `done` is `count`."""

    count: int
    """The number of continuations of each move."""
    done: int
    """The number of continuations that have been played."""
    moves: list[ContinuedMove]
    """The moves, in the order of the request."""
