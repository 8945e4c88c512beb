"""Compensate for the delay of a connection, using round trips that the server measured itself.

The connection's usual round trip is subtracted from each press. A report that claims a longer trip takes the difference
from a small budget, and one that claims a shorter trip refills it by the difference. So the reports of an honest but
unsteady connection average out, and a constant lie gains something only once.

If only the client's own answers to pings measure the connection, they are compared with its acts. A client cannot
answer a message before it has arrived, so no act takes less than a round trip.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from functools import lru_cache
from math import comb
from statistics import fmean

from purrlor.kit.statistics import standard_error

SAMPLES = 40
"""Number of round trips, and of answers to pictures, that are remembered."""
ENOUGH = 5
"""Number of round trips from which on the shortest of them is meaningful."""
DOUBT = 0.1
"""Significance level: pings were answered late if acts as quick as this client's are at most this probable."""
RANKS = 4
"""Number of the shortest round trips with which acts are compared."""
VOUCHED_SLACK = 2
"""Milliseconds by which the mean of the pings may exceed the proxy's measurement: they also pass through the proxy."""
FLOOR = 8
"""Budget in milliseconds of a perfectly steady connection, for the noise of the machines at its ends."""
CAP = 300
"""The most milliseconds that are subtracted from a press, unless the table sets another cap."""
SCREEN = 33
"""Milliseconds from receiving a picture to seeing it: two frames at 60 Hz. Bots see pictures as late as people."""
SCREEN_AT_MOST = 50
"""Milliseconds by which an honest report may exceed the allowance without being marked, for a slow screen."""


class Delay:
    """The measured delay of one connection. All times are in milliseconds.

    `usual` is the mean round trip (0 until one has been measured), `swing` the maximum of the budget.
    """

    def __init__(self, cap: int = CAP) -> None:
        self.cap = cap
        self.trips: deque[float] = deque(maxlen=SAMPLES)
        self.answers: deque[float] = deque(maxlen=SAMPLES)
        self.vouched: deque[float] = deque(maxlen=SAMPLES)
        """Round trips that a trusted proxy measured, or the network code of two phones' browsers.

        They limit the round trip that answers to pings can claim.
        """
        self.by_kernel = False
        self.usual = 0.0
        self.swing = float(FLOOR)
        self.budget = FLOOR / 2

    @property
    def allowance(self) -> float:
        """The most that can be subtracted from the next press."""
        return min(self.cap, self.usual + self.budget)

    def measured(self, trip: float, *, by_kernel: bool = False) -> None:
        """Add a round trip that the server measured; `by_kernel`: in the kernel, beyond the client's influence."""
        self.by_kernel = by_kernel
        self.trips.append(max(0.0, trip))
        self._estimate()

    def answered(self, elapsed: float) -> None:
        """Add the time of an automatic answer of the client: its round trip is not longer than that."""
        self.answers.append(elapsed)
        self._estimate()

    def vouch(self, trip: float) -> None:
        """Add a round trip that a trusted proxy measured to the client, or two browsers between them."""
        self.vouched.append(max(0.0, trip))
        self._estimate()

    def count(self, reported: int | None, elapsed: int) -> int:
        """Return the reaction time that counts for a press received `elapsed` ms after its picture was sent."""
        self.answers.append(elapsed)
        self._estimate()
        claim = 0.0 if reported is None else elapsed - reported - self.usual
        granted = max(-self.swing, min(claim, self.allowance - self.usual))
        self.budget = min(self.swing, self.budget - granted)
        return max(0, min(elapsed, round(elapsed - self.usual - granted)))

    def exceeded_by(self, reported: int | None, elapsed: int) -> bool:
        """Return whether a report claims more delay than the connection and a slow screen can explain."""
        return reported is not None and elapsed - reported > self.allowance + SCREEN_AT_MOST

    def _estimate(self) -> None:
        if not self.trips:
            return
        mean = fmean(self.trips)
        usual, proven = self._credible_round_trip(mean)
        if self.vouched:
            usual = min(usual, self._most_vouched())
        self.usual = max(0.0, min(self.cap, usual))
        self.swing = FLOOR + (0.0 if proven else fmean(abs(trip - mean) for trip in self.trips))
        self.budget = min(self.budget, self.swing)

    def _most_vouched(self) -> float:
        """Return the upper bound of the mean round trip from a proxy's measurements: mean, standard error and slack."""
        return fmean(self.vouched) + standard_error(self.vouched) + VOUCHED_SLACK

    def _credible_round_trip(self, mean: float) -> tuple[float, bool]:
        """Return the round trip to use, and whether acts prove that pings were answered late.

        On an honest connection acts take as long as round trips, or longer. If too many acts are quicker than almost
        all pings, these acts are the better measurement.
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
    """Return the probability that at least `quicker` of the quickest `quicker + rank` times are acts, if all are alike.

    This is the tail of a hypergeometric distribution: a precedence test, which assumes no distribution of round trips.
    """
    drawn = quicker + rank
    ways = (comb(acts, few) * comb(trips, drawn - few) for few in range(quicker, min(acts, drawn) + 1))
    return sum(ways) / comb(acts + trips, drawn)
