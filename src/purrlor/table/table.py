"""A table: a match with people. No waiting, no clock, no sockets: it is told what came and when, and says what to do.

Everything that happens gives an `Outcome`: what must be written first, then what is sent to whom, and which bots are
to be asked. Whoever runs the table writes before sending, and calls `wake` at the time that `next_wake` names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from purrlor.core import IllegalEvent, InvalidNotation, Seat

from . import wire
from .asking import NEVER, Asking
from .clock import AWAY, CLAIM, MISSED, Clocks
from .contributions import all_revealed, await_reveals, fix_contributions, make_ready, reveal
from .levels import checked_level
from .line import Line
from .outcome import Ask, Guest, Outcome, connections_of
from .play import AnyGame, Play
from .race import Press, Race
from .refusals import Refusing, refused
from .rows import AddJournal, EventRow, JournalRow, SaveTable, Seated, TableRow
from .setup import SeatSetup, Setup, Summary, name_bots, progress_of
from .talk import Talk
from .telling import Teller, encoded, table_info


class Table:
    def __init__(
        self, row: TableRow, game: AnyGame, setup: Setup, *, events: Iterable[EventRow] = (), now: int
    ) -> None:
        self.row = row
        self.game = game
        self.setup = setup
        self.status: wire.Status = row.status
        self.play = Play(row.id, game, events, setup.take_backs)
        self.teller = Teller(self.play)
        self.clocks = Clocks(setup.clock)
        self.guests: dict[int, Guest] = {}
        self.watching: dict[Seat | None, list[int]] | None = None
        """The connections that look through each seat's eyes; None: to be worked out again."""
        self.behind: dict[Seat | None, int] = {}
        """Who was told only so many events under the numbers they have now."""
        self.talk = Talk(setup.chat)
        self.hinting: set[int] = set()
        """The connections that wait for a hint."""
        self.gone_since: dict[int, int] = {}
        self.asking = Asking(setup, self.play, row.id, row.secret)
        self.race = Race()
        self.acted: dict[int, int] = self.play.last_acts()
        self.began = now
        """The server's time at which the match's time was 0; it moves on while the table sleeps."""
        self.asleep = True
        self.ledger: list[wire.Race] = []
        if self.status == "running":
            self.play.bind(row.secret, setup.contributions)

    # People come and go

    def enter(self, connection: int, person: str, name: str, now: int) -> Outcome:
        """A connection opens; it is sent everything."""
        outcome = Outcome()
        self._wake_up(now)
        guest = Guest(person, name, self.setup.seats_of(person), Line(self.setup.cap))
        self.guests[connection], self.watching = guest, None
        for seat in guest.seats:
            self.gone_since.pop(seat, None)
            self._claim(seat, outcome, now)
            if self.setup.seats[seat].stands_in and self.setup.clock == "none":
                self._give_back(seat, outcome, now)
        self._tell_table(outcome)
        self._tell_latest(connection, outcome, now)
        for said in self.talk.said:
            outcome.send(connection, said)
        self._ask_bots(outcome)
        return outcome

    def _claim(self, seat: int, outcome: Outcome, now: int) -> None:
        if not self.setup.seats[seat].came:
            self.setup.seats[seat].came = True
            self.save(outcome, now)

    def leave(self, connection: int, now: int) -> Outcome:
        outcome = Outcome()
        guest, self.watching = self.guests.pop(connection, None), None
        if guest is not None and not self._is_here(guest.person):
            self.gone_since |= dict.fromkeys(guest.seats, now)
        if not self.guests:
            self._fall_asleep(outcome)
        self._tell_table(outcome)
        return outcome

    def seat_changed(self, now: int) -> Outcome:
        """Somebody took a seat over HTTP: connections look through other eyes now."""
        outcome = Outcome()
        for connection, guest in self.guests.items():
            seats = self.setup.seats_of(guest.person)
            if seats != guest.seats:
                guest.seats, self.watching = seats, None
                guest.name = self.setup.seats[seats[0]].name if seats else guest.name
                self._tell_latest(connection, outcome, now)
        for number, seat in enumerate(self.setup.seats):
            if seat.person and not self.asleep and not self._is_here(seat.person):
                self.gone_since.setdefault(number, now)
        self.save(outcome, now)
        self._tell_table(outcome)
        return outcome

    def free_unclaimed(self, now: int) -> bool:
        """Open the seats again whose people took them but never came: their answer may have been lost."""
        if self.status != "open" or self.setup.reveal_until:
            return False
        unclaimed = [number for number, since in self._unclaimed().items() if since + CLAIM <= now]
        for number in unclaimed:
            self.setup.seats[number] = SeatSetup("open")
            self.gone_since.pop(number, None)
        return bool(unclaimed)

    def _unclaimed(self) -> dict[int, int]:
        return {number: since for number, since in self.gone_since.items() if not self.setup.seats[number].came}

    def give_up(self, person: str, now: int) -> Outcome:
        """A person leaves for good. Before the match the seat is open again; during it a bot plays to the end."""
        for number in self.setup.seats_of(person):
            seat = self.setup.seats[number]
            self.gone_since.pop(number, None)
            if self.status == "open" and not self.setup.reveal_until:
                self.setup.seats[number] = SeatSetup("open")
                continue
            seat.person = ""
            if self.status != "over":
                seat.left = seat.stands_in = True
                seat.level = seat.level or self.setup.stand_in
        if self.setup.host == person:
            self.setup.host = next(iter(self.setup.people), "")
        outcome = self.seat_changed(now)
        self._ask_bots(outcome)
        return outcome

    def _is_here(self, person: str) -> bool:
        return bool(person) and any(guest.person == person for guest in self.guests.values())

    def _wake_up(self, now: int) -> None:
        if self.asleep:
            self.asleep = False
            self.began = now - self.play.match.now
            self.gone_since = {number: now for number, seat in enumerate(self.setup.seats) if seat.person}
            self._start_clocks(now)

    def resume_clock(self, due: int) -> None:
        """Where a turn has days, the time went on while the table slept."""
        assert self.clocks.limit is not None
        self.clocks.since = {int(seat): due - self.clocks.limit for seat in self.play.awaiting.seats}

    def _fall_asleep(self, outcome: Outcome) -> None:
        """Nobody attends: time stands still, and bots wait. The row keeps when something last happened."""
        if self.last_changed > self.row.changed:
            self.save(outcome, self.last_changed)
        self.asleep = True
        self.asking.forget()
        self.race.forget()
        if self.setup.clock != "day":
            self.clocks.stop()

    # Messages

    def receive(self, connection: int, message: wire.ClientMessage, now: int) -> Outcome:
        outcome = Outcome()
        guest = self.guests[connection]
        try:
            self._handle(connection, guest, message, outcome, now)
        except Refusing as refusing:
            outcome = Outcome(refusal=refusing.code)
            outcome.send(connection, refusing.message(getattr(message, "id", 0)))
        return outcome

    def _handle(self, connection: int, guest: Guest, message: wire.ClientMessage, outcome: Outcome, now: int) -> None:
        match message:
            case wire.Act():
                self._act(connection, guest, message, outcome, now)
            case wire.TakeBack():
                self._take_back(guest, message, outcome, now)
            case wire.Ready() | wire.Reveal() | wire.Start():
                self._prepare(guest, message, outcome, now)
            case wire.AskHint():
                self._ask_hint(connection, guest, message, outcome)
            case wire.Say():
                self._say(guest, message, outcome, now)
            case wire.Replace():
                self._replace(guest, message, outcome, now)
            case wire.TakeSeat():
                self._take_seat(guest, message, outcome, now)
            case wire.Rematch():
                self._rematch(guest, outcome)

    def _act(self, connection: int, guest: Guest, act: wire.Act, outcome: Outcome, now: int) -> None:
        seat = self._own_seat(guest, act.seat)
        self._check_version(seat, act.version)
        action = self._parsed(act.action)
        if self.setup.seats[seat].stands_in:
            self._return_to_act(seat, action, outcome, now)
        if self.play.racing:
            self._press(connection, guest, act, outcome, now)
        else:
            self._push(seat, action, self._time(now), outcome, now)

    def _return_to_act(self, seat: int, action: Any, outcome: Outcome, now: int) -> None:
        """Whoever acts takes the seat back, but only with an act that is possible: a refusal changes nothing."""
        try:
            self.play.check(seat, action, self._time(now))
        except IllegalEvent as error:
            raise self._not_now(seat, error) from None
        self._give_back(seat, outcome, now)
        self._tell_table(outcome)

    def _not_now(self, seat: int, error: IllegalEvent) -> Refusing:
        return refused("not_now", [str(each) for each in self.play.match.legal(Seat(seat))], reason=str(error))

    def _own_seat(self, guest: Guest, seat: int) -> int:
        if self.status == "open":
            raise refused("not_started")
        if seat not in guest.seats:
            raise refused("not_your_seat")
        if self.status == "over":
            raise refused("over")
        return seat

    def _check_version(self, seat: int, version: int) -> None:
        if version > self.play.version or version < 0:
            raise refused("unknown_version", version=version, latest=self.play.version)
        if version < self.acted.get(seat, 0):
            raise refused("acted_already")

    def _parsed(self, text: str) -> Any:
        try:
            return self.game.parse_action(text)
        except InvalidNotation as error:
            raise refused("no_action", reason=str(error)) from None

    def _push(self, seat: int, action: Any, at: int, outcome: Outcome, now: int) -> None:
        first = self.play.length
        try:
            outcome.writes += self.play.act(seat, action, at)
        except IllegalEvent as error:
            raise self._not_now(seat, error) from None
        self.acted[seat] = self.play.version
        self._changed(first, outcome, now, moved=seat)

    def _take_back(self, guest: Guest, message: wire.TakeBack, outcome: Outcome, now: int) -> None:
        seat = self._own_seat(guest, message.seat)
        refusal = self.play.match.take_back_refusal(Seat(seat))
        if refusal is not None:
            raise refused(f"take_back_{refusal.name.lower()}")
        since, writes = self.play.take_back(seat)
        self.teller.cut_stories(since)
        outcome.writes += writes
        self.setup.take_backs = self.play.take_backs
        self.acted[seat] = self.play.version
        self.asking.forget()
        self.save(outcome, now)
        self._changed(since, outcome, now, moved=seat, since=since)

    # Before the match

    def _prepare(
        self, guest: Guest, message: wire.Ready | wire.Reveal | wire.Start, outcome: Outcome, now: int
    ) -> None:
        match message:
            case wire.Ready():
                self._ready(guest, message, outcome, now)
            case wire.Reveal():
                self._reveal(guest, message, outcome, now)
            case wire.Start():
                self._start_now(guest, outcome, now)

    def _ready(self, guest: Guest, message: wire.Ready, outcome: Outcome, now: int) -> None:
        if self.status != "open" or not guest.seats or not make_ready(self.setup, guest.seats, message):
            return
        if self.setup.all_ready:
            self._begin_or_reveal(outcome, now)
        else:
            self.save(outcome, now)
            self._tell_table(outcome)

    def _begin_or_reveal(self, outcome: Outcome, now: int) -> None:
        """Everybody is there: the match begins when the contributions that were pledged are revealed."""
        if not await_reveals(self.setup, now):
            self._begin(outcome, now)
            return
        self.save(outcome, now)
        self._tell_table(outcome)

    def _reveal(self, guest: Guest, message: wire.Reveal, outcome: Outcome, now: int) -> None:
        if self.status != "open" or not guest.seats or not reveal(self.setup, guest.seats, message.contribution):
            return
        if all_revealed(self.setup):
            self._begin(outcome, now)
        else:
            self.save(outcome, now)

    def _start_now(self, guest: Guest, outcome: Outcome, now: int) -> None:
        if guest.person != self.setup.host:
            raise refused("host_only")
        if self.status != "open" or self.setup.reveal_until:
            raise refused("started_already")
        for seat in self.setup.seats:
            if seat.kind == "open":
                seat.kind, seat.level = "bot", self.setup.stand_in
        name_bots(self.setup.seats)
        self._begin_or_reveal(outcome, now)

    def _begin(self, outcome: Outcome, now: int) -> None:
        self.status = "running"
        self.began = now
        fix_contributions(self.setup)
        self.play.bind(self.row.secret, self.setup.contributions)
        self.save(outcome, now)
        outcome.writes += self.play.settle(0)
        self._tell_table(outcome)
        self._changed(0, outcome, now)

    # Seats

    def _replace(self, guest: Guest, message: wire.Replace, outcome: Outcome, now: int) -> None:
        if not 0 <= message.seat < len(self.setup.seats):
            raise refused("no_such_seat")
        seat = self.setup.seats[message.seat]
        own = message.seat in guest.seats
        if not own and not self._may_replace(guest, message.seat, now):
            raise refused("not_yours_to_replace")
        wanted = message.level if own or seat.kind == "open" else ""
        level = checked_level(self.setup.game, wanted or self.setup.stand_in)
        if seat.kind == "open":
            seat.kind, seat.level = "bot", level
            name_bots(self.setup.seats)
        else:
            seat.stands_in, seat.level = True, level
        if self.status == "open" and self.setup.all_ready and not self.setup.reveal_until:
            return self._begin_or_reveal(outcome, now)
        return self._seats_changed(outcome, now)

    def _may_replace(self, guest: Guest, number: int, now: int) -> bool:
        """The host an open seat; who plays somebody who is not here before the match, or has been gone for a while."""
        seat = self.setup.seats[number]
        if seat.kind == "open":
            return guest.person == self.setup.host
        if seat.kind != "person" or not guest.seats or self._is_here(seat.person):
            return False
        gone = now - self.gone_since.get(number, now) >= MISSED
        return self.status == "open" or (gone and self.setup.clock != "day")

    def _take_seat(self, guest: Guest, message: wire.TakeSeat, outcome: Outcome, now: int) -> None:
        if message.seat not in guest.seats:
            raise refused("not_your_seat")
        if not self.setup.seats[message.seat].stands_in:
            self._tell_table(outcome)
            return
        self._give_back(message.seat, outcome, now)
        self._seats_changed(outcome, now)

    def _give_back(self, seat: int, outcome: Outcome, now: int) -> None:
        """The bot that stood in gets up."""
        self.setup.seats[seat].stands_in = False
        self.asking.forget(seat)
        self.race.drop(seat)
        if seat in self.clocks.since:
            self.clocks.since[seat] = now
        self.save(outcome, now)

    def _stand_in(self, seat: int, outcome: Outcome, now: int) -> None:
        setup = self.setup.seats[seat]
        setup.stands_in, setup.level = True, setup.level or self.setup.stand_in
        self._seats_changed(outcome, now)

    def _seats_changed(self, outcome: Outcome, now: int) -> None:
        self.save(outcome, now)
        self._tell_table(outcome)
        self._ask_bots(outcome)

    def _rematch(self, guest: Guest, outcome: Outcome) -> None:
        if self.status != "over":
            raise refused("not_over")
        if not guest.seats:
            raise refused("not_your_seat")
        outcome.rematch = not self.setup.next

    def rematch_made(self, table: str, key: str, now: int) -> Outcome:
        outcome = Outcome()
        self.setup.next, self.setup.next_key = table, key
        self.save(outcome, now)
        self._tell_table(outcome)
        return outcome

    # Words

    def _say(self, guest: Guest, message: wire.Say, outcome: Outcome, now: int) -> None:
        said = self.talk.say(guest, message, now)
        outcome.writes.append(AddJournal(self.row.id, JournalRow(now, "said", encoded(said).decode())))
        for connection in self.guests:
            outcome.send(connection, said)

    def _ask_hint(self, connection: int, guest: Guest, message: wire.AskHint, outcome: Outcome) -> None:
        seat = self._own_seat(guest, message.seat)
        if not self.setup.hints:
            raise refused("no_hints")
        if seat not in self.play.awaiting.seats or self.play.racing:
            raise refused("no_hint_now")
        if connection in self.hinting:
            raise refused("one_hint")
        self.hinting.add(connection)
        outcome.asks.append(self.asking.question(seat, "", hint=(connection, message.id)))

    def hint_found(self, ask: Ask, hint: wire.Hint | Refusing | None) -> Outcome:
        outcome = Outcome()
        assert ask.hint is not None
        connection, number = ask.hint
        self.hinting.discard(connection)
        if connection in self.guests:
            found = refused("nobody_to_ask") if hint is None else hint
            outcome.send(connection, found.message(number) if isinstance(found, Refusing) else found)
        return outcome

    # Time

    def _time(self, now: int) -> int:
        """The time of the match."""
        return max(now - self.began, self.play.match.now)

    def next_wake(self) -> int | None:
        """When something is due by the server's clock."""
        calm = self.clocks.limit is None and self.play.awaiting.deadline is None
        waiting = self.asking.planned or self.race.presses or self.gone_since or self.setup.reveal_until
        if calm and not waiting:
            return None
        return min(self._due_times(), default=None)

    def _due_times(self) -> Iterator[int]:
        if self.setup.reveal_until and not self.asleep:
            yield self.setup.reveal_until
        elif self.status == "open":
            yield from (since + CLAIM for since in self._unclaimed().values())
        if self.status != "running":
            return
        if self.asleep:
            if self.setup.clock == "day" and (due := self._clock_due()) is not None:
                yield due
            return
        yield from self.asking.times()
        yield from (self._verdict_due(press) for press in self.race.presses if not self._is_late(press))
        if (deadline := self.play.awaiting.deadline) is not None:
            yield self.began + deadline + self._hold()
        if (due := self._clock_due()) is not None:
            yield due
        yield from (since + AWAY for since in self._missed().values())

    def _clock_due(self) -> int | None:
        people = [seat for seat in self.clocks.since if not self.setup.seats[seat].played_by_bot]
        return self.clocks.first_due(people)

    def _missed(self) -> dict[int, int]:
        """Since when people are gone whom the others wait for."""
        if self.setup.clock == "day" or not any(guest.seats for guest in self.guests.values()):
            return {}
        seats = self.setup.seats
        return {seat: since for seat, since in self.gone_since.items() if not seats[seat].played_by_bot}

    def wake(self, now: int) -> Outcome:
        """Do what is due."""
        outcome = Outcome()
        if self.free_unclaimed(now):
            self.save(outcome, now)
            self._tell_table(outcome)
        if self.status == "open" and not self.asleep and 0 < self.setup.reveal_until <= now:
            self._begin(outcome, now)
        if self.status != "running":
            return outcome
        for seat, since in self._missed().items():
            if since + AWAY <= now:
                self._stand_in(seat, outcome, now)
        self._time_out_thinkers(outcome, now)
        if not self.asleep:
            self._play_planned(outcome, now)
            self._judge(outcome, now)
            self._pass_deadline(outcome, now)
        return outcome

    def _time_out_thinkers(self, outcome: Outcome, now: int) -> None:
        """A bot plays for whoever thought too long, also while nobody attends."""
        for seat in list(self.clocks.since):
            due = self.clocks.due(seat)
            if due is not None and due <= now and not self.setup.seats[seat].played_by_bot:
                self._wake_up(now)
                self._stand_in(seat, outcome, now)

    def _play_planned(self, outcome: Outcome, now: int) -> None:
        for planned in self.asking.due(now):
            try:
                self._push(planned.seat, self.game.parse_action(planned.action), self._time(now), outcome, now)
            except Refusing:  # the moment has passed: somebody took something back, or was faster
                self.asking.forget(planned.seat)
                self._ask_bots(outcome)

    def _pass_deadline(self, outcome: Outcome, now: int) -> bool:
        """Declare the deadline, if nobody can be heard any more who pressed before it; whether it was."""
        deadline = self.play.awaiting.deadline
        if deadline is None or self.began + deadline + self._hold() > now:
            return False
        if any(press.stamp <= deadline for press in self.race.presses):
            return False
        first = self.play.length
        outcome.writes += self.play.time_out(max(deadline, self.play.match.now))
        self._changed(first, outcome, now)
        return True

    # Races

    def told(self, version: int, now: int) -> None:
        """The match at this version has just been sent."""
        self.race.told(version, now - self.began)

    def measured(self, connection: int, trip: float, *, by_kernel: bool = False) -> None:
        """A round trip took this many milliseconds, by the kernel or by the answer to a ping frame."""
        if connection in self.guests:
            self.guests[connection].line.measured(trip, by_kernel=by_kernel)

    def _press(self, connection: int, guest: Guest, act: wire.Act, outcome: Outcome, now: int) -> None:
        if self.race.has_pressed(act.seat):
            raise refused("acted_already")
        self.race.presses.append(self.race.heard(connection, guest.line, act, now - self.began))
        self._judge(outcome, now)

    def _verdict_due(self, press: Press) -> int:
        """Until then somebody could still be heard who was faster."""
        return self.began + press.stamp + self._hold(apart_from=press.seat)

    def _hold(self, apart_from: int | None = None) -> int:
        """The longest line among the awaited people who have not pressed yet."""
        waited = [seat for seat in self.play.awaiting.seats if seat != apart_from and not self.race.has_pressed(seat)]
        people = {self.setup.seats[seat].person for seat in waited if not self.setup.seats[seat].played_by_bot}
        lines = [guest.line.allowance for guest in self.guests.values() if guest.person in people]
        return round(max(lines, default=0))

    def _judge(self, outcome: Outcome, now: int) -> None:
        """Let the presses count whose time has come, in the order of their stamps."""
        decided: list[Press] = []
        while (press := self.race.first()) is not None and self._verdict_due(press) <= now:
            if self._is_late(press) and not self._pass_deadline(outcome, now):
                break
            if press in self.race.presses:
                self.race.presses.remove(press)
                if self._count(press, outcome, now):
                    decided.append(press)
        if any(not press.bot for press in decided):
            self._tell_race(self.race.verdict(decided, self.play.version, now - self.began), outcome, now)

    def _is_late(self, press: Press) -> bool:
        """Whether a deadline comes before it that has not been declared yet."""
        deadline = self.play.awaiting.deadline
        return deadline is not None and press.stamp > deadline

    def _count(self, press: Press, outcome: Outcome, now: int) -> bool:
        if press.bot and not self.asking.is_open(press.seat, press.id):
            return False
        try:
            at = max(press.stamp, self.play.match.now)
            self._push(press.seat, self._parsed(press.action), at, outcome, now)
        except Refusing as refusing:
            if not press.bot:
                outcome.send(press.connection, refusing.message(press.id))
            return False
        return True

    def _refuse_waiting(self, outcome: Outcome) -> None:
        """The match is over: presses that still waited for their verdict come too late."""
        for press in self.race.presses:
            if not press.bot:
                outcome.send(press.connection, refused("over").message(press.id))
        self.race.presses = []

    def _tell_race(self, race: wire.Race, outcome: Outcome, now: int) -> None:
        self.ledger.append(race)
        outcome.writes.append(AddJournal(self.row.id, JournalRow(now, "race", encoded(race).decode())))
        for connection in self.guests:
            outcome.send(connection, race)

    # Bots

    def _ask_bots(self, outcome: Outcome) -> None:
        if self.status == "running" and not self.asleep:
            for seat in self.asking.ask_all(outcome):
                self.race.drop(seat)

    @property
    def bots_play(self) -> bool:
        """Whether bots go on by themselves, though nobody may be here."""
        seats = self.play.awaiting.seats if self.status == "running" and not self.asleep else ()
        return any(self.setup.seats[seat].played_by_bot for seat in seats)

    def bot_chose(self, ask: Ask, action: str, delay: int, now: int) -> Outcome:
        """A bot has answered; it acts now or at its time, unless the question is no longer open."""
        outcome = Outcome()
        if self.status != "running" or self.asleep or not self.asking.is_open(ask.seat, ask.number):
            return outcome
        if not self.play.racing:
            self.asking.plan(ask.seat, action, delay, now)
            self._play_planned(outcome, now)
        elif delay < NEVER:
            shown = self.play.match.now
            press = self.race.planned(
                ask.seat, action, delay, version=ask.version, question=ask.number, otherwise=shown
            )
            self.race.presses.append(press)
            self._judge(outcome, now)
        return outcome

    # Telling

    def _changed(
        self, first: int, outcome: Outcome, now: int, moved: int | None = None, since: int | None = None
    ) -> None:
        """The match went on: everybody is told their part of it."""
        if self.play.over:
            self.status = "over"
            self.clocks.stop()
            self._refuse_waiting(outcome)
        else:
            self._start_clocks(now, moved)
        if self.status == "over" or self.setup.clock == "day":
            self.save(outcome, now)
        self._tell_update(first, outcome, now, since)
        if self.status == "over":
            self._tell_table(outcome)
        else:
            self._ask_bots(outcome)

    def _start_clocks(self, now: int, moved: int | None = None) -> None:
        if self.status == "running" and not self.play.racing:
            self.clocks.await_seats(self.play.awaiting.seats, now, moved)
        else:
            self.clocks.stop()

    def _tell_update(self, first: int, outcome: Outcome, now: int, since: int | None) -> None:
        self._note_picture(outcome)
        if self.watching is None:
            self.watching = connections_of(self.guests)
        seeing = self.play.seeing(self.watching)
        if since is not None or self.behind:
            self._tell_again(list(seeing), first, outcome, now, since)
        else:
            stories = self.teller.stories(seeing, first)
            self.teller.keep_stories(stories, first)
            self._tell_story(stories, outcome, now)

    def _tell_again(self, seeing: list[Seat | None], first: int, outcome: Outcome, now: int, since: int | None) -> None:
        """After a take-back events have other numbers. Who was not told of it hears them with their next update."""
        assert self.watching is not None
        if since is not None:
            for viewer in self.watching:
                self.behind[viewer] = min(since, self.behind.get(viewer, since))
        for viewer in seeing:
            known = self.behind.pop(viewer, None)
            stories = self.teller.stories([viewer], first if known is None else known)
            self._tell_story(stories, outcome, now, known)

    def _tell_story(
        self, stories: Mapping[Seat | None, Sequence[wire.Told]], outcome: Outcome, now: int, since: int | None = None
    ) -> None:
        assert self.watching is not None
        for viewer, message in self.teller.updates(stories, self._time(now), self.clocks.left(now), since):
            for connection in self.watching[viewer]:
                outcome.sends.append((connection, message))

    def _tell_latest(self, connection: int, outcome: Outcome, now: int) -> None:
        """Everything so far, for somebody who has just come."""
        if self.status == "open":
            return
        self._note_picture(outcome)
        stories = {viewer: self.teller.whole_story(viewer) for viewer in self.guests[connection].viewers}
        for _, message in self.teller.updates(stories, self._time(now), self.clocks.left(now)):
            outcome.send(connection, message)

    def _note_picture(self, outcome: Outcome) -> None:
        """In a race it counts when it was seen."""
        if self.play.racing:
            outcome.version = self.play.version

    def _tell_table(self, outcome: Outcome) -> None:
        for connection in self.guests:
            outcome.send(connection, self.info(self.guests[connection].person))

    def info(self, person: str) -> wire.TableInfo:
        here = {guest.person for guest in self.guests.values() if guest.person}
        watchers = len({guest.person for guest in self.guests.values() if not guest.seats})
        return table_info(self.row, self.setup, self.status, person=person, here=here, watchers=watchers)

    # Keeping

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
            awaiting=tuple(map(int, self.play.awaiting.seats)) if running else (),
            progress=progress_of(self.game, self.play.view(None)) if running else None,
            winners=tuple(map(int, match.winners)) if self.play.over else (),
            scores=tuple(match.scores) if self.play.over else (),
        )

    def save(self, outcome: Outcome, now: int) -> None:
        """The row goes before the events of the same moment."""
        due = self._clock_due() if self.setup.clock == "day" and self.status == "running" else None
        self.row = TableRow(
            id=self.row.id,
            game=self.row.game,
            setup=encoded(self.setup).decode(),
            secret=self.row.secret,
            status=self.status,
            created=self.row.created,
            changed=now,
            due=due,
            summary=encoded(self.summary()).decode(),
        )
        outcome.writes.append(SaveTable(self.row))

    def seated(self, person: str, role: wire.Role) -> Seated:
        return Seated(self.row.id, person, role)
