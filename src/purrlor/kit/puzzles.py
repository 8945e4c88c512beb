"""Puzzles of a game: decisions of real matches, with the expected value of every choice and the reasons.

`purrlor lab puzzles` finds them and writes `puzzles.json` into the folder of the game. Everything slow is done there,
so that a puzzle is shown and judged without a search: on a server and in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from msgspec import Struct, json

from purrlor.core import Match, Millis, Note, Record, Seat
from purrlor.core.options import with_recorded_options
from purrlor.core.record import parse_event

from .registry import folder, games, kit, kits
from .review import real_loss

FILE = "puzzles.json"
SAME = 1e-6
"""Expected values up to this far apart are equal: the file has them rounded."""
CLEAR = 3.0
"""The number of standard errors by which a choice must be behind the best one to count as worse."""


class Weighed(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One choice with its expected value."""

    action: str
    """The action in the notation of the game; several steps are joined by a comma."""
    worth: float
    error: float = 0.0
    """The standard error of the difference to the best choice; 0: exact."""
    facts: tuple[float, ...] = ()
    """The facts from which the game explains the value; each game has its own."""


class Puzzle(Struct, frozen=True):
    id: str
    match: int
    """The number of the match in the file."""
    event: int
    """The number of events before the decision."""
    seat: int
    played: str
    """The action that was chosen in the match."""
    kind: str
    """The kind of mistake, named as in reviews."""
    rating: int
    """The difficulty: `table/puzzles.py`."""
    choices: tuple[Weighed, ...]
    """The choices, the best first."""

    def choice(self, action: str) -> Weighed | None:
        return next((each for each in self.choices if each.action == action), None)

    def loss(self, choice: Weighed) -> float:
        return max(0.0, self.choices[0].worth - choice.worth)

    def is_best(self, choice: Weighed) -> bool:
        """Return whether nothing is clearly better."""
        return self.loss(choice) <= max(SAME, CLEAR * choice.error)


class PlayedMatch(Struct, frozen=True):
    """A match up to its last puzzle. Times are left out: puzzles are about matches without a clock."""

    options: dict[str, str]
    levels: tuple[str, ...]
    """The bots that played."""
    events: tuple[str, ...]


class PuzzleFile(Struct, frozen=True):
    made: str
    """The command that created the file."""
    matches: tuple[PlayedMatch, ...]
    puzzles: tuple[Puzzle, ...]


@dataclass(frozen=True)
class PuzzlePosition:
    """A position in which a seat has to choose."""

    match: Match[Any, Any, Any]
    seat: Seat

    @property
    def game(self) -> Any:
        return self.match.rules

    @property
    def view(self) -> Any:
        return self.match.view(self.seat)

    @property
    def legal(self) -> Sequence[Any]:
        return self.match.legal(self.seat)


@dataclass(frozen=True)
class Mistake:
    """A decision of a match that lost something."""

    event: int
    """The number of events before the decision."""
    seat: Seat
    played: str
    kind: str
    loss: float


@dataclass(frozen=True)
class Source:
    """The kind of matches that puzzles are taken from."""

    levels: tuple[str, ...]
    """The levels that play, seat by seat."""
    options: Mapping[str, str]


@dataclass(frozen=True)
class Puzzles:
    """A game's functions and settings for finding and explaining puzzles."""

    why: Callable[[PuzzlePosition, Weighed, Weighed], Sequence[Note]]
    """`why(position, other, best)`: returns why the best choice is better than the other one."""
    sources: Sequence[Source]
    mistakes: Callable[[Record[Any, Any, Any]], Iterable[Mistake]]
    """Returns the decisions of a match that lost something."""
    weigh: Callable[[PuzzlePosition, str], Sequence[Weighed]]
    """`weigh(position, played)`: returns the choices, the best first; none: this is not a puzzle."""
    least: float
    """The smallest loss for which a decision may become a puzzle."""
    lead: float
    """The smallest lead of the best choice over any other."""
    solvers: tuple[str, ...] = ()
    """The levels that try a puzzle: the fewer find the best choice, the harder it is."""
    latest: int | None = None
    """The last event from which a puzzle may be taken, for games with long matches; None: no limit."""
    share: Callable[[Puzzle], float] | None = None
    """Returns the share of people who would find the best choice, where levels cannot try it."""
    drawn: Callable[[PuzzlePosition, str], Any] | None = None
    """Returns what the web client draws for a choice of several steps.

    Such choices are offered as they are. If this is None, the choices are the legal actions.
    """


def reviewed_mistakes(record: Record[Any, Any, Any]) -> Iterable[Mistake]:
    """Return the decisions that lost something, as the review of the game judges them."""
    review = kit(record.game.name).review()
    assert review is not None
    for seat_review in review.seats(record):
        for decision in seat_review.real_decisions:
            if (loss := real_loss(decision)) > 0:
                kind = review.mistake_kind(record, decision) if review.mistake_kind else ""
                yield Mistake(decision.requested, seat_review.seat, str(decision.action), kind, loss)


def with_puzzles() -> dict[str, PuzzleFile]:
    """Return the installed games that have puzzles."""
    found = {name: puzzle_file(name) for name in kits()}
    return {name: each for name, each in found.items() if each is not None}


@cache
def puzzle_file(game: str) -> PuzzleFile | None:
    if kit(game).puzzles() is None:
        return None
    file = folder(game).joinpath(FILE)
    return json.decode(file.read_bytes(), type=PuzzleFile) if file.is_file() else None


def puzzle_of(game: str, name: str) -> Puzzle | None:
    return _by_id(game).get(name)


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    file = puzzle_file(game)
    return {} if file is None else {each.id: each for each in file.puzzles}


def puzzles_of(game: str) -> Puzzles:
    found = kit(game).puzzles()
    assert found is not None
    return found


def position(game: str, puzzle: Puzzle) -> PuzzlePosition:
    """Return the position of the puzzle: the match up to its decision."""
    file = puzzle_file(game)
    assert file is not None
    return position_of(game, file.matches[puzzle.match], puzzle)


def position_of(game: str, played: PlayedMatch, puzzle: Puzzle) -> PuzzlePosition:
    rules = with_recorded_options(games()[game], played.options)
    log = [parse_event(rules, text, Millis(0)) for text in played.events[: puzzle.event]]
    return PuzzlePosition(Match(rules, log=log), Seat(puzzle.seat))


LITTLE = 0.05
"""Differences in points that are too small to mention."""


class BetterBoth(Note, frozen=True):
    """The best choice brings more points now, and more later."""

    now: float
    later: float


class BetterNow(Note, frozen=True):
    """It brings more points now than it loses later."""

    now: float
    later: float


class BetterLater(Note, frozen=True):
    """It brings more points later than it loses now."""

    now: float
    later: float


class OnlyNow(Note, frozen=True):
    """It brings more points now, and the later points are equal."""

    now: float


class OnlyLater(Note, frozen=True):
    """It brings more points later, and now it is all the same."""

    later: float


def now_and_later(now: float, later: float) -> Note:
    """Return a note on what a difference consists of: points now, and points still to come."""
    now, later = round(now, 3), round(later, 3)
    if abs(later) < LITTLE:
        return OnlyNow(now)
    if abs(now) < LITTLE:
        return OnlyLater(later)
    if now < 0:
        return BetterLater(-now, later)
    return BetterNow(now, -later) if later < 0 else BetterBoth(now, later)
