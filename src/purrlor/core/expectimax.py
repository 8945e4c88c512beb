"""Compute the exact value of a game for one seat by exhaustive search: slow, a reference for faster solvers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

from .chance import Values
from .events import Act, Fate, Millis, Seat
from .rules import Awaiting, Rules

S = TypeVar("S")
A = TypeVar("A")

ALONE = Seat(0)


def expectimax(rules: Rules[S, A, Any], state: S) -> Fraction:
    """Return the expected points of the best play from `state`.

    The game has one seat and no clock; its states are hashable.
    """
    if rules.seats != 1:
        raise ValueError(f"expectimax is for one seat, not {rules.seats}")
    return _Search(rules).value(state)


class _Search:
    def __init__(self, rules: Rules[Any, Any, Any]) -> None:
        self.rules = rules
        self.values: dict[Any, Fraction] = {}
        self.supports: dict[Any, list[tuple[Values, Fraction]]] = {}

    def value(self, state: Any) -> Fraction:
        if (known := self.values.get(state)) is not None:
            return known
        value = self.values[state] = self._value(state, self.rules.awaiting(state))
        return value

    def _value(self, state: Any, awaiting: Awaiting) -> Fraction:
        if awaiting.deadline is not None:
            raise ValueError("expectimax knows no clock")
        if awaiting.nothing:
            return Fraction(self.rules.scores(state)[ALONE])
        return self._best(state) if awaiting.chance is None else self._mean(state, awaiting.chance)

    def _best(self, state: Any) -> Fraction:
        events = (Act(ALONE, action, Millis(0)) for action in self.rules.legal(state, ALONE))
        return max(self.value(self.rules.apply(state, event)) for event in events)

    def _mean(self, state: Any, chance: Any) -> Fraction:
        if chance not in self.supports:
            self.supports[chance] = list(chance.support())
        means = (share * self.value(self.rules.apply(state, Fate(values))) for values, share in self.supports[chance])
        return sum(means, Fraction(0))
