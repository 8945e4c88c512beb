"""One play of a game: the log, and the states that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from enum import StrEnum
from typing import Generic, TypeVar

from .events import Act, Event, Fate, IllegalEvent, Millis, Seat, Timeout
from .fate import Fates, fate_key, secret_from_text
from .rules import Awaiting, BreaksTies, Rules, winners
from .value import Value

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Refusal(StrEnum):
    """The reasons why an act may not be taken back."""

    NOTHING = "nothing has happened yet"
    FATE = "something was rolled or dealt since"
    TIMEOUT = "time has run out since"
    OTHERS = "somebody else has acted since"
    CLOCK = "the clock was running"
    SEEN = "the others have seen it, and it showed something hidden"

    @property
    def code(self) -> str:
        return f"take_back_{self.name.lower()}"


class Step(Value, Generic[S, A], frozen=True):
    """One step of a match: what was expected, what happened, and the state after it."""

    awaiting: Awaiting
    event: Event[A]
    state: S


class Match(Generic[S, A, V]):
    """A match: the only mutable object of the core.

    Without `fates` it draws nothing: a replay contains all its events.
    """

    def __init__(
        self,
        rules: Rules[S, A, V],
        fates: Fates | None = None,
        log: Iterable[Event[A]] = (),
        *,
        seed: str | int | None = None,
    ) -> None:
        """Begin a match, or continue one from its log.

        `fates` draws the random outcomes; None: the match draws nothing. `log` holds the events so far; an impossible
        one raises `IllegalEvent`. `seed` determines all dice and deals: `Match(rules, seed=7)`.
        """
        if seed is not None:
            fates = Fates(fate_key(secret_from_text(str(seed))))
        self.rules = rules
        self.fates = fates
        self._initial: S = rules.initial()
        self._steps: list[Step[S, A]] = []
        self.state = self._initial
        self.awaiting: Awaiting = rules.awaiting(self.state)
        self.now = Millis(0)
        """The time of the last event."""
        self.taken = 0
        """The number of events that a fork took from another match. Players cannot take them back."""
        self._fate_count = 0
        self._secrets: list[int] = []
        """The numbers of steps hidden from some seat: a secret draw, or an act of a simultaneous turn."""
        for event in log:
            self.push(event)

    def __repr__(self) -> str:
        return f"<Match of {self.rules!r}, {len(self._steps)} events>"

    def clone(self) -> Match[S, A, V]:
        """Return a copy to continue separately. States and events are immutable, so both may share them."""
        other = copy(self)
        vars(other).update(_steps=[*self._steps], _secrets=[*self._secrets])
        return other

    def fork(self, at: int, *, fates: Fates | None = None) -> Match[S, A, V]:
        """Return a match that shares the first `at` events and continues separately.

        Its later random outcomes come from `fates`; None: from this match's own source, so the same dice and deals
        follow.
        """
        if not 0 <= at <= len(self._steps):
            raise IllegalEvent(
                "refused.no_such_event", "there is no event {number}: the match has {count}", number=at, count=len(self)
            )
        other = self.clone()
        while len(other) > at:
            other.undo()
        other.fates, other.taken = fates or self.fates, at
        return other

    @property
    def log(self) -> Sequence[Event[A]]:
        """The events so far, in order."""
        return tuple([step.event for step in self._steps])

    @property
    def states(self) -> Sequence[S]:
        """The initial state, and the state after each event."""
        return (self._initial, *[step.state for step in self._steps])

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self._steps)

    def event(self, number: int) -> Event[A]:
        """Return the event of this number, counted from 1 as in records."""
        return self._steps[number - 1].event

    def steps(self, first: int, last: int | None = None) -> Iterator[tuple[int, Step[S, A]]]:
        """Yield the steps after number `first`, up to number `last`, each with its number."""
        return enumerate(self._steps[first:last], first + 1)

    def hides_since(self, first: int) -> bool:
        """Return whether any step after number `first` was hidden from some seat."""
        return bool(self._secrets) and self._secrets[-1] > first

    def state_after(self, number: int) -> S:
        """Return the state after the first `number` events."""
        return self._steps[number - 1].state if number else self._initial

    def awaiting_after(self, number: int) -> Awaiting:
        """Return the expected seats or chance after the first `number` events."""
        return self._steps[number].awaiting if number < len(self._steps) else self.awaiting

    @property
    def over(self) -> bool:
        """Whether nothing is expected any more."""
        return self.awaiting.nothing

    @property
    def scores(self) -> tuple[int, ...]:
        """The current points of every seat."""
        return self.rules.scores(self.state)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winners at the current score; several share the victory."""
        return self.rules.winners(self.state) if isinstance(self.rules, BreaksTies) else winners(self.scores)

    def legal(self, seat: Seat) -> Sequence[A]:
        """Return the legal actions of `seat`: none if it is not its turn."""
        return self.rules.legal(self.state, seat)

    def view(self, seat: Seat | None) -> V:
        """Return all that `seat` (None: a spectator) may know now."""
        return self.rules.view(self.state, seat)

    def push(self, event: Event[A]) -> S:
        """Apply `event`, or raise `IllegalEvent` and change nothing."""
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
        """Let `seat` act, and return the next state; `at` is the time (default: that of the last event).

        Raises `IllegalEvent` and changes nothing if the action is not legal now.
        """
        return self.push(Act(seat, action, self.now if at is None else at))

    def time_out(self, at: Millis) -> S:
        """Let the deadline pass at this time, and return the next state; raise `IllegalEvent` if it has not passed."""
        return self.push(Timeout(at))

    def draw(self, at: Millis | None = None) -> Fate:
        """Draw the random outcome that is expected now; raise `IllegalEvent` if there is none, or no source."""
        chance = self.awaiting.chance
        if chance is None:
            raise IllegalEvent("refused.no_chance", "nothing is left to chance now")
        if self.fates is None:
            raise IllegalEvent("refused.no_source", "this match draws nothing: its dice and deals come from a log")
        fate = Fate(self.fates.give(self._fate_count + 1, chance), self.now if at is None else at)
        self.push(fate)
        return fate

    def settle(self, at: Millis | None = None) -> None:
        """Draw until no random outcome is expected."""
        while self.awaiting.chance is not None:
            self.draw(at)

    def undo(self) -> Event[A]:
        """Remove the last event from the log, whatever it was; `take_back` does what is fair among players."""
        if not self._steps:
            raise IllegalEvent("refused.nothing_to_undo", "there is nothing to undo")
        undone = self._steps.pop()
        self.awaiting, self.state = undone.awaiting, self.state_after(len(self._steps))
        self.now = self._steps[-1].event.at if self._steps else Millis(0)
        if self.hides_since(len(self._steps)):
            self._secrets.pop()
        self._fate_count -= isinstance(undone.event, Fate)
        return undone.event

    def take_back(self, seat: Seat, *, from_bots: bool = False) -> Event[A]:
        """Remove the last act of `seat` from the log. Later acts of others in the same simultaneous turn stay.

        `from_bots`: all other seats are played by bots, whose later acts are removed too; nobody minds what was seen.
        """
        refusal = self.take_back_refusal(seat, from_bots=from_bots)
        if refusal is not None:
            raise IllegalEvent(f"refused.{refusal.code}", f"seat {{seat}} cannot take back: {refusal}", seat=seat + 1)
        stay = self._refusal_among_people(seat) is None
        place = self._place_to_take_back(seat) if stay else self._last_act(seat)
        later = [self.undo() for _ in self._steps[place + 1 :]]
        taken = self.undo()
        for event in reversed(later if stay else ()):
            self.push(event)
        return taken

    def take_back_refusal(self, seat: Seat, *, from_bots: bool = False) -> Refusal | None:
        """Return why `seat` may not take back; None if it may."""
        refusal = self._refusal_among_people(seat)
        if not from_bots or refusal not in (Refusal.OTHERS, Refusal.SEEN):
            return refusal
        place = self._last_act(seat)
        if place < self.taken:
            return Refusal.NOTHING
        if any(isinstance(step.event, Timeout) for step in self._steps[place:]):
            return Refusal.TIMEOUT
        if any(isinstance(step.event, Fate) for step in self._steps[place:]):
            return Refusal.FATE
        return None if self.awaiting_after(place).deadline is None else Refusal.CLOCK

    def _last_act(self, seat: Seat) -> int:
        """Return the place of the last act of `seat`; -1: it has not acted."""
        events = ((place, self._steps[place].event) for place in reversed(range(len(self._steps))))
        return next((place for place, event in events if isinstance(event, Act) and event.seat == seat), -1)

    def _refusal_among_people(self, seat: Seat) -> Refusal | None:
        if not self._steps:
            return Refusal.NOTHING
        place = self._place_to_take_back(seat)
        if place < self.taken:
            return Refusal.NOTHING
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
        # everybody sees whose turn it is; beyond that, what their views show
        noticed = before.seats != after.seats or others_see(self.rules, seat, *states)
        return Refusal.SEEN if noticed else None

    def _place_to_take_back(self, seat: Seat) -> int:
        """Return the place of the last act of `seat`, if others only went on choosing; otherwise the end of the log."""
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
    """Return whether an act left a simultaneous turn unfinished: such acts of different seats commute."""
    unfinished = bool(after.seats) and set(after.seats) <= set(before.seats)
    return before.simultaneous and after.simultaneous and unfinished


def others_still_choose(seat: Seat, before: Awaiting, after: Awaiting) -> bool:
    """Return whether this seat's act only left others to finish a simultaneous turn, of which nothing was shown."""
    if not before.simultaneous:
        return False
    rest = tuple(other for other in before.seats if other != seat)
    return bool(rest) and after.seats == rest


def others_see(rules: Rules[S, A, V], seat: Seat, before: S, after: S) -> bool:
    """Return whether two states look different to anybody but this seat."""
    others = (Seat(other) for other in range(rules.seats) if other != seat)
    return any(rules.view(before, other) != rules.view(after, other) for other in others)
