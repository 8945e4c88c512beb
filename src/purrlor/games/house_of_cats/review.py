"""Review a match turn by turn; every figure is in points at the end of the match.

A turn is worth what its house brings on average when it is played on with the same rolls as the other candidates, two
turns by search and the rest by what was learned from many games. The better turn is picked on one half of the rolls and
measured on the other half, so that it is not flattered; the loss comes with its standard error.

Luck is the rest: what a roll made possible beyond what was to be expected, and in the end how soon the others finished.
So `start + luck - lost = reached` holds to the last digit. All draws follow from the record: it always gets the same
review.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from math import fsum
from statistics import fmean

from purrlor.compiled.arrays import np
from purrlor.compiled.bits import source
from purrlor.core import Act, Event, Note, Record, Seat
from purrlor.kit.review import Decision, Luck, Progress, Review, SeatReview, quietly, steps
from purrlor.kit.statistics import standard_error

from . import Action, House, HouseOfCats, State, View, points
from .bots.search.planner import (
    Plan,
    SearchParameters,
    SearchRoot,
    best_plan,
    best_plans,
    rollout_values,
    root_seed,
    search_root,
    turn_begun,
)
from .kernels.codes import house_row
from .kernels.layout import DICE, HOUSE, STARTING, STARTING_DICE, fits
from .kernels.position import begin, roll
from .notation import Done
from .picture import HousePicture, house_after
from .play import replay
from .story import FillsSheet, StartsWith
from .symbols import SYMBOLS, symbol_name

PARAMETERS = SearchParameters(candidates=12)
QUICK = SearchParameters(width=24, changed_width=8, changes=1)
ROLLS = 60
"""First rolls that are looked at before the match begins."""
SERIES = 48
"""Series of rolls to measure a turn and the better one."""
PICKING = (8, 16, 24)
"""Series of rolls to pick the better turn, round by round: after each round a third of the candidates stay."""


class InTurn(Note, frozen=True):
    """The number of a turn and what the dice showed."""

    number: int
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WholeTurn:
    """All steps of a turn; its text is theirs, and the house is what the sheet looked like after it."""

    steps: tuple[Action, ...]
    house: House | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return ", ".join(str(step) for step in self.steps if not isinstance(step, Done))


EARLY_TURNS, MIDDLE_TURNS = 3, 6


def mistake_kind(_: Record[State, Action, View], decision: Decision) -> str:
    """Return when a turn lost something: while the house was still empty, in the middle, or when space was short."""
    number = decision.situation.number if isinstance(decision.situation, InTurn) else 0
    return "early" if number <= EARLY_TURNS else "middle" if number <= MIDDLE_TURNS else "late"


def pictures(record: Record[State, Action, View], decision: Decision) -> tuple[HousePicture, HousePicture]:
    """Return the houses after the turn that was played and after the better one."""
    rules = record.game
    assert isinstance(rules, HouseOfCats)

    def drawn(turn: WholeTurn) -> HousePicture:
        assert turn.house is not None
        return house_after(rules.layout, turn.house, turn.steps)

    return drawn(decision.action), drawn(decision.best)


def review(
    record: Record[State, Action, View], progress: Progress = quietly, seats: Collection[Seat] | None = None
) -> tuple[SeatReview, ...]:
    """Review every seat, or some seats only, because each takes time."""
    rules = record.game
    assert isinstance(rules, HouseOfCats)
    match = record.match()
    judged = [Seat(seat) for seat in range(rules.seats) if seats is None or seat in seats]
    if not fits(rules.layout):  # nothing here can search so large a sheet
        return tuple(SeatReview(seat, match.scores[seat], match.scores[seat], (), ()) for seat in judged)
    ledgers = [_Ledger(rules, seat) for seat in judged]
    for number, before, event, after in steps(match, progress):
        for ledger in ledgers:
            ledger.enter(number, before, event, after)
    return tuple(ledger.review() for ledger in ledgers)


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn as it was played, and the best that was found instead."""

    played: float
    better: Plan | None
    better_worth: float = 0.0
    error: float = 0.0


def judge(root: SearchRoot, played: House) -> Judged:
    """Compare the house after a turn with the best possible one."""
    house = house_row(root.sheet, played)[:HOUSE].tobytes()
    own = Plan((), house, 0.0)
    others = [plan for plan in best_plans(root, PARAMETERS) if plan.house != house]
    seed = root_seed(root)
    if not others:
        return Judged(fmean(row[0] for row in rollout_values(root, PARAMETERS, [own], SERIES, seed)), None)
    better, ahead = _pick(root, own, others, seed)
    values = rollout_values(root, PARAMETERS, [own, better], SERIES, seed + len(PICKING))
    mine, theirs = (fmean(each) for each in zip(*values, strict=True))
    error = standard_error([other - own for own, other in values])
    return Judged(mine, better, theirs if ahead else min(mine, theirs), error)


