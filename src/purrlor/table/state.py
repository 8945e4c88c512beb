"""The state of a table: the match, the seats, the connections, the time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from purrlor.core import Seat

from . import wire
from .chat import ChatLog
from .effects import Effects, Guest
from .match import AnyGame, TableMatch
from .messages import encoded
from .race.presses import Race
from .refusals import RequestRefused
from .rows import EventRow, SaveTable, Seated, TableRow
from .setup import Setup, Summary, progress_of
from .updates import Stories, UpdateEncoder
from .wire import Clock

SECOND = 1000
LIMITS: dict[Clock, int | None] = {
    "none": None,
    "relaxed": 180 * SECOND,
    "quick": 30 * SECOND,
    "day": 24 * 3600 * SECOND,
}


class PlannedAct(Struct, frozen=True):
    """An act that a bot has planned, with its time by the server's clock."""

    seat: int
    action: str
    due: int


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


class TableState:
    """The complete state of a table. Times are in milliseconds of the server's clock unless stated otherwise."""

    __slots__ = (
        "__weakref__",
        "acted",
        "asleep",
        "began",
        "behind",
        "chat",
        "clocks",
        "connections",
        "game",
        "gathering",
        "gathering_until",
        "gone_since",
        "guests",
        "hinting",
        "last_request",
        "ledger",
        "planned",
        "play",
        "race",
        "requested",
        "row",
        "setup",
        "status",
        "stories",
        "updates",
    )  # fmt: skip

    def __init__(
        self, row: TableRow, game: AnyGame, setup: Setup, *, events: Iterable[EventRow] = (), now: int
    ) -> None:
        self.row = row
        self.setup = setup
        self.status: wire.Status = row.status
        self.lay_out(game, events)
        self.clocks = Clocks(setup.clock)
        self.chat = ChatLog(setup.chat)
        self.race = Race()
        self.ledger: list[wire.RaceLedger] = []
        """The verdicts of the race so far."""
        self.began = now
        """The server's time at which the match's time was 0. It is shifted by the time that the table sleeps."""
        self.asleep = True
        """Whether nobody is connected: the time of the match stands still, and bots wait."""
        self.acted: dict[int, int] = self.play.last_acts()
        """The version after the last act of each seat."""
        self.guests: dict[int, Guest] = {}
        """The guests, by connection."""
        self.connections: dict[Seat | None, list[int]] | None = None
        """The connections that receive each seat's view; None: must be recomputed."""
        self.behind: dict[Seat | None, int] = {}
        """Number of events each viewer has seen since the log was shortened by a take-back."""
        self.gone_since: dict[int, int] = {}
        """The time since when the person of a seat has been absent."""
        self.hinting: set[int] = set()
        """The connections that wait for a hint."""
        self.gathering = False
        """An interrupted race is waiting until its people are back."""
        self.gathering_until: int | None = None
        """The time at which it continues even if people are missing; None: nobody has come back yet."""
        if self.status == "running":
            self.play.bind(row.secret, setup.contributions)

    def lay_out(self, game: AnyGame, events: Iterable[EventRow] = ()) -> None:
        """Create the match of this game with its events so far."""
        self.game = game
        self.play = TableMatch(self.row.id, game, events, self.setup.take_backs)
        self.play.match.taken = self.setup.taken
        self.stories = Stories(self.play)
        self.updates = UpdateEncoder(self.play)
        self.requested: dict[int, tuple[int, Any]] = {}
        """The number of each bot's latest request, and the view it was about."""
        self.last_request = 0
        self.planned: list[PlannedAct] = []

    def set_options(self, game: AnyGame, options: dict[str, str]) -> None:
        """Change the options before the match has begun."""
        assert self.status == "open"
        self.setup.options = options
        self.lay_out(game)

    def is_here(self, person: str) -> bool:
        return bool(person) and any(guest.person == person and not guest.screen for guest in self.guests.values())

    def time(self, now: int) -> int:
        """Convert the server's time to the time of the match."""
        return max(now - self.began, self.play.match.now)

    @property
    def last_changed(self) -> int:
        """The time of the last change, by the server's clock."""
        playing = self.status == "running" and not self.asleep
        return max(self.row.changed, self.began + self.play.match.now if playing else 0)

    @property
    def bots_play(self) -> bool:
        """Whether a bot is expected to act, so that the match continues without people."""
        seats = self.play.match.awaiting.seats if self.status == "running" and not self.asleep else ()
        return any(self.setup.seats[seat].played_by_bot for seat in seats)

    def refuse(self, connection: int, number: int, refusing: RequestRefused, effects: Effects) -> None:
        """Send the refusal of the message with this number in the sender's language, if they are still connected."""
        guest = self.guests.get(connection)
        if guest is not None:
            effects.send(connection, refusing.message(number, guest.language))

    # The clocks

    def clock_due(self) -> int | None:
        """Return the time at which the first person's clock runs out; None: no clock is running."""
        people = [seat for seat in self.clocks.since if not self.setup.seats[seat].played_by_bot]
        return self.clocks.first_due(people)

    def start_clocks(self, now: int, moved: int | None = None) -> None:
        if self.clocks.limit is None:
            return
        if self.status == "running" and not self.play.racing:
            self.clocks.await_seats(self.play.match.awaiting.seats, now, moved)
        else:
            self.clocks.stop()

    def resume_clock(self, due: int) -> None:
        """Restore a clock of days, which kept running while the table slept."""
        assert self.clocks.limit is not None
        self.clocks.since = {int(seat): due - self.clocks.limit for seat in self.play.match.awaiting.seats}

    def wake_up(self, now: int) -> None:
        """Resume the time of the match, if the table is asleep."""
        if self.asleep:
            self.asleep = False
            self.began = now - self.play.match.now
            self.gone_since = {number: now for number, seat in enumerate(self.setup.seats) if seat.person}
            self.start_clocks(now)

    # The row

    def summary(self) -> Summary:
        """Return the part of the match that lists of tables show."""
        match, running = self.play.match, self.status == "running"
        return Summary(
            events=self.play.length,
            awaiting=tuple(map(int, self.play.match.awaiting.seats)) if running else (),
            progress=progress_of(self.game, self.play.view(None)) if running else None,
            winners=tuple(map(int, match.winners)) if self.play.over else (),
            scores=tuple(match.scores) if self.play.over else (),
        )

    def save(self, effects: Effects, *, changed: int | None = None) -> None:
        """Write the table's row, with `changed` as its time of change (None: now).

        The row must be written before the events of the same moment.
        """
        due = self.clock_due() if self.setup.clock == "day" and self.status == "running" else None
        self.row = TableRow(
            id=self.row.id,
            game=self.row.game,
            setup=encoded(self.setup).decode(),
            secret=self.row.secret,
            status=self.status,
            created=self.row.created,
            changed=effects.now if changed is None else changed,
            due=due,
            summary=encoded(self.summary()).decode(),
        )
        effects.writes.append(SaveTable(self.row))

    def seated(self, person: str, role: wire.Role) -> Seated:
        return Seated(self.row.id, person, role)
