"""Refusals are values: a code for programs and translations, words for people, and what would be possible instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from purrlor.words import words

from .wire import Refused


class Refusing(Exception):
    """Nothing was changed; whoever asked is told why."""

    def __init__(
        self, code: str, said: str, allowed: Sequence[str] = (), values: Mapping[str, str | int | float] | None = None
    ) -> None:
        super().__init__(said)
        self.code = code
        self.words = said
        self.allowed = list(allowed)
        self.values = dict(values or {})

    def __reduce__(self) -> tuple[type[Refusing], tuple[str, str, list[str], dict[str, str | int | float]]]:
        """It may be raised in a worker process."""
        return type(self), (self.code, self.words, self.allowed, self.values)

    def message(self, number: int) -> Refused:
        return Refused(number, self.code, self.words, self.allowed, self.values)


def refused(code: str, allowed: Sequence[str] = (), **values: str | int | float) -> Refusing:
    return Refusing(code, words()(f"server.refused.{code}", **values), allowed, values)
