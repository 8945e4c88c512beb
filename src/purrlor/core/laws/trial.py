"""A trial: one random match, with everything that the laws need of it.

No other module of the core imports `random`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property, wraps
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from ..events import Act, Event, Fate, IllegalEvent, Millis, Seat, Timeout
from ..fate import Fates, fate_key, secret_from_text
from ..match import Match
from ..record import event_text
from ..rules import Awaiting, Game

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

Disguise: TypeAlias = Callable[[S, Seat | None, Random], S]
"""Returns another state that this seat (None: a spectator) cannot tell from this one."""

MOST_EVENTS = 5000


class LawBroken(AssertionError):
    """A game broke a law: the name of the law, what happened, and the match."""

    def __init__(self, law: str, what: str, seed: int, text: str) -> None:
        super().__init__(f"{law}: {what}\n{text}")
        self.law = law
        self.what = what
        self.seed = seed


class Broken(Exception):
    """A finding of a law; `law` turns it into a `LawBroken`."""

    def __init__(self, what: str, at: int, event: Event[Any] | None = None) -> None:
        super().__init__(what)
        self.at = at
        self.event = event


@dataclass
class Trial(Generic[S, A, V]):
    """One random match. State number i follows i events."""

    game: Game[S, A, V]
    """The rules that are tested."""
    seed: int
    """Determines every choice and every random outcome."""
    disguise: Disguise[S] | None = None
    """Changes what a viewer cannot know; None: the game has no secrets."""
    most_events: int = MOST_EVENTS
    """The number of events after which the match counts as endless."""
    match: Match[S, A, V] = field(init=False)
    """The match as far as it could be played."""
    game_before: Game[S, A, V] = field(init=False)
    """A copy of the rules, made before the match."""
    snapshots: list[S] = field(init=False)
    """Copies of the states, made when they were created."""
    trouble: str | None = None
    """The reason why the match could not continue."""
    tried: Event[A] | None = None
    """The event that was tried last."""

    def __post_init__(self) -> None:
        self.game_before = deepcopy(self.game)
        self.match = Match(self.game, Fates(fate_key(self.secret)))
        self.snapshots = [deepcopy(self.match.state)]

    @property
    def secret(self) -> bytes:
        """The secret that the random outcomes follow from."""
        return secret_from_text(str(self.seed))

    @cached_property
    def states(self) -> Sequence[S]:
        """The initial state, and the one after each event."""
        return self.match.states

    @cached_property
    def log(self) -> Sequence[Event[A]]:
        """The events of the match."""
        return self.match.log

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats."""
        return tuple(Seat(seat) for seat in range(self.game.seats))

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """A spectator (None) and all seats."""
        return (None, *self.seats)

    @cached_property
    def vocabulary(self) -> tuple[A, ...]:
        """Every action that was legal for any seat at any time in this match."""
        seen = (action for state in self.states for seat in self.seats for action in self.game.legal(state, seat))
        return tuple(dict.fromkeys(seen))

    def random(self, purpose: str) -> Random:
        """Return a random source of this trial; each purpose has its own."""
        return Random(f"purrlor/laws/{purpose}/{self.seed}")

    def some(self, most: int, random: Random) -> Sequence[int]:
        """Return the numbers of at most `most` states, including the last one."""
        last = len(self.states) - 1
        return sorted({last, *random.sample(range(last), min(most, last))})

    def time(self, number: int) -> Millis:
        """Return the time at which state `number` was reached."""
        return self.log[number - 1].at if number else Millis(0)

    def act(self, number: int, seat: Seat, action: A) -> Act[A]:
        """Return an act at the time of state `number`."""
        return Act(seat, action, self.time(number))

    def possible(self, number: int, state: S, most: int) -> list[Event[A]]:
        """Return some events that `state` expects at the time of state `number`, a limited number for each seat."""
        random, now = self.random(f"possible/{number}"), self.time(number)
        awaiting = self.game.awaiting(state)
        if awaiting.chance is not None:
            return [Fate(awaiting.chance.sample(random.randrange), now) for _ in range(min(most, 5))]
        events: list[Event[A]] = []
        if awaiting.deadline is not None:
            events.append(Timeout(max(now, awaiting.deadline)))
        if awaiting.deadline is None or now <= awaiting.deadline:
            for seat in awaiting.seats:
                legal = list(self.game.legal(state, seat))
                events += [Act(seat, action, now) for action in random.sample(legal, min(most, len(legal)))]
        return events

    def applied(self, number: int, event: Event[A]) -> S | None:
        """Return the state that `event` leads to; None if it is illegal."""
        try:
            return self.game.apply(self.states[number], event)
        except IllegalEvent:
            return None

    def report(self, at: int, event: Event[A] | None) -> str:
        """Return the match up to state `at`, and the event that was tried then, as text."""
        lines = [f"  game: {self.game!r}", f"  seed: {self.seed} (again: check(game, seed={self.seed}, matches=1))"]
        lines.append(f"  log:{'' if at else ' empty'}")
        lines += [f"    {number} {self._line(event)}" for number, event in enumerate(self.match.log[:at], 1)]
        return "\n".join(lines if event is None else [*lines, f"  then: {self._line(event)}"])

    def _line(self, event: Event[A]) -> str:
        try:
            return f"{event.at} {event_text(self.game, event)}"
        except Exception:  # a broken notation must not hide the broken law
            return repr(event)


