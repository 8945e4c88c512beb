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
"""A player who is away for this time while others are present is replaced by a bot."""
CLAIM = 120 * SECOND
"""A seat whose person took it but did not come within this time, before the match, is open again."""
MISSED = 10 * SECOND
"""After this time away, the others may ask for a bot; a broken connection is usually back sooner."""


class Clocks:
    """Since when each awaited seat has been thinking. Times are those of the server's clock."""

    def __init__(self, clock: Clock) -> None:
        self.limit = LIMITS[clock]
        self.since: dict[int, int] = {}

    def await_seats(self, seats: Iterable[int], now: int, moved: int | None = None) -> None:
        """These seats think; clocks that run already go on, those of seats that `moved` start anew."""
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
