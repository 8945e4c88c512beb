"""Refusals are values: a code for programs and translations, words for people, and what would be possible instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from purrlor.core.reason import Reason, as_reason
from purrlor.words import ENGLISH, words

from . import wire


class Refusing(Exception):
    """Nothing was changed; the sender gets the code, its values and the reason behind it, if there is one."""

    def __init__(
        self,
        code: str,
        allowed: Sequence[str] = (),
        values: Mapping[str, str | int | float] | None = None,
        reason: Reason | None = None,
    ) -> None:
        super().__init__(code, allowed, values, reason)  # as it may be raised in a worker process
        self.code = code
        self.allowed = list(allowed)
        self.values = dict(values or {})
        self.reason = reason

    def __str__(self) -> str:
        return self.words()

    def words(self, language: str = ENGLISH) -> str:
        say = words(language)
        reason = {} if self.reason is None else {"reason": say.reason(self.reason)}
        return say(f"server.refused.{self.code}", **self.values, **reason)

    def message(self, number: int, language: str = ENGLISH) -> wire.Refused:
        """`reason` is among the values, too, in English: clients may fill it into a sentence of their own."""
        reason = {} if self.reason is None else {"reason": str(self.reason)}
        sent = None if self.reason is None else wire_reason(self.reason)
        return wire.Refused(number, self.code, self.words(language), self.allowed, {**self.values, **reason}, sent)


def refused(
    code: str,
    allowed: Sequence[str] = (),
    *,
    because: Reason | Exception | None = None,
    **values: str | int | float,
) -> Refusing:
    return Refusing(code, allowed, values, None if because is None else as_reason(because))


def wire_reason(reason: Reason) -> wire.Reason:
    """A reason as the page gets it, which says it in its own language."""
    values: dict[str, str | int | list[str] | wire.Reason] = {}
    for name, value in reason.values.items():
        if isinstance(value, Reason):
            values[name] = wire_reason(value)
        else:
            values[name] = list(value) if isinstance(value, tuple) else value
    return wire.Reason(reason.code, str(reason), values)