AnyTrial: TypeAlias = Trial[Any, Any, Any]
Law: TypeAlias = Callable[[AnyTrial], None]


def law(function: Law) -> Law:
    """Report as `LawBroken` what a law finds, and what a game raises where it should not."""

    @wraps(function)
    def checked(trial: AnyTrial) -> None:
        try:
            function(trial)
        except Broken as broken:
            report = trial.report(broken.at, broken.event)
            raise LawBroken(function.__name__, str(broken), trial.seed, report) from broken.__cause__
        except Exception as error:
            what = f"the game raised {type(error).__name__}: {error}"
            raise LawBroken(function.__name__, what, trial.seed, trial.report(len(trial.log), None)) from error

    return checked


def who(seat: Seat | None) -> str:
    return "the spectator" if seat is None else f"seat {seat + 1}"


def play(
    game: Game[S, A, V], seed: int, *, disguise: Disguise[S] | None = None, most_events: int = MOST_EVENTS
) -> Trial[S, A, V]:
    """Play a random match, as far as possible, and return it.

    `seed` determines the match. An error of the rules ends it and is described in `trouble`. The other arguments are
    those of `check`.
    """
    trial = Trial(game, seed, disguise, most_events)
    random = trial.random("play")
    try:
        while not trial.match.over and len(trial.match.log) < most_events and _step(trial, random):
            trial.snapshots.append(deepcopy(trial.match.state))
    except Exception as error:
        trial.trouble = f"{type(error).__name__}: {error}"
    return trial


def _step(trial: Trial[S, A, V], random: Random) -> bool:
    """Let one event happen; return False if none can."""
    match, awaiting = trial.match, trial.match.awaiting
    trial.tried = None
    if awaiting.chance is not None:
        match.draw(_some_time(match.now, awaiting, random))
        return True
    trial.tried = _some_act(match, awaiting, random) or _some_timeout(match.now, awaiting, random)
    if trial.tried is not None:
        match.push(trial.tried)
    return trial.tried is not None


def _some_act(match: Match[S, A, V], awaiting: Awaiting, random: Random) -> Act[A] | None:
    late = awaiting.deadline is not None and (match.now > awaiting.deadline or random.random() < 0.2)
    if late or not awaiting.seats:
        return None
    seat = random.choice(awaiting.seats)
    legal = match.legal(seat)
    return Act(seat, random.choice(legal), _some_time(match.now, awaiting, random)) if legal else None


def _some_timeout(now: Millis, awaiting: Awaiting, random: Random) -> Timeout | None:
    if awaiting.deadline is None:
        return None
    return Timeout(Millis(max(now, awaiting.deadline) + random.choice((0, 0, 1, 250))))


def _some_time(now: Millis, awaiting: Awaiting, random: Random) -> Millis:
    """Return a time: now, later, or at the last moment."""
    if awaiting.deadline is None or awaiting.deadline < now:
        return Millis(now + random.choice((0, 1, random.randrange(3000))))
    return Millis(random.choice((now, random.randint(now, awaiting.deadline), awaiting.deadline)))
