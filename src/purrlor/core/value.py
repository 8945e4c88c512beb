"""Values: what states, views, actions, events and notes are made of."""

from __future__ import annotations

from msgspec import Struct


class Value(Struct, frozen=True, gc=False):
    """Made once, never changed, and equal to whatever holds the same.

    Nothing that it holds can lead back to it, so the collector of garbage need not look at it: a parlour with hundreds
    of matches in memory would stop for that.
    """


class Notated(Value, frozen=True):
    """An action with a text of its own: `str(action)`, which `parse_action` of its game reads back."""

    def __repr__(self) -> str:
        return f"parse_action({str(self)!r})"
