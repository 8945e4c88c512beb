"""Bots: the interface, the levels of a game, and the advice of a strong bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from purrlor.core import Game, Millis, Note
from purrlor.core.reason import Refused

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Choice(Generic[A_co]):
    """A bot's action, its delay and the reason (for hints). The bot itself never waits."""

    action: A_co
    """One of the legal actions."""
    delay: Millis = Millis(0)
    """The milliseconds to wait before the action counts."""
    reason: Note | None = None
    """Why the action is good."""


class Bot(Protocol[V_contra, A]):
    """A player: any object with this method. It is created for each match."""

    def choose(self, view: V_contra, legal: Sequence[A], random: Random) -> Choice[A]:
        """Return one of `legal`, judged on `view` alone.

        Use `random` for everything random: the same view and the same random source give the same choice.
        """
        ...


class Uniform:
    """A bot that takes any legal action with the same probability."""

    def choose(self, view: object, legal: Sequence[A], random: Random) -> Choice[A]:  # noqa: ARG002
        """Return any of `legal`."""
        return Choice(random.choice(legal))


AnyBot = Bot[Any, Any]


class UnknownLevel(Refused, ValueError):
    """A game has no bot with that name."""


@dataclass(frozen=True)
class Level:
    """A bot of a certain strength. `make` may take a moment: strong bots prepare tables."""

    name: str
    """The name that people choose it by, such as `tiger`."""
    make: Callable[[Game[Any, Any, Any]], AnyBot]
    """Creates the bot for a game with its options."""
    strength: float | None = None
    """The level's rating among the others (`docs/explain/rating.md`); None: not measured."""
    at: Callable[[str], Level | None] | None = None
    """Returns an adaptive level at a pace, `name@pace`; None if that pace does not exist.

    An adaptive level is not part of the ladder.
    """
    former: tuple[Level, ...] = ()
    """Earlier versions of the level, as `name@1`: kept so that comparisons can be repeated, but not listed."""


UNIFORM = Level("uniform", lambda _: Uniform())


@dataclass(frozen=True, slots=True)
class NextBest:
    """The second-best turn, where a turn has several actions: what the best turn gives up."""

    actions: tuple[Any, ...]
    """Its actions that the best turn does not have."""
    less: float
    """The expected points that it loses against the best turn."""
    reason: Note | None
    """What it does; None: the same as the best turn."""


@dataclass(frozen=True)
class Advice:
    """The actions with their expected values, best first, and why the best is good."""

    ranked: Sequence[tuple[Any, float]]
    reason: Note | None = None
    plan: Sequence[Any] = ()
    """All actions of the best turn, if a turn has several."""
    next_best: NextBest | None = None
    """The second-best turn, if a turn has several actions and two turns were compared."""


class Adviser(Protocol):
    """Ranks actions for hints: an object with this method."""

    def advise(self, view: Any, legal: Sequence[Any]) -> Advice:
        """Rank the legal actions, given what the seat knows."""
        ...
