"""Reviews: the expected value of decisions, with luck and skill separated.

The review of a seat has its expected result at the start, its luck, what its decisions lost, and its result:

    reached = expected at the start + luck - lost by decisions

This equation is exact where a game is solved, and holds within the sampling error where it is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from purrlor.core import Event, Match, Note, Record, Seat

from .registry import kit

NOTHING = 1e-9
"""The largest loss that is only rounding."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice, judged on what the seat knew when it was made."""

    event: int
    """The number of the event in the record, counted from 1."""
    situation: Note
    """The situation of the seat, in words."""
    action: Any
    """The chosen action."""
    value: float
    """The expected final result after this action and best play from there on."""
    alternatives: tuple[tuple[Any, float], ...]
    """Every legal action with its expected value, best first."""
    error: float = 0.0
    """The standard error of the loss; 0 where it was computed exactly."""
    begun: int | None = None
    """The event after which the seat had to choose; None: the one just before."""

    @property
    def requested(self) -> int:
        """The number of events before the decision."""
        return self.event - 1 if self.begun is None else self.begun

    @property
    def best(self) -> Any:
        """The best action; the chosen one, if nothing was better."""
        return self.action if self.loss <= NOTHING else self.alternatives[0][0]

    @property
    def loss(self) -> float:
        """The points that the choice lost against the best one."""
        return max(0.0, self.alternatives[0][1] - self.value)


@dataclass(frozen=True, slots=True)
class Luck:
    """The gain by one random outcome over its expected value."""

    event: int
    """The number of the event in the record, counted from 1."""
    situation: Note
    """What was rolled or drawn, as a note."""
    gain: float
    """The points gained; negative: bad luck."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """What luck and decisions did to the result of one seat: reached = start + luck - lost."""

    seat: Seat
    """The seat, counted from 0."""
    start: float
    """The expected result with best play, before anything happened."""
    reached: float
    """The final result; in an unfinished match the expected result of best play."""
    decisions: tuple[Decision, ...]
    """The decisions of the seat, in order."""
    lucks: tuple[Luck, ...]
    """The random outcomes that changed the expected result, in order."""

    @property
    def luck(self) -> float:
        """The points that chance gave, in all."""
        return fsum(luck.gain for luck in self.lucks)

    @property
    def lost(self) -> float:
        """The points that decisions lost, in all."""
        return fsum(decision.loss for decision in self.decisions)

    @property
    def real_decisions(self) -> tuple[Decision, ...]:
        """The decisions with more than one option."""
        return tuple(decision for decision in self.decisions if len(decision.alternatives) > 1)

    def course(self) -> tuple[tuple[int, float], ...]:
        """Return the expected result at the start and after each event that changed it."""
        changes = [(luck.event, luck.gain) for luck in self.lucks]
        changes += [(decision.event, -decision.loss) for decision in self.decisions]
        expected, course = self.start, [(0, self.start)]
        for event, change in sorted(changes):
            expected += change
            course.append((event, expected))
        return tuple(course)

    def since(self, events: int) -> SeatReview:
        """Return the review of what happened after this many events; what was expected then is its start."""
        return replace(
            self,
            start=[expected for event, expected in self.course() if event <= events][-1],
            decisions=tuple(decision for decision in self.decisions if decision.event > events),
            lucks=tuple(luck for luck in self.lucks if luck.event > events),
        )

    def costliest(self, most: int = 5) -> tuple[Decision, ...]:
        """Return the decisions that lost the most, the costliest first."""
        lossy = [decision for decision in self.decisions if decision.loss > NOTHING]
        return tuple(sorted(lossy, key=lambda decision: -decision.loss)[:most])


S = TypeVar("S")
A = TypeVar("A")

Progress: TypeAlias = Callable[[int, int], None]
"""A callback that receives the number of events processed, and their total."""


def quietly(_done: int, _total: int) -> None:
    """Ignore the progress."""


def steps(match: Match[S, A, Any], progress: Progress) -> Iterator[tuple[int, S, Event[A], S]]:
    """Yield every event with its number, and the states before and after it."""
    total = len(match)
    for number in range(1, total + 1):
        progress(number - 1, total)
        yield number, match.state_after(number - 1), match.event(number), match.state_after(number)
    progress(total, total)


AnyRecord = Record[Any, Any, Any]


class Reviewer(Protocol):
    """A function that reviews a record: for each seat, or only for `seats`, what luck and decisions did."""

    def __call__(
        self, record: AnyRecord, progress: Progress = quietly, seats: Collection[Seat] | None = None, /
    ) -> tuple[SeatReview, ...]: ...


@dataclass(frozen=True)
class Review:
    """A game's functions for judging the decisions of a match."""

    seats: Reviewer
    """Returns what each seat, or each of some seats, gained by luck and lost by decisions."""
    luck_rank: Callable[[AnyRecord, SeatReview], float | None] | None = None
    """Returns the share of matches with less luck than this seat had; None where that is unknown."""
    pictures: Callable[[AnyRecord, Decision], tuple[Any, Any] | None] | None = None
    """Returns pictures of the chosen and the better action, for the web client."""
    mistake_kind: Callable[[AnyRecord, Decision], str] | None = None
    """Returns the kind of mistake of a decision that lost something: a word in the web client's catalogue."""

    def of(
        self, record: AnyRecord, progress: Progress = quietly, seats: Collection[Seat] | None = None
    ) -> tuple[SeatReview, ...]:
        """Review each seat, or each of some; in a fork, from where it left its origin, which others may have played."""
        return tuple(each.since(record.taken) if record.taken else each for each in self.seats(record, progress, seats))

    def rank(self, record: AnyRecord, seat_review: SeatReview) -> float | None:
        """Return the share of matches with less luck than this seat had; None where that is unknown, as in forks."""
        return self.luck_rank(record, seat_review) if self.luck_rank and not record.taken else None


