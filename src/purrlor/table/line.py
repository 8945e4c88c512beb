"""How much of a press's delay is excused as travel, from round trips that the server measured itself.

What is taken off is the line's usual round trip. A report that claims more travel than usual draws the difference from
a small budget, and one that claims less refills it by as much as it gives away. So the claims of an honest unsteady
line average out, and a constant lie is paid once and never again.
"""

from __future__ import annotations

from collections import deque
from statistics import fmean

SAMPLES = 40
"""Number of round trips and of answered pictures that are remembered."""
ENOUGH = 5
"""Number of round trips from which on the shortest of them says something."""
FLOOR = 8
"""Budget in milliseconds of a perfectly steady line: for the noise of the machines at its ends."""
CAP = 300
"""Most milliseconds that are taken off, unless the table sets another cap."""
SCREEN = 33
"""Milliseconds from receiving a picture to seeing it: two frames at 60 Hz. Bots see pictures as late as people."""
SCREEN_AT_MOST = 50
"""Milliseconds by which an honest report may exceed the travel, for a slow screen, without being marked."""


class Line:
    """The measured delay of one connection. All times are in milliseconds.

    `usual` is the mean round trip (0 until one was measured), `swing` the size of the budget.
    """

    def __init__(self, cap: int = CAP) -> None:
        self.cap = cap
        self.trips: deque[float] = deque(maxlen=SAMPLES)
        self.answers: deque[int] = deque(maxlen=SAMPLES)
        self.by_kernel = False
        self.usual = 0.0
        self.swing = float(FLOOR)
        self.budget = FLOOR / 2

    @property
    def allowance(self) -> float:
        """The most that can be taken off the next press."""
        return min(self.cap, self.usual + self.budget)

    def measured(self, trip: float, *, by_kernel: bool = False) -> None:
        """Add a round trip that the server measured; `by_kernel`: where the client cannot influence it."""
        self.by_kernel = by_kernel
        self.trips.append(max(0.0, trip))
        self._estimate()

    def count(self, reported: int | None, elapsed: int) -> int:
        """The reaction time that counts for a press that was received `elapsed` after its picture was sent."""
        self.answers.append(elapsed)
        self._estimate()
        claim = 0.0 if reported is None else elapsed - reported - self.usual
        granted = max(-self.swing, min(claim, self.allowance - self.usual))
        self.budget = min(self.swing, self.budget - granted)
        return max(0, min(elapsed, round(elapsed - self.usual - granted)))

    def exceeded_by(self, reported: int | None, elapsed: int) -> bool:
        """Whether a report claims more than the line and a slow screen can explain."""
        return reported is not None and elapsed - reported > self.allowance + SCREEN_AT_MOST

    def _estimate(self) -> None:
        if not self.trips:
            return
        mean = fmean(self.trips)
        self.usual = max(0.0, min(self.cap, mean - self._held_back()))
        self.swing = FLOOR + fmean(abs(trip - mean) for trip in self.trips)
        self.budget = min(self.budget, self.swing)

    def _held_back(self) -> float:
        """By how much the client has answered pings too late, as far as its acts prove it.

        Nobody answers a picture before it has arrived: an act that was quicker than every ping gives the client away.
        """
        if self.by_kernel or len(self.trips) < ENOUGH or not self.answers:
            return 0.0
        return max(0.0, min(self.trips) - min(self.answers))
