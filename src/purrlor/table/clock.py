"""How long a person may think before a bot plays for them."""

from __future__ import annotations

from collections.abc import Iterable

from .wire import Clock

SECOND = 1000
LIMITS: dict[Clock, int | None] = {
    "none": None,
    "relaxed": 180 * SECOND,
    "quick": 30 * SECOND,
    "day": 24 * 3600 * SECOND,
}
AWAY = 60 * SECOND
"""Whoever is gone for so long while others are here is replaced by a bot."""
CLAIM = 120 * SECOND
"""A seat whose person took it but did not come within this time, before the match, is open again."""
MISSED = 10 * SECOND
"""Whoever is gone for so long may be replaced by those who wait: a broken line is mended sooner."""


class Clocks:
    """Since when each awaited seat has been thinking. Times are those of the server's clock."""

    def __init__(self, clock: Clock) -> None:
        self.limit = LIMITS[clock]
        self.since: dict[int, int] = {}

    def await_seats(self, seats: Iterable[int], now: int, moved: int | None = None) -> None:
        """These seats think; whoever did already goes on, whoever `moved` begins anew."""
        if self.limit is not None:
            self.since = {seat: now if seat == moved else self.since.get(seat, now) for seat in seats}

    def stop(self) -> None:
        self.since = {}

    def due(self, seat: int) -> int | None:
        """When the seat's time runs out."""
        return None if self.limit is None or seat not in self.since else self.since[seat] + self.limit

    def first_due(self, seats: Iterable[int]) -> int | None:
        return min((due for seat in seats if (due := self.due(seat)) is not None), default=None)

    def left(self, now: int) -> int | None:
        """What the awaited seat with the least time has left."""
        due = None if self.limit is None else self.first_due(self.since)
        return None if due is None else max(0, due - now)
