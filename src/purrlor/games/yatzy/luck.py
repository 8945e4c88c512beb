"""The luck of a match of Yatzy, exactly: what every roll brought beyond its expectation, by the solved table.

Before each roll best play expects the mean over all rolls of what it expects after it, so the difference has the mean 0
whatever the player keeps or writes.
"""

from __future__ import annotations

from typing import Any

from purrlor.core import Match, Record

from .review import review


def luck(match: Match[Any, Any, Any]) -> list[float]:
    names = tuple(f"seat {seat + 1}" for seat in range(match.rules.seats))
    record: Record[Any, Any, Any] = Record(match.rules, names, tuple(match.log))  # type: ignore[arg-type]
    return [account.luck for account in review(record)]