def _pick(root: SearchRoot, own: Plan, others: list[Plan], seed: int) -> tuple[Plan, bool]:
    """Return the most promising of the other turns, and whether its value was higher than that of the played turn.

    Successive halving, here by thirds: most of the rolls go to turns that are close. It samples half as many houses as
    all candidates with all series, and picks as well.
    """
    plans, sums = [own, *others], [0.0] * (len(others) + 1)
    for number, series in enumerate(PICKING):
        values = zip(*rollout_values(root, PARAMETERS, plans, series, seed + number), strict=True)
        sums = [fsum([before, *more]) for before, more in zip(sums, values, strict=True)]
        best = sorted(range(1, len(sums)), key=lambda place: -sums[place])[: max(1, len(sums) // 3)]
        plans, sums = [plans[place] for place in (0, *best)], [sums[place] for place in (0, *best)]
    return plans[1], sums[1] > sums[0]


@dataclass
class _Ledger:
    """Follows one seat's expected points through the match."""

    rules: HouseOfCats
    seat: Seat
    start: float | None = None
    expected: float = 0.0
    rolled: int = 0
    finished: int = 0
    decisions: list[Decision] = field(default_factory=list[Decision])
    lucks: list[Luck] = field(default_factory=list[Luck])

    def enter(self, number: int, before: State, event: Event[Action], after: State) -> None:
        if after.turns and not before.turns:
            self.rolled = number
            if self.start is None:
                self.start = self.expected = usual_value(self._root(after))
        if isinstance(event, Act) and event.seat == self.seat and isinstance(event.action, Done):
            self.finished = number
        if after.number > before.number:
            self._complete(number, before, after)

    def _root(self, state: State) -> SearchRoot:
        view = self.rules.view(state, self.seat)
        return search_root(view, turn_begun(view))

    def _complete(self, number: int, before: State, after: State) -> None:
        if before.turns[self.seat] is not None:
            self._judge(before, after)
        if self.rules.over(after):
            total = points(self.rules.layout, after.houses[self.seat]).total
            full = next(seat for seat, house in enumerate(after.houses) if house.full)
            self.lucks.append(Luck(number, FillsSheet(Seat(full)), total - self.expected))
            self.expected = total

    def _judge(self, before: State, after: State) -> None:
        found = judge(self._root(before), after.houses[self.seat])
        results = tuple(symbol_name(SYMBOLS[result]) for result in before.dice)
        root = InTurn(before.number, results) if before.number else StartsWith(results)
        own = WholeTurn(after.last[self.seat], after.houses[self.seat])
        ranked = [(own, found.played)]
        if found.better is not None:
            ranked.append((self._turn(before, found.better), found.better_worth))
        ranked.sort(key=lambda entry: -entry[1])
        self.lucks.append(Luck(self.rolled, root, ranked[0][1] - self.expected))
        self.expected = found.played
        self.decisions.append(
            Decision(self.finished, root, own, found.played, tuple(ranked), found.error, begun=self.rolled)
        )

    def _turn(self, state: State, plan: Plan) -> WholeTurn:
        begun = turn_begun(self.rules.view(state, self.seat))
        steps = plan.steps[:-1]
        return WholeTurn(steps, replay(self.rules.setup(state.abilities), begun, steps).house)

    def review(self) -> SeatReview:
        return SeatReview(self.seat, self.start or 0.0, self.expected, tuple(self.decisions), tuple(self.lucks))


def usual_value(root: SearchRoot) -> float:
    """Return the expected points before the first roll: the mean over many possible rolls."""
    row, random = np.frombuffer(root.row, np.int64).copy(), source(root_seed(root._replace(row=b"")))
    starting = bool(row[STARTING])
    dice = np.zeros(STARTING_DICE if starting else DICE, np.int64)
    values: list[float] = []
    for _ in range(ROLLS):
        roll(dice, random)
        begin(row, dice, starting)
        plan = best_plan(root._replace(row=row.tobytes()), QUICK)
        values.append(plan.value if plan else 0.0)
    return fmean(values)


REVIEW = Review(seats=review, pictures=pictures, mistake_kind=mistake_kind)
