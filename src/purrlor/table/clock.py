"""Time limits for thinking and for absence, after which a bot plays for a person."""

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
"""Absence after which a bot replaces a player while others are present."""
CLAIM = 120 * SECOND
"""Time before the match after which a seat is open again if the person who took it has not connected."""
MISSED = 10 * SECOND
"""Absence after which the other players may request a bot. A broken connection is usually back sooner."""


class Clocks:
    """The time at which each expected seat began to think, by the server's clock."""

    def __init__(self, clock: Clock) -> None:
        self.limit = LIMITS[clock]
        self.since: dict[int, int] = {}

    def await_seats(self, seats: Iterable[int], now: int, moved: int | None = None) -> None:
        """Run the clocks of exactly these seats. Running clocks continue; that of the seat that `moved` restarts."""
        if self.limit is not None:
            self.since = {seat: now if seat == moved else self.since.get(seat, now) for seat in seats}

    def stop(self) -> None:
        self.since = {}

    def due(self, seat: int) -> int | None:
        """Return the time at which the seat's clock runs out; None: it has no running clock."""
        return None if self.limit is None or seat not in self.since else self.since[seat] + self.limit

    def first_due(self, seats: Iterable[int]) -> int | None:
        return min((due for seat in seats if (due := self.due(seat)) is not None), default=None)

    def left(self, now: int) -> int | None:
        """Return the remaining time of the expected seat with the least time; None: no clock is running."""
        due = None if self.limit is None else self.first_due(self.since)
        return None if due is None else max(0, due - now)
