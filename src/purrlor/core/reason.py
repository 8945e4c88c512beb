"""Reasons for refusals: a code, its values, and the sentence in English.

`Refused` is the one error for everything that is refused in words; its subclasses are the kinds that callers
distinguish. Exceptions and logs are in English (`str(reason)`). Other languages look up the code in their catalogue of
words. A code without a sentence there, such as one of a game from another package, is said in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

ReasonValue: TypeAlias = "str | int | float | tuple[str, ...] | Reason"
NO_BREAK_SPACES = "\u00a0\u202f"
"""Spaces that some languages write inside numbers; Python does not count them as printable."""


class Reason:
    """A reason, such as `Reason("yatzy.refused.die", "a die shows 1 to 6, not '{text}'", text="7")`."""

    __slots__ = ("code", "english", "values")

    def __init__(self, code: str, english: str, /, **values: object) -> None:
        self.code = code
        self.english = english
        self.values: Mapping[str, ReasonValue] = {name: _value(each) for name, each in values.items()}

    def __str__(self) -> str:
        return self.english.format(**{name: _text(value) for name, value in self.values.items()})

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Reason({self.code!r}, {self.english!r}{values})"


class Refused(Exception):
    """An error whose reason can be said in every language.

    Takes a reason, or the arguments of one. A plain string is a reason in English only.
    """

    def __init__(self, reason: Reason | str, english: str = "", /, **values: object) -> None:
        self.reason = Reason(str(reason), english, **values) if english else as_reason(reason)
        super().__init__(self.reason)


def as_reason(given: Reason | str | Exception) -> Reason:
    """Return the reason of an error, or one that only repeats a text."""
    if isinstance(given, Refused):
        return given.reason
    return given if isinstance(given, Reason) else Reason("", "{text}", text=str(given))


def in_line(line: int, reason: Reason) -> Reason:
    """Describe what is wrong with a line of a text."""
    return Reason("refused.line", "line {line}: {reason}", line=line, reason=reason)


def _value(value: object) -> ReasonValue:
    if isinstance(value, Reason | int | float):
        return value
    if isinstance(value, Refused):
        return value.reason
    if isinstance(value, tuple | list):
        return tuple(_visible(str(part)) for part in value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return _visible(str(value))


def _visible(text: str) -> str:
    """Escape control characters: a reason may quote text from a user's file."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in NO_BREAK_SPACES else repr(sign)[1:-1] for sign in text)


def _text(value: ReasonValue) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)
