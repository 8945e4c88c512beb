"""Who plays a seat: people, bots that stand in, and seats that nobody claimed."""

from __future__ import annotations

from typing import Any

from purrlor.core import IllegalEvent

from . import wire
from .broadcast import Announcer
from .clock import CLAIM, MISSED
from .effects import Guest, Outcome
from .levels import checked_level
from .progress import Progress
from .refusals import refused
from .setup import SeatSetup, name_bots
from .start import Opening
from .state import TableState


class Seating:
    """Changes who plays a seat."""

    def __init__(self, table: TableState, announcer: Announcer, progress: Progress, opening: Opening) -> None:
        self.table = table
        self.announcer = announcer
        self.progress = progress
        self.opening = opening

    def claim(self, seat: int, outcome: Outcome) -> None:
        if not self.table.setup.seats[seat].came:
            self.table.setup.seats[seat].came = True
            self.table.save(outcome)

    def free_unclaimed(self, now: int) -> bool:
        """Open the seats again whose people took them but never came: their answer may have been lost."""
        if self.table.status != "open" or self.table.setup.reveal_until:
            return False
        unclaimed = [number for number, since in self.unclaimed().items() if since + CLAIM <= now]
        for number in unclaimed:
            self.table.setup.seats[number] = SeatSetup("open")
            self.table.gone_since.pop(number, None)
        return bool(unclaimed)

    def unclaimed(self) -> dict[int, int]:
        return {
            number: since for number, since in self.table.gone_since.items() if not self.table.setup.seats[number].came
        }

    def replace(self, guest: Guest, message: wire.Replace, outcome: Outcome) -> None:
        if not 0 <= message.seat < len(self.table.setup.seats):
            raise refused("no_such_seat")
        seat = self.table.setup.seats[message.seat]
        own = message.seat in guest.seats
        if own and self.table.setup.challenge:
            raise refused("challenge_counts")
        if own and self.table.setup.rated:
            raise refused("rated_counts")
        if own and self.table.setup.evening:
            raise refused("evening_counts")
        if not own and not self.may_replace(guest, message.seat, outcome.now):
            raise refused("not_yours_to_replace")
        wanted = message.level if own or seat.kind == "open" else ""
        level = checked_level(self.table.setup.game, wanted or self.table.setup.stand_in)
        if seat.kind == "open":
            seat.kind, seat.level = "bot", level
            name_bots(self.table.setup.seats)
        else:
            seat.stands_in, seat.level = True, level
            self._note_relief(seat)
        self.seats_changed(outcome)
        self.opening.begin_if_ready(outcome)

    def may_replace(self, guest: Guest, number: int, now: int) -> bool:
        """The host an open seat; who plays somebody who is not here before the match, or has been gone for a while."""
        seat = self.table.setup.seats[number]
        if seat.kind == "open":
            return guest.person == self.table.setup.host
        if seat.kind != "person" or not guest.seats or self.table.is_here(seat.person):
            return False
        gone = now - self.table.gone_since.get(number, now) >= MISSED
        return self.table.status == "open" or (gone and self.table.setup.clock != "day")

    def take_seat(self, guest: Guest, message: wire.TakeSeat, outcome: Outcome) -> None:
        if message.seat not in guest.seats:
            raise refused("not_your_seat")
        if not self.table.setup.seats[message.seat].stands_in:
            self.announcer.tell_table(outcome)
            return
        self.give_back(message.seat, outcome)
        self.seats_changed(outcome)

    def return_to_act(self, seat: int, action: Any, outcome: Outcome) -> None:
        """A player who acts takes the seat back from the bot, with a legal action only: a refusal changes nothing."""
        try:
            self.table.play.check(seat, action, self.table.time(outcome.now))
        except IllegalEvent as error:
            raise self.progress.not_now(seat, error) from None
        self.give_back(seat, outcome)
        self.announcer.tell_table(outcome)

    def give_back(self, seat: int, outcome: Outcome) -> None:
        """The bot that stood in gets up."""
        self.table.setup.seats[seat].stands_in = False
        self.table.asking.forget(seat)
        self.table.race.drop(seat)
        if seat in self.table.clocks.since:
            self.table.clocks.since[seat] = outcome.now
        self.table.save(outcome)

    def stand_in(self, seat: int, outcome: Outcome) -> None:
        setup = self.table.setup.seats[seat]
        setup.stands_in, setup.level = True, setup.level or self.table.setup.stand_in
        self._note_relief(setup)
        self.seats_changed(outcome)

    def relieve_absent(self, outcome: Outcome) -> None:
        for seat in self.table.setup.seats:
            if seat.kind == "person" and not seat.stands_in and not self.table.is_here(seat.person):
                seat.stands_in, seat.level = True, seat.level or self.table.setup.stand_in
                self._note_relief(seat)
        self.seats_changed(outcome)
        self.opening.begin_if_ready(outcome)

    def _note_relief(self, seat: SeatSetup) -> None:
        counts = bool(self.table.setup.evening) or (self.table.setup.rated and self.table.status == "running")
        seat.relieved = seat.relieved or counts

    def seats_changed(self, outcome: Outcome) -> None:
        self.table.save(outcome)
        self.announcer.tell_table(outcome)
        self.progress.ask_bots(outcome)

    def hand_over(self, old: str, new: str) -> None:
        """One person has become another one: their seats, their table and their connections follow."""
        setup = self.table.setup
        for seat in setup.seats:
            seat.person = new if seat.person == old else seat.person
        setup.host = new if setup.host == old else setup.host
        for guest in self.table.guests.values():
            guest.person = new if guest.person == old else guest.person

    def missed(self) -> dict[int, int]:
        """Since when people are gone whom the others wait for."""
        if self.table.setup.clock == "day" or not any(guest.seats for guest in self.table.guests.values()):
            return {}
        seats = self.table.setup.seats
        return {seat: since for seat, since in self.table.gone_since.items() if not seats[seat].played_by_bot}
