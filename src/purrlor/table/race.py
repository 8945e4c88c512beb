"""A fair race over lines of different length.

Everybody sees a picture later than it was sent, and is heard later than they pressed. So presses are not ordered by
their arrival but by *press minus display*, which only the client can measure, bounded by what the server measured
itself: between sending the picture and hearing the press no more can have been travel than the line takes. A report
that claims more is not believed at all: then the shortest round trip is taken off, no more.

The verdict waits until nobody else could still have been faster.
"""

from __future__ import annotations

from collections import deque
from statistics import median

from msgspec import Struct

from . import wire
from .wire import Act

SAMPLES = 25
ENOUGH = 5
SLACK = 50
"""Milliseconds for what ping frames do not see: a picture is on the screen two frames after it came, or later."""
UNSTEADY = 50
"""Milliseconds: no line is excused for more unsteadiness, or a liar would only have to answer pings unsteadily."""
CAP = 300
"""No line is excused for more than this, unless the table says otherwise."""
REMEMBERED = 64
"""Of so many versions it is known when they were shown."""
UNMEASURED = 60
"""The round trip of somebody whose line was not measured yet."""


class Line:
    """What is known of one connection: its last round trips in milliseconds."""

    def __init__(self, cap: int = CAP) -> None:
        self.cap = cap
        self.trips: deque[float] = deque(maxlen=SAMPLES)

    def measured(self, trip: float) -> None:
        self.trips.append(trip)

    @property
    def shortest(self) -> float:
        """What the line takes at its best: so much and no more is taken off where a report is not believed."""
        return min(self.cap, *self.trips) if self.trips else UNMEASURED

    @property
    def allowance(self) -> float:
        """The most that may be taken off: median, three times the median deviation, and some slack.

        A few round trips say nothing about how unsteady a line is: then its best one counts.
        """
        if len(self.trips) < ENOUGH:
            return min(self.cap, self.shortest + SLACK)
        middle = median(self.trips)
        spread = median(abs(trip - middle) for trip in self.trips)
        unsteady = min(UNSTEADY, middle + 3 * spread - self.shortest)
        return min(self.cap, self.shortest + unsteady + SLACK)

    def reaction(self, reported: int | None, elapsed: int) -> int:
        """The reaction time that counts for a press heard `elapsed` after its picture was sent."""
        if reported is None or reported > elapsed:
            return elapsed
        if reported < elapsed - self.allowance:
            return max(0, round(elapsed - self.shortest))
        return max(0, reported)


class Press(Struct, frozen=True):
    """An act that waits for its verdict. Times are milliseconds of the match."""

    seat: int
    action: str
    stamp: int
    """When it counts as done."""
    arrived: int
    version: int = 0
    reported: int | None = None
    elapsed: int = 0
    allowance: int = 0
    connection: int = 0
    id: int = 0
    bot: bool = False


class Race:
    """The presses that wait for their verdict, and when each version of the match was shown."""

    def __init__(self) -> None:
        self.presses: list[Press] = []
        self.told_at: dict[int, int] = {}

    def told(self, version: int, at: int) -> None:
        if version not in self.told_at:
            self.told_at[version] = at
            if len(self.told_at) > REMEMBERED:
                self.told_at.pop(next(iter(self.told_at)))

    def shown(self, version: int, otherwise: int) -> int:
        """When a version was sent: people and bots count from there."""
        return self.told_at.get(version, otherwise)

    def heard(self, connection: int, line: Line, act: Act, at: int) -> Press:
        """A person's press, with the time that counts."""
        shown = min(at, self.shown(act.version, at))
        elapsed = at - shown
        return Press(
            seat=act.seat,
            action=act.action,
            stamp=shown + line.reaction(act.reaction, elapsed),
            arrived=at,
            version=act.version,
            reported=act.reaction,
            elapsed=elapsed,
            allowance=round(line.allowance),
            connection=connection,
            id=act.id,
        )

    def has_pressed(self, seat: int) -> bool:
        return any(press.seat == seat and not press.bot for press in self.presses)

    def first(self) -> Press | None:
        """The fair order; of equal stamps the one that was heard first."""
        return min(self.presses, key=lambda press: (press.stamp, press.arrived), default=None)

    def drop(self, seat: int) -> None:
        self.presses = [press for press in self.presses if press.seat != seat]

    def forget(self) -> None:
        self.presses, self.told_at = [], {}

    def verdict(self, decided: list[Press], version: int, at: int) -> wire.Race:
        """The ledger of presses that were decided together."""
        arrivals = sorted(decided, key=lambda press: press.arrived)
        entries = [self._entry(press, place, arrivals.index(press) + 1) for place, press in enumerate(decided, 1)]
        held = max(0, at - max(press.arrived for press in decided))
        return wire.Race(version, held, entries)

    def _entry(self, press: Press, place: int, arrival: int) -> wire.RaceEntry:
        return wire.RaceEntry(
            seat=press.seat,
            action=press.action,
            version=press.version,
            reported=press.reported,
            elapsed=press.elapsed,
            allowance=press.allowance,
            reaction=press.stamp - self.told_at.get(press.version, press.stamp),
            arrival=arrival,
            place=place,
            bot=press.bot,
        )
