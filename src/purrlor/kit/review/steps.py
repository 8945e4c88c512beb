"""A match, event by event, for those who judge it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, TypeVar

from purrlor.core import Event, Match

S = TypeVar("S")
A = TypeVar("A")

Progress: TypeAlias = Callable[[int, int], None]
"""Hears how many events have been looked at, and of how many."""


def quietly(_done: int, _total: int) -> None:
    """Nobody waits."""


def steps(match: Match[S, A, Any], progress: Progress) -> Iterator[tuple[int, S, Event[A], S]]:
    """Every event with its number, and the states before and after it."""
    total = len(match)
    for number in range(1, total + 1):
        progress(number - 1, total)
        yield number, match.state_after(number - 1), match.event(number), match.state_after(number)
    progress(total, total)
