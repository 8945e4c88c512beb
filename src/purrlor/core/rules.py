"""The interface of a game: a pure fold over events.

Three things can happen in a match: a seat acts, chance gives values, a deadline passes. Rules say what is expected,
what is legal, what comes next and what each seat may know. They contain no randomness, no clock and no mutable state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from .chance import Chance
from .events import Act, Event, IllegalEvent, Millis, Seat, Timeout
from .reason import Reason
from .story import Note
from .value import Value

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Awaiting(Value, frozen=True):
    """The events that can happen next.

    One seat: a turn. Several seats: a simultaneous turn, or real time if there is a deadline.
    """

    seats: tuple[Seat, ...] = ()
    """The seats that may act."""
    chance: Chance | None = None
    """The random outcome to draw; None: no chance is involved."""
    deadline: Millis | None = None
    """The time at which a `Timeout` happens; None: there is no deadline."""
    hidden: bool | None = None
    """Whether acts stay hidden from the others until views reveal them.

    None: hidden if several act and there is no deadline. True keeps hidden what the last seat of a simultaneous turn
    does in several acts, or what one seat does in secret. False lets several seats race in the open without a deadline.
    """

    @property
    def nothing(self) -> bool:
        """Whether the match is over."""
        return not self.seats and self.chance is None and self.deadline is None

    @property
    def simultaneous(self) -> bool:
        """Whether seats act unseen by each other until the last of them has acted."""
        return len(self.seats) > 1 and self.deadline is None if self.hidden is None else self.hidden

    @property
    def secretive(self) -> bool:
        """Whether the next event is hidden from some seat."""
        return self.simultaneous if self.chance is None else self.chance.secret


class Rules(Protocol[S, A, V_co]):
    """The rules of a game: one frozen dataclass per game, whose fields are the options."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        ...

    def initial(self) -> S:
        """Return the state before anything has happened."""
        ...

    def awaiting(self, state: S) -> Awaiting:
        """Return what can happen next: acts of seats, a random outcome, a deadline; nothing when the match is over."""
        ...

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return the legal actions of `seat`: none if it is not its turn. Legality is defined here and nowhere else."""
        ...

    def apply(self, state: S, event: Event[A]) -> S:
        """Return the state after `event`. Raises `IllegalEvent` if it cannot happen now (call `check` first)."""
        ...

    def view(self, state: S, seat: Seat | None) -> V_co:
        """Return all that this seat (None: a spectator) may know, as a separate type with no reference to the state."""
        ...

    def scores(self, state: S) -> tuple[int, ...]:
        """Return the current points of every seat; the highest wins, equal ones share the victory."""
        ...


class Game(Rules[S, A, V], Protocol[S, A, V]):
    """Rules with their texts, which records, terminals and web clients need."""

    name: ClassVar[str]
    """The game's name in records, commands and addresses."""
    version: ClassVar[int]
    """The version of the rules: a record of another version is refused."""

    def parse_action(self, text: str) -> A:
        """Return the action that `text` names; raise `InvalidNotation` if there is none.

        The inverse is `str(action)`.
        """
        ...

    def parse_fate(self, text: str) -> tuple[int, ...]:
        """Return the values of a random outcome from its notation; raise `InvalidNotation` if it is not one."""
        ...

    def fate_text(self, values: tuple[int, ...]) -> str:
        """Return the notation of a random outcome, the inverse of `parse_fate`."""
        ...

    def tell(self, before: V, event: Event[A] | None, after: V) -> Sequence[Note]:
        """Describe the change between two views of one viewer. `event` is None if it was hidden from them."""
        ...


def check(rules: Rules[S, A, Any], state: S, event: Event[A]) -> None:
    """Raise `IllegalEvent`, with the reason, unless `state` expects `event`."""
    awaiting = rules.awaiting(state)
    if isinstance(event, Act):
        _check_act(rules, state, awaiting, event)
    elif isinstance(event, Timeout):
        _check_timeout(awaiting, event.at)
    elif awaiting.chance is None:
        raise IllegalEvent("refused.no_chance", "nothing is left to chance now")
    else:
        awaiting.chance.check(event.values)


def _check_act(rules: Rules[S, A, Any], state: S, awaiting: Awaiting, act: Act[A]) -> None:
    if act.seat not in awaiting.seats:
        raise IllegalEvent(
            "refused.not_awaited",
            "it is not seat {seat}’s turn: {awaited}",
            seat=act.seat + 1,
            awaited=_awaited(awaiting),
        )
    if awaiting.deadline is not None and act.at > awaiting.deadline:
        raise IllegalEvent(
            "refused.too_late", "too late: the time ran out at {deadline} ms", deadline=awaiting.deadline
        )
    legal = rules.legal(state, act.seat)
    if act.action not in legal:
        raise IllegalEvent(_not_among(legal, act))


def _check_timeout(awaiting: Awaiting, at: Millis) -> None:
    if awaiting.deadline is None:
        raise IllegalEvent("refused.no_deadline", "no deadline is running")
    if at < awaiting.deadline:
        raise IllegalEvent(
            "refused.too_early",
            "the deadline is at {deadline} ms, not yet at {at} ms",
            deadline=awaiting.deadline,
            at=at,
        )


def _awaited(awaiting: Awaiting) -> Reason:
    if awaiting.nothing:
        return Reason("refused.over", "the match is over")
    if awaiting.chance is not None:
        return Reason("refused.awaiting_chance", "awaiting chance")
    if not awaiting.seats:
        return Reason("refused.awaiting_deadline", "nobody acts until the time is up")
    seats = tuple(str(seat + 1) for seat in awaiting.seats)
    return Reason("refused.awaiting_seats", "awaiting seat {seats}", seats=seats)


def _not_among(legal: Sequence[A], act: Act[A], most: int = 12) -> Reason:
    given = {"seat": act.seat + 1, "action": act.action, "choices": tuple(legal[:most]), "more": len(legal) - most}
    if len(legal) > most:
        many = "seat {seat} cannot {action} now; possible: {choices} and {more} more"
        return Reason("refused.not_possible_of_many", many, **given)
    return Reason("refused.not_possible", "seat {seat} cannot {action} now; possible: {choices}", **given)


def winners(scores: Sequence[int]) -> tuple[Seat, ...]:
    """Return the seats with the most points; several share the victory."""
    return tuple(Seat(seat) for seat, score in enumerate(scores) if score == max(scores))


@runtime_checkable
class BreaksTies(Protocol):
    """Rules with a tie-break for equal points."""

    def winners(self, state: Any) -> tuple[Seat, ...]:
        """Return the winning seats of a finished match."""
        ...
