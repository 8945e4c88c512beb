"""A fair race over lines of different length.

Everybody sees a picture later than it was sent, and is heard later than they pressed. So presses are not ordered by
their arrival but by the reaction time that counts for their line (`round_trips.py`). The verdict waits until nobody
else could still have been faster.
"""

from __future__ import annotations

from msgspec import Struct

from .. import wire
from .round_trips import SCREEN, Line

REMEMBERED = 64
"""Number of versions whose time of sending is remembered."""


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
    usual: int = 0
    exceeded: bool = False
    connection: int = 0
    id: int = 0
    bot: bool = False
    delay: int = 0
    """A handicap, which is part of `stamp`."""
    made: int = 0
    """Number of events of the match when it was done."""


class Race:
    """The presses that wait for their verdict, and when each version of the match was shown."""

    def __init__(self) -> None:
        self.presses: list[Press] = []
        self.sent_at: dict[int, int] = {}
        """By version: people and bots count from there."""

    def sent(self, version: int, at: int) -> None:
        if version not in self.sent_at:
            self.sent_at[version] = at
            if len(self.sent_at) > REMEMBERED:
                self.sent_at.pop(next(iter(self.sent_at)))

    def heard(self, connection: int, line: Line, act: wire.Act, at: int, *, delay: int = 0, made: int = 0) -> Press:
        """Return a person's press, with the time that counts. A version that was sent too long ago excuses nothing."""
        shown = self.sent_at.get(act.version)
        elapsed = 0 if shown is None else max(0, at - shown)
        allowance, exceeded = round(line.allowance), line.exceeded_by(act.reaction, elapsed)
        return Press(
            seat=act.seat,
            action=act.action,
            stamp=delay + (at if shown is None else at - elapsed + line.count(act.reaction, elapsed)),
            arrived=at,
            version=act.version,
            reported=act.reaction,
            elapsed=elapsed,
            allowance=allowance,
            usual=round(line.usual),
            exceeded=shown is not None and exceeded,
            connection=connection,
            id=act.id,
            delay=delay,
            made=made,
        )

    def plan(self, seat: int, action: str, delay: int, *, version: int, request: int, otherwise: int) -> None:
        """Add a bot's press. It counts from the picture that the request was about, seen as late as people see it.

        `otherwise` is the time of that picture if it is not remembered.
        """
        stamp = self.sent_at.get(version, otherwise) + SCREEN + delay
        self.presses.append(Press(seat, action, stamp, stamp, version, id=request, bot=True))

    def has_pressed(self, seat: int) -> bool:
        return any(press.seat == seat and not press.bot for press in self.presses)

    def first(self) -> Press | None:
        """The fair order; of equal stamps the one that was heard first."""
        return min(self.presses, key=lambda press: (press.stamp, press.arrived), default=None)

    def drop(self, seat: int) -> None:
        self.presses = [press for press in self.presses if press.seat != seat]

    def forget(self) -> None:
        self.presses, self.sent_at = [], {}

    def verdict(self, decided: list[Press], version: int, at: int) -> wire.RaceLedger:
        """The ledger of presses that were decided together."""
        arrivals = sorted(decided, key=lambda press: press.arrived)
        entries = [self._entry(press, place, arrivals.index(press) + 1) for place, press in enumerate(decided, 1)]
        held = max(0, at - max(press.arrived for press in decided))
        return wire.RaceLedger(version, held, entries)

    def _entry(self, press: Press, place: int, arrival: int) -> wire.RaceEntry:
        return wire.RaceEntry(
            seat=press.seat,
            action=press.action,
            version=press.version,
            reported=press.reported,
            elapsed=press.elapsed,
            allowance=press.allowance,
            usual=press.usual,
            exceeded=press.exceeded,
            reaction=press.stamp - self.sent_at.get(press.version, press.stamp),
            arrival=arrival,
            place=place,
            bot=press.bot,
            delay=press.delay,
        )
