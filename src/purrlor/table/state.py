"""The state of a table, which its parts share: the match, the seats, the connections, the time."""

from __future__ import annotations

from collections.abc import Iterable

from . import wire
from .bot_requests import Asking
from .chat import Talk
from .clock import Clocks
from .effects import Guest, Outcome
from .match import AnyGame, TableMatch
from .race.presses import Race
from .refusals import RequestRefused
from .rows import EventRow, SaveTable, Seated, TableRow
from .setup import Setup, Summary, progress_of
from .updates import Teller, encoded


class TableState:
    """Everything that a table knows. Times are in milliseconds of the server's clock, unless said otherwise."""

    def __init__(
        self, row: TableRow, game: AnyGame, setup: Setup, *, events: Iterable[EventRow] = (), now: int
    ) -> None:
        self.row = row
        self.setup = setup
        self.status: wire.Status = row.status
        self.lay_out(game, events)
        self.clocks = Clocks(setup.clock)
        self.guests: dict[int, Guest] = {}
        self.talk = Talk(setup.chat)
        self.gone_since: dict[int, int] = {}
        self.race = Race()
        self.acted: dict[int, int] = self.play.last_acts()
        self.began = now
        """The server's time at which the match's time was 0; it moves on while the table sleeps."""
        self.asleep = True
        self.ledger: list[wire.RaceLedger] = []
        if self.status == "running":
            self.play.bind(row.secret, setup.contributions)

    def set_options(self, game: AnyGame, options: dict[str, str]) -> None:
        """Other options, before the match has begun."""
        assert self.status == "open"
        self.setup.options = options
        self.lay_out(game)

    def lay_out(self, game: AnyGame, events: Iterable[EventRow] = ()) -> None:
        """The match of this game, as far as it has come, and all that tells of it."""
        self.game = game
        self.play = TableMatch(self.row.id, game, events, self.setup.take_backs)
        self.teller = Teller(self.play)
        self.asking = Asking(self.setup, self.play, self.row.id, self.row.secret)

    def refuse(self, connection: int, number: int, refusing: RequestRefused, outcome: Outcome) -> None:
        """Answer the message of that number in the language of its sender, if they are still there."""
        guest = self.guests.get(connection)
        if guest is not None:
            outcome.send(connection, refusing.message(number, guest.language))

    def is_here(self, person: str) -> bool:
        return bool(person) and any(guest.person == person and not guest.screen for guest in self.guests.values())

    def time(self, now: int) -> int:
        """The time of the match."""
        return max(now - self.began, self.play.match.now)

    def clock_due(self) -> int | None:
        people = [seat for seat in self.clocks.since if not self.setup.seats[seat].played_by_bot]
        return self.clocks.first_due(people)

    def start_clocks(self, now: int, moved: int | None = None) -> None:
        if self.clocks.limit is None:
            return
        if self.status == "running" and not self.play.racing:
            self.clocks.await_seats(self.play.match.awaiting.seats, now, moved)
        else:
            self.clocks.stop()

    def wake_up(self, now: int) -> None:
        if self.asleep:
            self.asleep = False
            self.began = now - self.play.match.now
            self.gone_since = {number: now for number, seat in enumerate(self.setup.seats) if seat.person}
            self.start_clocks(now)

    def fall_asleep(self, outcome: Outcome) -> None:
        """Nobody attends: time stands still, and bots wait. The row keeps when something last happened."""
        if self.last_changed > self.row.changed:
            self.save(outcome, changed=self.last_changed)
        self.asleep = True
        self.asking.forget()
        self.race.forget()
        if self.setup.clock != "day":
            self.clocks.stop()

    def resume_clock(self, due: int) -> None:
        """Where a turn has days, the time went on while the table slept."""
        assert self.clocks.limit is not None
        self.clocks.since = {int(seat): due - self.clocks.limit for seat in self.play.match.awaiting.seats}

    @property
    def last_changed(self) -> int:
        """When something last happened here, by the server's clock."""
        playing = self.status == "running" and not self.asleep
        return max(self.row.changed, self.began + self.play.match.now if playing else 0)

    def summary(self) -> Summary:
        """What a list of tables shows of the match."""
        match, running = self.play.match, self.status == "running"
        return Summary(
            events=self.play.length,
            awaiting=tuple(map(int, self.play.match.awaiting.seats)) if running else (),
            progress=progress_of(self.game, self.play.view(None)) if running else None,
            winners=tuple(map(int, match.winners)) if self.play.over else (),
            scores=tuple(match.scores) if self.play.over else (),
        )

    def save(self, outcome: Outcome, *, changed: int | None = None) -> None:
        """Write the table's row, changed at this time (None: now). It goes before the events of the same moment."""
        due = self.clock_due() if self.setup.clock == "day" and self.status == "running" else None
        self.row = TableRow(
            id=self.row.id,
            game=self.row.game,
            setup=encoded(self.setup).decode(),
            secret=self.row.secret,
            status=self.status,
            created=self.row.created,
            changed=outcome.now if changed is None else changed,
            due=due,
            summary=encoded(self.summary()).decode(),
        )
        outcome.writes.append(SaveTable(self.row))

    def seated(self, person: str, role: wire.Role) -> Seated:
        return Seated(self.row.id, person, role)

    @property
    def bots_play(self) -> bool:
        """Whether bots go on by themselves, though nobody may be here."""
        seats = self.play.match.awaiting.seats if self.status == "running" and not self.asleep else ()
        return any(self.setup.seats[seat].played_by_bot for seat in seats)
