"""Values, the base of states, views, actions, events and notes; and enumerations of words."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Value(Struct, frozen=True, gc=False):
    """An immutable object, equal to any other with the same content.

    It cannot be part of a reference cycle, so the garbage collector need not track it: a server with hundreds of
    matches in memory would pause for that.
    """


class Notated(Value, frozen=True):
    """An action with its own notation: `str(action)`, which its game's `parse_action` reads back."""

    def __repr__(self) -> str:
        return f"parse_action({str(self)!r})"


class Word(StrEnum):
    """A word from a fixed list. It equals its string, and hashes like it and as fast."""

    __hash__ = str.__hash__
