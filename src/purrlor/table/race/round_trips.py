"""How much of a press's delay is excused as travel, from round trips that the server measured itself.

What is taken off is the line's usual round trip. A report that claims more travel than usual draws the difference from
a small budget, and one that claims less refills it by as much as it gives away. So the claims of an honest unsteady
line average out, and a constant lie is paid once and never again.

Where only the client's own answers to pings measure the line, they are held against what else the client does: nothing
can answer a message before it has arrived, so no act takes less than a round trip.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from functools import lru_cache
from math import comb
from statistics import fmean

from purrlor.kit.statistics import standard_error

SAMPLES = 40
"""Number of round trips and of answered pictures that are remembered."""
ENOUGH = 5
"""Number of round trips from which on the shortest of them says something."""
DOUBT = 0.1
"""Pings were answered late if acts as quick as this client's are at most this probable on its line."""
RANKS = 4
"""Number of the shortest round trips that acts are compared with."""
VOUCHED_SLACK = 2
"""Milliseconds by which the mean of the pings may exceed what a proxy measured: they also pass through the proxy."""
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
        self.answers: deque[float] = deque(maxlen=SAMPLES)
        self.vouched: deque[float] = deque(maxlen=SAMPLES)
        """Round trips that a trusted proxy measured: no answer to a ping lets the line count as longer."""
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

    def answered(self, elapsed: float) -> None:
        """The client answered a message by itself after this time: its line is no longer than that."""
        self.answers.append(elapsed)
        self._estimate()

    def vouch(self, trip: float) -> None:
        """Add a round trip that a trusted proxy measured at its end of the line."""
        self.vouched.append(max(0.0, trip))
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
        usual, proven = self._believed(mean)
        if self.vouched:
            usual = min(usual, self._most_vouched())
        self.usual = max(0.0, min(self.cap, usual))
        self.swing = FLOOR + (0.0 if proven else fmean(abs(trip - mean) for trip in self.trips))
        self.budget = min(self.budget, self.swing)

    def _most_vouched(self) -> float:
        """The most that a mean round trip can be after what a proxy measured: its mean, with the standard error."""
        return fmean(self.vouched) + standard_error(self.vouched) + VOUCHED_SLACK

    def _believed(self, mean: float) -> tuple[float, bool]:
        """The round trip to go by, and whether acts prove that pings were answered late.

        On an honest line acts take as long as round trips, or longer. If too many are quicker than almost all pings,
        these acts are the better measurement.
        """
        if self.by_kernel or not self.answers:
            return mean, False
        trips, acts = sorted(self.trips), sorted(self.answers)
        for rank, trip in enumerate(trips[:RANKS]):
            quicker = bisect_left(acts, trip)
            if quicker and by_chance(quicker, rank, len(acts), len(trips)) <= DOUBT:
                return min(mean, fmean(acts[:quicker])), True
        if len(trips) >= ENOUGH and acts[0] < trips[0]:
            return mean - trips[0] + acts[0], False
        return mean, False


@lru_cache(maxsize=10_000)
def by_chance(quicker: int, rank: int, acts: int, trips: int) -> float:
    """The probability that this many acts or more, and only `rank` trips, are among the quickest, if all are alike.

    That is the tail of a hypergeometric distribution: a precedence test, which needs no idea of how a line is spread.
    """
    drawn = quicker + rank
    ways = (comb(acts, few) * comb(trips, drawn - few) for few in range(quicker, min(acts, drawn) + 1))
    return sum(ways) / comb(acts + trips, drawn)
