"""A table: a match with people. No waiting, no clock, no sockets: it gets what came and when, and returns what to do.

Everything that happens gives an `Outcome`: what must be written first, then what is sent to whom, and which bots are
to be asked. The caller writes before sending, and calls `wake` at the time that `next_wake` names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from purrlor.core import Seat
from purrlor.words import ENGLISH

from . import wire
from .bot_requests import NEVER
from .broadcast import Announcer
from .clock import AWAY, CLAIM
from .effects import Ask, Guest, Outcome
from .match import AnyGame
from .progress import Progress
from .race.reconnecting import Resuming
from .race.round_trips import Line
from .race.verdicts import RaceJudge
from .refusals import RequestRefused, refused
from .rows import AddJournal, EventRow, JournalRow, SaveForfeit, TableRow, Write
from .seat_limits import check_next_game
from .seats import Seating
from .setup import SeatSetup, Setup
from .spoken_answers import answered
from .start import Opening
from .state import TableState
from .updates import STORY_STEP, encoded, seat_view


class Table(TableState):
    """The parts of a table, and the messages that they handle."""

    def __init__(
        self, row: TableRow, game: AnyGame, setup: Setup, *, events: Iterable[EventRow] = (), now: int
    ) -> None:
        super().__init__(row, game, setup, events=events, now=now)
        self.announcer = Announcer(self)
        self.progress = Progress(self, self.announcer)
        self.judge = RaceJudge(self, self.announcer, self.progress)
        self.opening = Opening(self, self.announcer, self.progress)
        self.seating = Seating(self, self.announcer, self.progress, self.opening)
        self.resuming = Resuming(self, self.announcer, self.progress)
        self.hinting: set[int] = set()
        """The connections that wait for a hint."""

    def enter(
        self, connection: int, person: str, name: str, now: int, language: str = ENGLISH, *, screen: bool = False
    ) -> Outcome:
        """A connection opens; it is sent everything. A `screen` is a spectator, even if its person has a seat."""
        outcome = Outcome(now)
        if not self.resuming.waits:
            self.wake_up(now)
        seats = () if screen else self.setup.seats_of(person)
        guest = Guest(person, name, seats, Line(self.setup.cap), language, screen)
        self.guests[connection], self.announcer.watching = guest, None
        for seat in guest.seats:
            self.gone_since.pop(seat, None)
            self.seating.claim(seat, outcome)
            if self.setup.seats[seat].stands_in and self.setup.clock == "none":
                self.seating.give_back(seat, outcome)
        for said in self.talk.said:
            outcome.send(connection, said)
        self.announcer.tell_table(outcome)
        self.announcer.tell_latest(connection, outcome)
        self.resuming.came(connection, outcome)
        if not self.resuming.waits:
            self.progress.ask_bots(outcome)
        return outcome

    def prepare_entry(self, person: str) -> bool:
        """Work out a part of the story that this person is sent on entering; whether there is more to do.

        Somebody who is the first to watch a match of 9 000 events would let `enter` take 0.5 s.
        """
        viewers: Sequence[Seat | None] = [Seat(seat) for seat in self.setup.seats_of(person)] or [None]
        return any(self.teller.continue_story(viewer, STORY_STEP) for viewer in viewers)

    def leave(self, connection: int, now: int) -> Outcome:
        outcome = Outcome(now)
        guest, self.announcer.watching = self.guests.pop(connection, None), None
        if guest is not None and not self.is_here(guest.person):
            self.gone_since |= dict.fromkeys(guest.seats, now)
        if not self.guests:
            self.fall_asleep(outcome)
        self.announcer.tell_table(outcome)
        return outcome

    def seat_changed(self, now: int) -> Outcome:
        """Somebody took a seat over HTTP: connections look through other eyes now."""
        outcome = Outcome(now)
        for connection, guest in self.guests.items():
            seats = () if guest.screen else self.setup.seats_of(guest.person)
            if seats != guest.seats:
                guest.seats, self.announcer.watching = seats, None
                guest.name = self.setup.seats[seats[0]].name if seats else guest.name
                self.announcer.tell_latest(connection, outcome)
        for number, seat in enumerate(self.setup.seats):
            if seat.person and not self.asleep and not self.is_here(seat.person):
                self.gone_since.setdefault(number, now)
        self.save(outcome)
        self.announcer.tell_table(outcome)
        return outcome

    def give_up(self, person: str, now: int) -> Outcome:
        """A person leaves for good. Before the match the seat is open again; during it a bot plays to the end."""
        forfeits: list[Write] = []
        for number in self.setup.seats_of(person):
            seat = self.setup.seats[number]
            self.gone_since.pop(number, None)
            if self.status == "open" and not self.setup.reveal_until and not self.setup.evening:
                self.setup.seats[number] = SeatSetup("open")
                continue
            seat.person = ""
            seat.relieved = seat.relieved or bool(self.setup.evening and self.status != "over")
            if self.status != "over":
                if self.setup.rated:
                    forfeits.append(SaveForfeit(self.row.id, number, person))
                seat.left = seat.stands_in = True
                seat.level = seat.level or self.setup.stand_in
        if self.setup.host == person:
            self.setup.host = next(iter(self.setup.people), "")
        outcome = self.seat_changed(now)
        outcome.writes += forfeits
        self.opening.begin_if_ready(outcome)
        self.progress.ask_bots(outcome)
        return outcome

    def relieve_absent(self, now: int) -> Outcome:
        """Bots play for all who are not here, from the first act or from now on, also if nobody is here at all."""
        outcome = Outcome(now)
        if self.status != "over":
            self.wake_up(now)
            self.seating.relieve_absent(outcome)
        return outcome

    def receive(self, connection: int, message: wire.ClientMessage, now: int) -> Outcome:
        outcome = Outcome(now)
        guest = self.guests[connection]
        try:
            self._handle(connection, guest, message, outcome)
        except RequestRefused as refusing:
            outcome = Outcome(now, refusal=refusing.code)
            self.refuse(connection, getattr(message, "id", 0), refusing, outcome)
        return outcome

    def _handle(self, connection: int, guest: Guest, message: wire.ClientMessage, outcome: Outcome) -> None:
        match message:
            case wire.Act():
                self._act(connection, guest, message, outcome)
            case wire.TakeBack():
                self._take_back(guest, message, outcome)
            case wire.Ready() | wire.Reveal() | wire.Start():
                self.opening.prepare(guest, message, outcome)
            case wire.AskHint():
                self._ask_hint(connection, guest, message, outcome)
            case wire.AskView() | wire.AskState():
                outcome.send(connection, self._answer(guest, message))
            case wire.Say():
                self._say(guest, message, outcome)
            case wire.Replace():
                self.seating.replace(guest, message, outcome)
            case wire.TakeSeat():
                self.seating.take_seat(guest, message, outcome)
            case wire.Rematch():
                self._rematch(guest, message, outcome)

    def _act(self, connection: int, guest: Guest, act: wire.Act, outcome: Outcome) -> None:
        seat = self.progress.own_seat(guest, act.seat)
        self.progress.check_version(seat, act.version)
        action = self.progress.parsed(act.action)
        if self.setup.seats[seat].stands_in:
            self.seating.return_to_act(seat, action, outcome)
        if self.play.racing:
            self.resuming.check()
            self.judge.press(connection, guest, act, outcome)
        else:
            self.progress.push(seat, action, self.time(outcome.now), outcome)

    def _take_back(self, guest: Guest, message: wire.TakeBack, outcome: Outcome) -> None:
        seat = self.progress.own_seat(guest, message.seat)
        if self.setup.counts_elsewhere:
            raise refused("challenge_counts" if self.setup.challenge else "evening_counts")
        refusal = self.play.match.take_back_refusal(Seat(seat))
        if refusal is not None:
            raise refused(refusal.code)
        since, writes = self.play.take_back(seat)
        self.teller.cut_stories(since)
        outcome.writes += writes
        self.setup.take_backs = self.play.take_backs
        self.acted[seat] = self.play.version
        self.asking.forget()
        self.save(outcome)
        self.progress.changed(since, outcome, moved=seat, since=since)

    def _rematch(self, guest: Guest, message: wire.Rematch, outcome: Outcome) -> None:
        if self.status != "over":
            raise refused("not_over")
        if not guest.seats and guest.person != self.setup.host:
            raise refused("not_your_seat")
        if message.game:
            check_next_game(message.game, self.setup)
        outcome.rematch, outcome.next_game = not self.setup.next, message.game

    def rematch_made(self, table: str, key: str, now: int) -> Outcome:
        outcome = Outcome(now)
        self.setup.next, self.setup.next_key = table, key
        self.save(outcome)
        self.announcer.tell_table(outcome)
        return outcome

    def _say(self, guest: Guest, message: wire.Say, outcome: Outcome) -> None:
        said = self.talk.say(guest, message, outcome.now)
        outcome.writes.append(AddJournal(self.row.id, JournalRow(outcome.now, "said", encoded(said).decode())))
        for connection in self.guests:
            outcome.send(connection, said)

    def _answer(self, guest: Guest, message: wire.AskView | wire.AskState) -> wire.SeatView | wire.Answer:
        """How things stand: for a program, or in words."""
        if isinstance(message, wire.AskView):
            return seat_view(self.play, Seat(self.progress.own_seat(guest, message.seat)), message.id)
        if self.status == "open":
            raise refused("not_started")
        return answered(self.play, self.setup.seats, guest, message)

    def _ask_hint(self, connection: int, guest: Guest, message: wire.AskHint, outcome: Outcome) -> None:
        seat = self.progress.own_seat(guest, message.seat)
        if not self.setup.hints:
            raise refused("no_hints")
        if seat not in self.play.match.awaiting.seats or self.play.racing:
            raise refused("no_hint_now")
        if connection in self.hinting:
            raise refused("one_hint")
        self.hinting.add(connection)
        outcome.asks.append(self.asking.question(seat, "", hint=(connection, message.id)))

    def hint_found(self, ask: Ask, hint: wire.Hint | RequestRefused | None, now: int) -> Outcome:
        outcome = Outcome(now)
        assert ask.hint is not None
        connection, number = ask.hint
        self.hinting.discard(connection)
        found = refused("nobody_to_ask") if hint is None else hint
        if isinstance(found, RequestRefused):
            self.refuse(connection, number, found, outcome)
        elif connection in self.guests:
            outcome.send(connection, found)
        return outcome

    def next_wake(self) -> int | None:
        """When something is due by the server's clock."""
        waiting = self.asking.planned or self.race.presses or self.gone_since or self.setup.reveal_until
        if waiting or self.clocks.limit or self.play.match.awaiting.deadline is not None or self.resuming.until:
            return min(self._due_times(), default=None)
        return None

    def _due_times(self) -> Iterator[int]:
        if self.setup.reveal_until and not self.asleep:
            yield self.setup.reveal_until
        elif self.status == "open":
            yield from (since + CLAIM for since in self.seating.unclaimed().values())
        if self.status != "running":
            return
        if self.resuming.until is not None:
            yield self.resuming.until
        if self.asleep:
            if self.setup.clock == "day" and (due := self.clock_due()) is not None:
                yield due
            return
        yield from self.asking.times()
        yield from (self.judge.verdict_due(press) for press in self.race.presses if not self.judge.is_late(press))
        if (deadline := self.play.match.awaiting.deadline) is not None:
            yield self.began + deadline + self.judge.hold()
        if (due := self.clock_due()) is not None:
            yield due
        yield from (since + AWAY for since in self.seating.missed().values())

    def wake(self, now: int) -> Outcome:
        """Do what is due."""
        outcome = Outcome(now)
        if self.seating.free_unclaimed(now):
            self.save(outcome)
            self.announcer.tell_table(outcome)
        if self.status == "open" and not self.asleep and 0 < self.setup.reveal_until <= now:
            self.progress.begin(outcome)
        if self.status != "running":
            return outcome
        self.resuming.wake(outcome)
        for seat, since in self.seating.missed().items():
            if since + AWAY <= now:
                self.seating.stand_in(seat, outcome)
        self._time_out_thinkers(outcome)
        if not self.asleep:
            self.progress.play_planned(outcome)
            self.judge.judge(outcome)
            self.judge.pass_deadline(outcome)
        return outcome

    def _time_out_thinkers(self, outcome: Outcome) -> None:
        """A bot plays for a player whose time ran out, also while nobody is connected."""
        for seat in list(self.clocks.since):
            due = self.clocks.due(seat)
            if due is not None and due <= outcome.now and not self.setup.seats[seat].played_by_bot:
                self.wake_up(outcome.now)
                self.seating.stand_in(seat, outcome)

    def measured(self, connection: int, trip: float, *, by_kernel: bool = False) -> None:
        """A round trip took this many milliseconds, by the kernel or by the answer to a ping frame."""
        if connection in self.guests:
            self.guests[connection].line.measured(trip, by_kernel=by_kernel)

    def line_of(self, connection: int) -> Line | None:
        """The line of a connection; None: it has left."""
        guest = self.guests.get(connection)
        return guest.line if guest else None

    def bot_chose(self, ask: Ask, action: str, delay: int, now: int) -> Outcome:
        """A bot has answered; it acts now or at its time, unless the question is no longer open."""
        outcome = Outcome(now)
        if self.status != "running" or self.asleep or not self.asking.is_open(ask.seat, ask.number):
            return outcome
        if not self.play.racing:
            self.asking.plan(ask.seat, action, delay, now)
            self.progress.play_planned(outcome)
        elif delay < NEVER:
            shown = self.play.match.now
            press = self.race.planned(
                ask.seat, action, delay, version=ask.version, question=ask.number, otherwise=shown
            )
            self.race.presses.append(press)
            self.judge.judge(outcome)
        return outcome

    def dismantle(self) -> None:
        """Let go of the parts, which hold the table, so that its memory is free without a collection of garbage.

        For tables that nobody uses any more: after that they can do nothing.
        """
        del self.announcer, self.progress, self.judge, self.opening, self.seating, self.resuming
