"""The three kinds of events in a match, and the errors for impossible ones."""

from __future__ import annotations

from typing import Generic, NewType, TypeAlias, TypeVar

from .reason import Refused
from .value import Value

Seat = NewType("Seat", int)
"""A place at the table, counted from 0; texts for people count from 1."""
Millis = NewType("Millis", int)
"""A time in milliseconds since the match began."""

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class IllegalEvent(Refused):
    """The event is well-formed, but cannot happen in this state."""


class InvalidNotation(Refused, ValueError):
    """The text is not an action of this game."""


class Act(Value, Generic[A_co], frozen=True):
    """A seat acts."""

    seat: Seat
    """The seat, counted from 0."""
    action: A_co
    """The action, of the game's own type."""
    at: Millis = Millis(0)
    """The time in milliseconds since the match began."""


class Fate(Value, frozen=True):
    """A random outcome: the values that chance gave."""

    values: tuple[int, ...]
    """What was rolled, in ascending order, or drawn, in order."""
    at: Millis = Millis(0)
    """The time in milliseconds since the match began."""


class Timeout(Value, frozen=True):
    """The deadline passes."""

    at: Millis
    """The time in milliseconds since the match began."""


Event: TypeAlias = Act[A] | Fate | Timeout
