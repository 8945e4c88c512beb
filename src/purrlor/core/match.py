"""One play of a game: the log, and the states it folds to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from enum import StrEnum
from typing import Generic, TypeVar

from .events import Act, Event, Fate, IllegalEvent, Millis, Seat, Timeout
from .fate import Fates
from .rules import Awaiting, BreaksTies, Rules, winners
from .value import Value

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Refusal(StrEnum):
    """Why something may not be taken back."""

    NOTHING = "nothing has happened yet"
    FATE = "fate has spoken since"
    TIMEOUT = "time has run out since"
    OTHERS = "somebody else has acted since"
    CLOCK = "the clock was running"
    SEEN = "the others have seen it, and it showed something hidden"

    @property
    def code(self) -> str:
        return f"take_back_{self.name.lower()}"


class Step(Value, Generic[S, A], frozen=True):
    """What was awaited, what happened, and the state after it."""

    awaiting: Awaiting
    event: Event[A]
    state: S


class Match(Generic[S, A, V]):
    """The only mutable object of the core. Without `fates` it draws nothing: a replay is given all its events."""

    def __init__(self, rules: Rules[S, A, V], fates: Fates | None = None, log: Iterable[Event[A]] = ()) -> None:
        self.rules = rules
        self.fates = fates
        self._initial: S = rules.initial()
        self._steps: list[Step[S, A]] = []
        self.state = self._initial
        self.awaiting: Awaiting = rules.awaiting(self.state)
        self.now = Millis(0)
        """The time of the last event."""
        self._fate_count = 0
        self._secrets: list[int] = []
        """The numbers of the steps that were hidden from somebody: a secret draw, or an act of a simultaneous turn."""
        for event in log:
            self.push(event)

    def __repr__(self) -> str:
        return f"<Match of {self.rules!r}, {len(self._steps)} events>"

    def clone(self) -> Match[S, A, V]:
        """The same match, to be continued apart. States and events are values, so both may hold the same ones."""
        other = copy(self)
        vars(other).update(_steps=[*self._steps], _secrets=[*self._secrets])
        return other

    @property
    def log(self) -> Sequence[Event[A]]:
        return tuple([step.event for step in self._steps])

    @property
    def states(self) -> Sequence[S]:
        """The initial state, and the one after each event."""
        return (self._initial, *[step.state for step in self._steps])

    def __len__(self) -> int:
        """How many events there were."""
        return len(self._steps)

    def event(self, number: int) -> Event[A]:
        """The event of this number, counted from 1 as records do."""
        return self._steps[number - 1].event

    def steps(self, first: int, last: int | None = None) -> Iterator[tuple[int, Step[S, A]]]:
        """The steps after number `first`, up to number `last`, each with its number."""
        return enumerate(self._steps[first:last], first + 1)

    def hides_since(self, first: int) -> bool:
        """Whether any step after number `first` was hidden from somebody."""
        return bool(self._secrets) and self._secrets[-1] > first

    def state_after(self, number: int) -> S:
        """The state after the first `number` events."""
        return self._steps[number - 1].state if number else self._initial

    def awaiting_after(self, number: int) -> Awaiting:
        """What was awaited after the first `number` events."""
        return self._steps[number].awaiting if number < len(self._steps) else self.awaiting

    @property
    def over(self) -> bool:
        return self.awaiting.nothing

    @property
    def scores(self) -> tuple[int, ...]:
        return self.rules.scores(self.state)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won, as things stand; several share the victory."""
        return self.rules.winners(self.state) if isinstance(self.rules, BreaksTies) else winners(self.scores)

    def legal(self, seat: Seat) -> Sequence[A]:
        return self.rules.legal(self.state, seat)

    def view(self, seat: Seat | None) -> V:
        return self.rules.view(self.state, seat)

    def push(self, event: Event[A]) -> S:
        """Let `event` happen, or raise `IllegalEvent` and change nothing."""
        if event.at < self.now:
            raise IllegalEvent(
                "refused.time", "time runs forward: {at} ms comes after {now} ms", at=event.at, now=self.now
            )
        rules, awaited = self.rules, self.awaiting
        state = rules.apply(self.state, event)
        awaiting = rules.awaiting(state)
        self._steps.append(Step(awaited, event, state))
        if awaited.secretive:
            self._secrets.append(len(self._steps))
        self.state, self.awaiting, self.now = state, awaiting, event.at
        self._fate_count += isinstance(event, Fate)
        return state

    def act(self, seat: Seat, action: A, at: Millis | None = None) -> S:
        return self.push(Act(seat, action, self.now if at is None else at))

    def time_out(self, at: Millis) -> S:
        return self.push(Timeout(at))

    def draw(self, at: Millis | None = None) -> Fate:
        """Let fate give what is awaited of it."""
        chance = self.awaiting.chance
        if chance is None:
            raise IllegalEvent("refused.no_chance", "nothing is left to chance now")
        if self.fates is None:
            raise IllegalEvent("refused.no_source", "this match has no source of chance: its fates come from a log")
        fate = Fate(self.fates.give(self._fate_count + 1, chance), self.now if at is None else at)
        self.push(fate)
        return fate

    def settle(self, at: Millis | None = None) -> None:
        """Draw until fate is no longer awaited."""
        while self.awaiting.chance is not None:
            self.draw(at)

    def undo(self) -> Event[A]:
        """Take the last event off the log, whatever it was; `take_back` does what is fair among players."""
        if not self._steps:
            raise IllegalEvent("refused.nothing_to_undo", "there is nothing to undo")
        undone = self._steps.pop()
        self.awaiting, self.state = undone.awaiting, self.state_after(len(self._steps))
        self.now = self._steps[-1].event.at if self._steps else Millis(0)
        if self.hides_since(len(self._steps)):
            self._secrets.pop()
        self._fate_count -= isinstance(undone.event, Fate)
        return undone.event

    def take_back(self, seat: Seat) -> Event[A]:
        """Take the last act of `seat` off the log. What others did since in the same simultaneous turn stays."""
        refusal = self.take_back_refusal(seat)
        if refusal is not None:
            raise IllegalEvent(f"refused.{refusal.code}", f"seat {{seat}} cannot take back: {refusal}", seat=seat + 1)
        later = [self.undo() for _ in self._steps[self._place_to_take_back(seat) + 1 :]]
        taken = self.undo()
        for event in reversed(later):
            self.push(event)
        return taken

    def take_back_refusal(self, seat: Seat) -> Refusal | None:
        """Why `seat` may not take back; None: `take_back` does."""
        if not self._steps:
            return Refusal.NOTHING
        place = self._place_to_take_back(seat)
        event = self._steps[place].event
        if isinstance(event, Fate):
            return Refusal.FATE
        if isinstance(event, Timeout):
            return Refusal.TIMEOUT
        if event.seat != seat:
            return Refusal.OTHERS
        if self.awaiting_after(place).deadline is not None:
            return Refusal.CLOCK
        secrets = bool(self._secrets) or self.awaiting.secretive
        before, after = self.awaiting_after(place), self.awaiting_after(place + 1)
        if not secrets or others_still_choose(seat, before, after):
            return None
        states = self.state_after(place), self.state_after(place + 1)
        # everybody sees who is awaited; beyond that, what their views show
        noticed = before.seats != after.seats or others_see(self.rules, seat, *states)
        return Refusal.SEEN if noticed else None

    def _place_to_take_back(self, seat: Seat) -> int:
        """Where the last act of `seat` stands, if others since only went on choosing; otherwise the end of the log."""
        last = place = len(self._steps) - 1
        while place >= 0:
            event = self._steps[place].event
            if not isinstance(event, Act) or event.seat == seat:
                break
            if not goes_on(self.awaiting_after(place), self.awaiting_after(place + 1)):
                break
            place -= 1
        found = self._steps[place].event if place >= 0 else None
        return place if isinstance(found, Act) and found.seat == seat else last


def goes_on(before: Awaiting, after: Awaiting) -> bool:
    """Whether an act left a simultaneous turn unfinished: such acts of different seats commute."""
    unfinished = bool(after.seats) and set(after.seats) <= set(before.seats)
    return before.simultaneous and after.simultaneous and unfinished


def others_still_choose(seat: Seat, before: Awaiting, after: Awaiting) -> bool:
    """Whether an act of this seat only left the others to finish a simultaneous turn, of which nothing was shown."""
    if not before.simultaneous:
        return False
    rest = tuple(other for other in before.seats if other != seat)
    return bool(rest) and after.seats == rest


def others_see(rules: Rules[S, A, V], seat: Seat, before: S, after: S) -> bool:
    """Whether two states look different to anybody but this seat."""
    others = (Seat(other) for other in range(rules.seats) if other != seat)
    return any(rules.view(before, other) != rules.view(after, other) for other in others)
