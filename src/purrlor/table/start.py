"""Before the match: people get ready, contribute to fate, and the match begins."""

from __future__ import annotations

from purrlor.core.options import option_texts

from . import wire
from .broadcast import Announcer
from .contributions import all_revealed, await_reveals, make_ready, reveal, reveals_began
from .effects import Guest, Outcome
from .progress import Progress
from .refusals import refused
from .seat_limits import with_few_seats
from .setup import SeatSetup, name_bots
from .state import TableState


class Opening:
    """Handles the messages before a match begins."""

    def __init__(self, table: TableState, announcer: Announcer, progress: Progress) -> None:
        self.table = table
        self.announcer = announcer
        self.progress = progress

    def prepare(self, guest: Guest, message: wire.Ready | wire.Reveal | wire.Start, outcome: Outcome) -> None:
        match message:
            case wire.Ready():
                self.ready(guest, message, outcome)
            case wire.Reveal():
                self.reveal(guest, message, outcome)
            case wire.Start():
                self.start_now(guest, message, outcome)

    def ready(self, guest: Guest, message: wire.Ready, outcome: Outcome) -> None:
        if self.table.status != "open" or not guest.seats or not make_ready(self.table.setup, guest.seats, message):
            return
        if self.table.setup.all_ready:
            self.begin_or_reveal(outcome)
        else:
            self.table.save(outcome)
            self.announcer.tell_table(outcome)

    def begin_or_reveal(self, outcome: Outcome) -> None:
        """Everybody is there: the match begins when the contributions that were pledged are revealed."""
        if not await_reveals(self.table.setup, outcome.now):
            self.progress.begin(outcome)
            return
        self.table.save(outcome)
        self.announcer.tell_table(outcome)

    def begin_if_ready(self, outcome: Outcome) -> None:
        if self.table.status == "open" and self.table.setup.all_ready and not self.table.setup.reveal_until:
            self.begin_or_reveal(outcome)

    def reveal(self, guest: Guest, message: wire.Reveal, outcome: Outcome) -> None:
        if (
            self.table.status != "open"
            or not guest.seats
            or not reveal(self.table.setup, guest.seats, message.contribution)
        ):
            return
        guest.line.answered(outcome.now - reveals_began(self.table.setup))
        if all_revealed(self.table.setup):
            self.progress.begin(outcome)
        else:
            self.table.save(outcome)

    def start_now(self, guest: Guest, message: wire.Start, outcome: Outcome) -> None:
        if guest.person != self.table.setup.host:
            raise refused("host_only")
        if self.table.status != "open" or self.table.setup.reveal_until:
            raise refused("started_already")
        if message.without_bots and not self.table.setup.counts_elsewhere:
            self.take_open_seats_away()
        for seat in self.table.setup.seats:
            if seat.kind == "open":
                seat.kind, seat.level = "bot", self.table.setup.stand_in
        name_bots(self.table.setup.seats)
        self.begin_or_reveal(outcome)

    def take_open_seats_away(self) -> None:
        """Go on with fewer seats, as few as the game and its options allow; the others keep their order."""
        table, setup = self.table, self.table.setup
        taken = [seat for seat in setup.seats if seat.kind != "open"]
        found = with_few_seats(setup.game, setup.options, len(taken))
        if found is None or found[0] >= len(setup.seats):
            return
        count, game = found
        gone = {id(setup.seats[number]): since for number, since in table.gone_since.items()}
        setup.options = option_texts(game)
        setup.seats[:] = [*taken, *(SeatSetup("open") for _ in range(count - len(taken)))]
        table.gone_since = {number: gone[id(seat)] for number, seat in enumerate(setup.seats) if id(seat) in gone}
        table.lay_out(game)
        for guest in table.guests.values():
            guest.seats = () if guest.screen else setup.seats_of(guest.person)
        self.announcer.watching = None
