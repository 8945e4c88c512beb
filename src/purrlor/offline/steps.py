"""What is to be stored, and what may be told then. Both travel as JSON."""

from __future__ import annotations

from msgspec import Struct

from .shelf import Entry


class Answered(Struct):
    """The answer to the request of that number."""

    number: int
    status: int
    type: str
    body: str


class StoreStep(Struct):
    """One transaction of the store."""

    number: int
    writes: list[Entry]


class Delivery(Struct):
    answers: list[Answered] = []
    sends: list[tuple[int, str]] = []
    """Connections and messages."""
    closed: list[tuple[int, str]] = []
    """Connections that are closed, and why: the reason that a server's WebSocket would give."""
