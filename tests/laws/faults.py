"""The toys, each with one fault planted."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from msgspec.structs import force_setattr, replace

from purrlor.core import Act, Awaiting, Draw, Event, Fate, IllegalEvent, Note, Roll, Seat, Timeout, check
from purrlor.core.chance import Below, Values
from tests.laws.toys import (
    Bidding,
    BiddingView,
    Bids,
    Bury,
    Cards,
    CardsView,
    Climb,
    Die,
    DieView,
    HighDie,
    Move,
    Snap,
    Table,
    Told,
)


class ChangesRules(Climb):
    def next(self, state: Die, event: Event[Move]) -> Die:
        object.__setattr__(self, "seats", 3)
        return super().next(state, event)


class ChangesStateInPlace(Climb):
    def next(self, state: Die, event: Event[Move]) -> Die:
        if isinstance(event, Fate):
            force_setattr(state, "die", event.values[0])
        return super().next(state, event)


class AwaitsStranger(Climb):
    def awaiting(self, state: Die) -> Awaiting:
        awaiting = super().awaiting(state)
        return Awaiting(seats=(Seat(7),)) if awaiting.seats == (Seat(1),) else awaiting


class AwaitsChanceAndSeat(Climb):
    def awaiting(self, state: Die) -> Awaiting:
        awaiting = super().awaiting(state)
        return replace(awaiting, seats=(Seat(0),)) if awaiting.chance else awaiting


class IdleSeatHasActions(Climb):
    def legal(self, state: Die, seat: Seat) -> Sequence[Move]:  # noqa: ARG002
        return super().legal(state, Seat(len(state.taken)))


class AwaitedSeatHasNone(Climb):
    def legal(self, state: Die, seat: Seat) -> Sequence[Move]:
        return () if state.die == 6 else super().legal(state, seat)


class RefusesLegal(Climb):
    def next(self, state: Die, event: Event[Move]) -> Die:
        if isinstance(event, Act) and state.die == 3:
            raise IllegalEvent("never on a three")
        return super().next(state, event)


class CrashesOnFate(Climb):
    def next(self, state: Die, event: Event[Move]) -> Die:
        return Die(state.taken, (None, 1, 2, 3, 4, 5)[event.values[0]]) if isinstance(event, Fate) else Die()


class NeverEnds(Climb):
    def next(self, state: Die, event: Event[Move]) -> Die:
        return Die() if isinstance(event, Act) else super().next(state, event)


class ScoresOneSeat(Climb):
    def scores(self, state: Die) -> tuple[int, ...]:
        return super().scores(state)[:1]


class ImpureView(Climb):
    def view(self, state: Die, seat: Seat | None) -> DieView:
        return replace(super().view(state, seat), extra=next(_counter))


_counter = count()


class RandomInApply(Climb):
    def next(self, state: Die, event: Event[Move]) -> Die:
        state = super().next(state, event)
        return replace(state, die=state.die and random.randint(1, 10**9))


class ReplayDrawsAgain(Climb):
    def next(self, state: Die, event: Event[Move]) -> Die:
        return super().next(state, Fate((next(_counter),)) if isinstance(event, Fate) else event)


MANY = tuple(range(1, 100_001))
"""Number of faces, large enough that no two matches agree by accident."""


class OutsideRoll(Roll, frozen=True):
    def sample(self, below: Below) -> Values:  # noqa: ARG002
        return super().sample(random.randrange)


class RandomInSample(Climb):
    def awaiting(self, state: Die) -> Awaiting:
        awaiting = super().awaiting(state)
        return Awaiting(chance=OutsideRoll(1, faces=MANY)) if awaiting.chance else awaiting


class AcceptsIllegalAction(Climb):
    def apply(self, state: Die, event: Event[Move]) -> Die:
        if isinstance(event, Act) and event.seat in self.awaiting(state).seats:
            return self.next(state, event)
        return super().apply(state, event)


class RefusesWithKeyError(Climb):
    def apply(self, state: Die, event: Event[Move]) -> Die:
        try:
            return super().apply(state, event)
        except IllegalEvent:
            raise KeyError(event) from None


class RefusalLeavesTrace(Climb):
    def apply(self, state: Die, event: Event[Move]) -> Die:
        try:
            return super().apply(state, event)
        except IllegalEvent:
            object.__setattr__(state, "rolls_left", 9)
            raise


class AcceptsWrongSeat(Climb):
    def apply(self, state: Die, event: Event[Move]) -> Die:
        seats = self.awaiting(state).seats
        return super().apply(state, replace(event, seat=seats[0]) if isinstance(event, Act) and seats else event)


class AcceptsAnyFate(Climb):
    def apply(self, state: Die, event: Event[Move]) -> Die:
        asked = self.awaiting(state).chance is not None
        return (
            self.next(state, event)
            if isinstance(event, Fate) and event.values and asked
            else super().apply(state, event)
        )


class AcceptsFateUnasked(Climb):
    def apply(self, state: Die, event: Event[Move]) -> Die:
        asked = self.awaiting(state).chance is not None
        return state if isinstance(event, Fate) and not asked else super().apply(state, event)


class AcceptsActAfterEnd(Climb):
    def apply(self, state: Die, event: Event[Move]) -> Die:
        over = self.awaiting(state).nothing
        return state if isinstance(event, Act) and over else super().apply(state, event)


class AcceptsTimeoutAfterEnd(Climb):
    def apply(self, state: Die, event: Event[Move]) -> Die:
        over = self.awaiting(state).nothing
        return state if isinstance(event, Timeout) and over else super().apply(state, event)


class ViewIsState(Climb):
    def view(self, state: Die, seat: Seat | None) -> Any:  # noqa: ARG002
        return state


class ViewHoldsState(Climb):
    def view(self, state: Die, seat: Seat | None) -> DieView:
        return replace(super().view(state, seat), extra={"deep": [(state,)]})


class ParsesWrongly(Climb):
    def parse_action(self, text: str) -> Move:
        return Move({"again": "stop"}.get(text, text))


class TwoLines(Climb):
    def legal(self, state: Die, seat: Seat) -> Sequence[Move]:
        return [Move("stop") if move.verb == "stop" else Move("a\ngain") for move in super().legal(state, seat)]


class ParsesNonsense(Climb):
    def parse_action(self, text: str) -> Move:
        return Move(text)


class FateIsNoNotation(Climb):
    def parse_fate(self, text: str) -> tuple[int, ...]:
        return tuple(map(ord, text)) if text == "?" else super().parse_fate(text)


@dataclass(frozen=True)
class OptionDoesNotReadBack(Climb):
    factor: float = 0.5


class CannotTellTheEnd(Climb):
    def tell(self, before: DieView, event: Event[Move] | None, after: DieView) -> Sequence[Note]:
        if len(after.taken) == self.seats:
            raise KeyError("words for the end")
        return super().tell(before, event, after)


class TellsWhoSits(Climb):
    def tell(self, before: DieView, event: Event[Move] | None, after: DieView) -> Sequence[Note]:
        return (*super().tell(before, event, after), Told("you", after.viewer))


class LeaksHand(Bury):
    def view(self, state: Cards, seat: Seat | None) -> CardsView:
        return replace(super().view(state, seat), extra=state.hands)


class LeaksSum(Bury):
    def view(self, state: Cards, seat: Seat | None) -> CardsView:
        return replace(super().view(state, seat), extra=sum(sum(hand) for hand in state.hands))


class LeaksToSpectator(Bury):
    def view(self, state: Cards, seat: Seat | None) -> CardsView:
        return replace(super().view(state, seat), extra=state.buried if seat is None else None)


class LeaksThroughLegal(Bury):
    def legal(self, state: Cards, seat: Seat) -> Sequence[Move]:
        legal = super().legal(state, seat)
        return legal[::-1] if any(12 in hand for hand in state.hands) else legal


class LeaksThroughStory(Bury):
    def awaiting(self, state: Cards) -> Awaiting:
        return replace(super().awaiting(state), hidden=None)


class TellsWhatWasForced(LeaksThroughStory):
    def legal(self, state: Cards, seat: Seat) -> Sequence[Move]:
        legal = super().legal(state, seat)
        return legal[:1] if len(state.buried) < self.seats else legal


class DealsInTheOpen(Bury):
    def awaiting(self, state: Cards) -> Awaiting:
        awaiting = super().awaiting(state)
        return Awaiting(chance=Draw(self.pool, 3 * self.seats)) if awaiting.chance else awaiting


class OrderMatters(Bids):
    def apply(self, state: Bidding, event: Event[Move]) -> Bidding:
        first = isinstance(event, Act) and event.action.verb == "done" and not any(state.done)
        after = super().apply(state, event)
        if not first or not isinstance(event, Act):
            return after
        return replace(after, points=tuple(old + (event.seat == seat) for seat, old in enumerate(after.points)))


class OthersLimitActions(Bids):
    def legal(self, state: Bidding, seat: Seat) -> Sequence[Move]:
        return [move for move in super().legal(state, seat) if not any(state.done) or move != Move("add", 2)]


class ShowsTooEarly(Bids):
    def view(self, state: Bidding, seat: Seat | None) -> BiddingView:
        return replace(super().view(state, seat), extra=state.added)


class ShowsSumTooEarly(Bids):
    def view(self, state: Bidding, seat: Seat | None) -> BiddingView:
        return replace(super().view(state, seat), extra=sum(map(sum, state.added)))


class ShowsWhenSecondIsDone(Bids):
    def view(self, state: Bidding, seat: Seat | None) -> BiddingView:
        return replace(super().view(state, seat), extra=state.added if sum(state.done) == 2 else None)


class ShowsWhoIsDone(Bids):
    def view(self, state: Bidding, seat: Seat | None) -> BiddingView:
        shown = tuple(added if done else () for added, done in zip(state.added, state.done, strict=True))
        return replace(super().view(state, seat), extra=shown)


class ShowsTheLastSeat(Bids):
    def view(self, state: Bidding, seat: Seat | None) -> BiddingView:
        last = self.awaiting(state).seats if sum(state.done) == self.seats - 1 else ()
        return replace(super().view(state, seat), extra=tuple(state.added[seat] for seat in last))


class TellsOfTheLastSeat(Bids):
    def awaiting(self, state: Bidding) -> Awaiting:
        return replace(super().awaiting(state), hidden=None)


class AcceptsEarlyTimeout(Snap):
    def apply(self, state: Table, event: Event[Move]) -> Table:
        if not isinstance(event, Timeout) or state.card is None:
            check(self, state, event)
        return self.next(state, event)


class AcceptsLateAct(Snap):
    def apply(self, state: Table, event: Event[Move]) -> Table:
        if not isinstance(event, Act) or event.seat not in self.awaiting(state).seats or event.action != Move("hit"):
            check(self, state, event)
        return self.next(state, event)


class RefusesLastMoment(Snap):
    def apply(self, state: Table, event: Event[Move]) -> Table:
        if isinstance(event, Act) and event.at == state.deadline:
            raise IllegalEvent("too late")
        return super().apply(state, event)


class RollsOnceForAll(HighDie):
    """The values of a roll stand sorted: the first seat always gets the lowest die."""

    @property
    def roll(self) -> Roll:
        return Roll(self.seats, secret=True)


class SortsTheDeal(Bury):
    """The first seat always gets the low cards."""

    def apply(self, state: Cards, event: Event[Move]) -> Cards:
        if isinstance(event, Fate):
            check(self, state, event)
            event = replace(event, values=tuple(sorted(event.values)))
        return super().apply(state, event)
