"""A fair race over connections with different delays.

People see a picture later than it was sent, and their presses arrive later than they pressed. So presses are ordered
not by arrival but by reaction time, corrected for the connection's delay (`round_trips.py`). The verdict waits until no
faster press can still arrive.
"""

from __future__ import annotations

from msgspec import Struct

from .. import wire
from .round_trips import SCREEN, Delay

REMEMBERED = 64
"""Number of versions whose sending time is remembered."""


class Press(Struct, frozen=True):
    """An act that waits for its verdict. Times are milliseconds of the match."""

    seat: int
    action: str
    stamp: int
    """The time at which the press counts."""
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
    """The handicap, which is included in `stamp`."""
    made: int = 0
    """Number of events of the match when the press arrived."""


class Race:
    """The presses that wait for their verdict, and the time at which each version of the match was sent."""

    def __init__(self) -> None:
        self.presses: list[Press] = []
        self.sent_at: dict[int, int] = {}
        """The sending time of each version, from which the reactions of people and bots are measured."""

    def sent(self, version: int, at: int) -> None:
        if version not in self.sent_at:
            self.sent_at[version] = at
            if len(self.sent_at) > REMEMBERED:
                self.sent_at.pop(next(iter(self.sent_at)))

    def heard(self, connection: int, own: Delay, act: wire.Act, at: int, *, delay: int = 0, made: int = 0) -> Press:
        """Return a person's press with the time that counts. A forgotten version gets no compensation for delay."""
        shown = self.sent_at.get(act.version)
        elapsed = 0 if shown is None else max(0, at - shown)
        allowance, exceeded = round(own.allowance), own.exceeded_by(act.reaction, elapsed)
        return Press(
            seat=act.seat,
            action=act.action,
            stamp=delay + (at if shown is None else at - elapsed + own.count(act.reaction, elapsed)),
            arrived=at,
            version=act.version,
            reported=act.reaction,
            elapsed=elapsed,
            allowance=allowance,
            usual=round(own.usual),
            exceeded=shown is not None and exceeded,
            connection=connection,
            id=act.id,
            delay=delay,
            made=made,
        )

    def plan(self, seat: int, action: str, delay: int, *, version: int, request: int, otherwise: int) -> None:
        """Add a bot's press. Its delay counts from the request's picture, after the same display delay as for people.

        `otherwise` is the time of that picture if its version is not remembered.
        """
        stamp = self.sent_at.get(version, otherwise) + SCREEN + delay
        self.presses.append(Press(seat, action, stamp, stamp, version, id=request, bot=True))

    def has_pressed(self, seat: int) -> bool:
        return any(press.seat == seat and not press.bot for press in self.presses)

    def first(self) -> Press | None:
        """Return the press with the earliest stamp; of equal stamps, the first to arrive."""
        return min(self.presses, key=lambda press: (press.stamp, press.arrived), default=None)

    def drop(self, seat: int) -> None:
        self.presses = [press for press in self.presses if press.seat != seat]

    def forget(self) -> None:
        self.presses, self.sent_at = [], {}

    def verdict(self, decided: list[Press], version: int, at: int) -> wire.RaceLedger:
        """Return the ledger of presses that were decided together."""
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
