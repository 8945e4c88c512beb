"""Test subjects for the checks: an environment, random legal actions, and error messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NoReturn, Protocol

from purrlor.core import Seat
from purrlor.core.laws import Disguise
from purrlor.kit import kit
from purrlor.kit.lab import Encoding

from ..encodings import AnyGame, NotInNumbers
from ..session import EncodedSession

MOST_STEPS = 100_000
"""The step limit, higher than any match needs; a match that is still not over then counts as a fault."""


class Subject(Protocol):
    """One match as an environment: `purrlor.lab.session.EncodedSession`, or anything that behaves like it."""

    @property
    def over(self) -> bool: ...
    @property
    def awaited(self) -> tuple[Seat, ...]: ...
    def observation(self, seat: Seat) -> Sequence[int]: ...
    def mask(self, seat: Seat) -> Sequence[int]: ...
    def step(self, choices: Mapping[int, int]) -> None: ...
    def returns(self) -> Sequence[float]: ...
    def clone(self) -> Subject: ...


NewSubject = Callable[[str], Subject]
"""A function that creates a match from a seed; importable by name, so that another process can create the same."""


class CheckFailed(AssertionError):
    """A check has found a fault."""

    def __init__(self, check: str, what: str, seed: str, played: Sequence[str]) -> None:
        self.check = check
        self.what = what
        self.seed = seed
        self.played = tuple(played)
        last = ", ".join(played[-12:]) or "nothing"
        super().__init__(f"{check}: {what}\n  seed {seed!r}, after {len(played)} steps; the last ones: {last}")


@dataclass(frozen=True)
class CheckTrial:
    """The subject of the checks, and their length."""

    new: NewSubject
    states: int = 100_000
    seed: int = 0
    rules: AnyGame | None = None
    encoding: Encoding[Any, Any] | None = None
    disguise: Disguise[Any] | None = None
    progress: Callable[[int], object] = lambda _: None
    """A callback that receives the number of states checked since the last call."""

    def positions(self, check: str) -> Iterator[CheckedMatch]:
        """Yield the positions of random matches, as many as have to be checked."""
        left, match = self.states, 0
        while left:
            position = CheckedMatch(check, self, f"{self.seed}/{match}")
            match += 1
            if position.subject.over:
                position.fail("the match is over before it began")
            while not position.subject.over and left:
                yield position
                left -= 1
                self.progress(1)
                position.step(position.choices())
            yield position


class CheckedMatch:
    """One match in progress, and the actions that led there."""

    def __init__(self, check: str, trial: CheckTrial, seed: str) -> None:
        self.check = check
        self.seed = seed
        self.subject = trial.new(seed)
        self.random = Random(f"{check}/{seed}")
        self.played: list[str] = []
        self._chosen: dict[int, int] | None = None

    def choices(self) -> dict[int, int]:
        """Return a random legal action for each seat to act; the same until it is played."""
        if self._chosen is None:
            self._chosen = {}
            for seat in self.subject.awaited:
                legal = [number for number, bit in enumerate(self.subject.mask(seat)) if bit]
                if not legal:
                    self.fail(f"seat {seat + 1} is awaited, and its mask is empty")
                self._chosen[seat] = self.random.choice(legal)
        return self._chosen

    def step(self, choices: Mapping[int, int]) -> None:
        self.subject.step(choices)
        self.played.append(" ".join(f"seat{seat + 1}:{number}" for seat, number in choices.items()))
        self._chosen = None
        if len(self.played) > MOST_STEPS:
            self.fail(f"the match is not over after {MOST_STEPS} steps")

    def fail(self, what: str) -> NoReturn:
        raise CheckFailed(self.check, what, self.seed, self.played)


def new_session(rules: AnyGame, encoding: Encoding[Any, Any] | None, seed: str) -> EncodedSession:
    found = kit(rules.name).encoding(rules) if encoding is None else encoding
    if found is None:
        raise NotInNumbers(f"{rules.name} has no encoding in numbers; its kit's `encoding` returns None")
    return EncodedSession(rules, found, seed)


def subject_of(rules: AnyGame, encoding: Encoding[Any, Any] | None = None) -> NewSubject:
    """Return a function that creates matches of a game, with its own encoding or another one."""
    return partial(new_session, rules, encoding)


def first_difference(one: Sequence[Any], other: Sequence[Any]) -> str:
    if len(one) != len(other):
        return f"{len(one)} columns instead of {len(other)}"
    place = next(place for place, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
    return f"column {place}: {one[place]} instead of {other[place]}"
