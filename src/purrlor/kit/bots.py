"""Bots: what one is, the levels of a game, and the advice that a strong one gives."""

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
    """What a bot does, after how long, and why (for hints). The bot itself never waits."""

    action: A_co
    delay: Millis = Millis(0)
    reason: Note | None = None


class Bot(Protocol[V_contra, A]):
    def choose(self, view: V_contra, legal: Sequence[A], random: Random) -> Choice[A]:
        """One of `legal`, judged on `view` alone. The same view and the same random source give the same choice."""
        ...


class Uniform:
    """Takes any legal action, each with the same probability."""

    def choose(self, view: object, legal: Sequence[A], random: Random) -> Choice[A]:  # noqa: ARG002
        return Choice(random.choice(legal))


AnyBot = Bot[Any, Any]


class UnknownLevel(Refused, ValueError):
    """A game has no bot of that name."""


@dataclass(frozen=True)
class Level:
    """A bot of a certain strength. `make` may take a moment: strong bots prepare tables."""

    name: str
    make: Callable[[Game[Any, Any, Any]], AnyBot]
    strength: float | None = None
    """The rating that the level has among the others (`docs/rating.md`); None: not measured."""
    at: Callable[[str], Level | None] | None = None
    """For a level that adapts to a person: the same level at a pace, `name@pace`; None: there is no such pace.

    Such a level is no rung of the ladder.
    """
    former: tuple[Level, ...] = ()
    """How the level played before, as `name@1`: kept so that comparisons can be repeated, but listed nowhere."""


UNIFORM = Level("uniform", lambda _: Uniform())


@dataclass(frozen=True)
class Advice:
    """The actions with what each is worth, best first, and why the best is good."""

    ranked: Sequence[tuple[Any, float]]
    reason: Note | None = None
    plan: Sequence[Any] = ()
    """All actions of the best turn, where a turn has several."""


class Adviser(Protocol):
    def advise(self, view: Any, legal: Sequence[Any]) -> Advice: ...
