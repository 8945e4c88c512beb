"""Review a match of Yatzy by the exact solver: every figure is exact, in points.

Luck is what every roll brought beyond its expectation. Before a roll, the expected points are the mean over all rolls
of the expected points after it. So the difference has the mean 0, whatever the player keeps or writes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from purrlor.core import Act, Event, Fate, Match, Note, Record, Seat
from purrlor.kit.review import Decision, Luck, Progress, Review, SeatReview, quietly, steps

from . import Action, State, View, Yatzy
from .bots.solver.distribution import below
from .bots.solver.solution import Solution, action_values, solution
from .bots.solver.tables import Options
from .boxes import UPPER, Dice
from .notation import Keep, Score
from .rules import ROLLS


class AfterRoll(Note, frozen=True):
    """The dice lie on the table in this round, after this many rolls."""

    round: int
    roll: int
    dice: Dice


def review(
    record: Record[State, Action, View], progress: Progress = quietly, seats: Collection[Seat] | None = None
) -> tuple[SeatReview, ...]:
    """Review every seat, or some seats only."""
    rules = record.game
    assert isinstance(rules, Yatzy)
    solved = solution(scratch=rules.scratch, mouser_is_fat_cat=rules.mouser_is_fat_cat)
    judged = [Seat(seat) for seat in range(rules.seats) if seats is None or seat in seats]
    ledgers = {seat: _Ledger(solved, seat) for seat in judged}
    match = record.match()
    for number, before, event, after in steps(match, progress):
        if before.turn is not None and before.turn in ledgers:
            ledgers[before.turn].enter(number, before, event, after)
    return tuple(ledger.review() for ledger in ledgers.values())


def luck_rank(record: Record[State, Action, View], seat_review: SeatReview) -> float | None:
    """Return the share of all matches played for points that have less luck than this; for finished matches only."""
    rules = record.game
    assert isinstance(rules, Yatzy)
    if not record.match().over:
        return None
    options = Options(scratch=rules.scratch, mouser_is_fat_cat=rules.mouser_is_fat_cat)
    return below(options, round(seat_review.start + seat_review.luck))


@dataclass
class _Ledger:
    """Follows one seat's expected total through the match."""

    solved: Solution
    seat: Seat
    expected: float = field(init=False)
    start: float = field(init=False)
    decisions: list[Decision] = field(default_factory=list[Decision])
    lucks: list[Luck] = field(default_factory=list[Luck])

    def __post_init__(self) -> None:
        self.start = self.expected = self.solved.value(0, 0)

    def enter(self, number: int, before: State, event: Event[Action], after: State) -> None:
        match event:
            case Fate():
                best = max(self._alternatives(after).values())
                self.lucks.append(Luck(number, self._situation(after), best - self.expected))
                self.expected = best
            case Act(_, action) if before.dice:
                self._decide(number, before, action)
            case _:
                pass  # the first roll of a turn is not a decision

    def _decide(self, number: int, before: State, action: Action) -> None:
        alternatives = self._alternatives(before)
        ranked = tuple(sorted(alternatives.items(), key=lambda item: -item[1]))
        self.expected = alternatives[action]
        self.decisions.append(Decision(number, self._situation(before), action, self.expected, ranked))

    def _situation(self, state: State) -> AfterRoll:
        sheet = state.sheets[self.seat]
        return AfterRoll(14 - len(sheet.open_boxes), ROLLS - state.rolls_left, state.dice)

    def _alternatives(self, state: State) -> dict[Action, float]:
        """Return every legal action with the expected final total of best play after it."""
        return action_values(self.solved, state.sheets[self.seat], state.dice, state.rolls_left)

    def review(self) -> SeatReview:
        return SeatReview(self.seat, self.start, self.expected, tuple(self.decisions), tuple(self.lucks))


ENOUGH_FOR_BONUS = 3
"""Dice of each number that an upper box needs on average for the bonus."""


def mistake_kind(record: Record[State, Action, View], decision: Decision) -> str:
    """Name the kind of a mistake: stopped too early or too late, gave up the bonus, or chose the wrong dice or box."""
    match decision.action, decision.best:
        case Score(), Keep():
            return "stopped_early"
        case Keep(), Score():
            return "rolled_on"
        case Score(box), Score() if box in UPPER:
            dice = record.match().state_after(decision.event - 1).dice
            return "bonus" if dice.count(UPPER.index(box) + 1) < ENOUGH_FOR_BONUS else "box"
        case Score(), _:
            return "box"
        case _:
            return "kept"


def luck(match: Match[Any, Any, Any]) -> list[float]:
    names = tuple(f"seat {seat + 1}" for seat in range(match.rules.seats))
    record: Record[Any, Any, Any] = Record(match.rules, names, tuple(match.log))  # type: ignore[arg-type]
    return [each.luck for each in review(record)]


REVIEW = Review(seats=review, luck_rank=luck_rank, mistake_kind=mistake_kind)