MOST_SIGNS = 10
GOOD, FAIR, BAD = "g", "f", "d"
SMALL_LOSS, LARGE_LOSS = 0.5, 3.0
"""The largest loss in points of a good part of a match, and the smallest loss of a bad one."""
NOISE = 2.0
"""The number of standard errors up to which a loss may be noise."""
T = TypeVar("T")


class MistakeCount(Struct, frozen=True):
    """One kind of mistake: how often, and how many points it lost; in a race how many cards."""

    kind: str
    """A word in the web client's catalogue."""
    count: int
    """How often it happened."""
    loss: float
    """The points lost, or in a race the cards."""


class SkillSummary(Struct, frozen=True):
    """The luck and skill of one seat in one match."""

    luck: float | None
    """The points that chance gave; None: not measured."""
    lost: float | None
    """The points that decisions lost; None: this game counts moments instead."""
    choices: int
    """The number of decisions with more than one option, or of moments of a race."""
    right: int
    """The number of decisions that lost nothing, or of moments that were won."""
    signs: str
    """How the parts of the match went, in order: GOOD, FAIR or BAD. It reveals no dice and no cards."""
    habits: tuple[MistakeCount, ...] = ()
    """The kinds of mistakes, the costliest first."""


@dataclass(frozen=True)
class RaceReview:
    """A game's functions for reviewing a race, in which nobody decides: they count what became of each moment."""

    seats: Callable[[AnyRecord], Sequence[Mapping[str, Any]]]
    """Returns each seat's moments, with the fields that the web client shows (`RaceReview` of the protocol)."""
    summary: Callable[[AnyRecord, Seat, float | None], SkillSummary]
    """Summarises a seat's skill, given its luck."""


def skill_summary(record: AnyRecord, seat: Seat) -> SkillSummary | None:
    """Summarise a seat's skill, which takes as long as its review; None: the game has no review."""
    own = kit(record.game.name)
    if (review := own.review()) is not None:
        seat_review = review.of(record, quietly, [seat])[0]
        return _summary(seat_review, _mistakes(review, record, seat_review))
    if (race := own.race_review()) is None:
        return None
    luck = own.luck(record.game)
    return race.summary(record, seat, None if luck is None else float(luck(record.match())[seat]))


def real_loss(decision: Decision) -> float:
    """Return the loss, or 0 if it could be an error of the estimate."""
    return decision.loss if decision.loss > NOISE * decision.error else 0.0


def _summary(seat_review: SeatReview, habits: tuple[MistakeCount, ...]) -> SkillSummary:
    losses = [real_loss(decision) for decision in seat_review.real_decisions]
    return SkillSummary(
        luck=seat_review.luck,
        lost=seat_review.lost,
        choices=len(losses),
        right=sum(loss < SMALL_LOSS for loss in losses),
        signs="".join(_sign(sum(part)) for part in parts(losses)),
        habits=habits,
    )


def _mistakes(review: Review, record: AnyRecord, seat_review: SeatReview) -> tuple[MistakeCount, ...]:
    if review.mistake_kind is None:
        return ()
    losses: dict[str, list[float]] = {}
    for decision in seat_review.real_decisions:
        if (loss := real_loss(decision)) > 0:
            losses.setdefault(review.mistake_kind(record, decision), []).append(loss)
    found = [MistakeCount(kind, len(each), sum(each)) for kind, each in losses.items()]
    return tuple(sorted(found, key=lambda habit: -habit.loss))


def _sign(loss: float) -> str:
    return GOOD if loss < SMALL_LOSS else FAIR if loss < LARGE_LOSS else BAD


def parts(items: Sequence[T]) -> list[Sequence[T]]:
    """Divide items into at most MOST_SIGNS non-empty parts of about the same length, in order."""
    count = min(MOST_SIGNS, len(items))
    return [items[len(items) * i // count : len(items) * (i + 1) // count] for i in range(count)]
