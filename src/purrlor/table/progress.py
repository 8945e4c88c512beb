"""How the match of a table goes on: checked acts, what follows from a change, and the questions to bots."""

from __future__ import annotations

from typing import Any

from purrlor.core import IllegalEvent, InvalidNotation, Seat

from .broadcast import Announcer
from .children.handicaps import lead_writes
from .contributions import fix_contributions
from .effects import Guest, Outcome
from .refusals import RequestRefused, refused
from .state import TableState


class Progress:
    """Carries out acts and what follows from them: updates are sent, clocks start, bots are asked."""

    def __init__(self, table: TableState, announcer: Announcer) -> None:
        self.table = table
        self.announcer = announcer

    def own_seat(self, guest: Guest, seat: int) -> int:
        if self.table.status == "open":
            raise refused("not_started")
        if seat not in guest.seats:
            raise refused("not_your_seat")
        if self.table.status == "over":
            raise refused("over")
        return seat

    def check_version(self, seat: int, version: int) -> None:
        if version > self.table.play.version or version < 0:
            raise refused("unknown_version", version=version, latest=self.table.play.version)
        if version < self.table.acted.get(seat, 0):
            raise refused("acted_already")

    def not_now(self, seat: int, error: IllegalEvent) -> RequestRefused:
        return refused("not_now", [str(each) for each in self.table.play.match.legal(Seat(seat))], because=error)

    def parsed(self, text: str) -> Any:
        try:
            return self.table.game.parse_action(text)
        except InvalidNotation as error:
            raise refused("no_action", because=error) from None

    def push(self, seat: int, action: Any, at: int, outcome: Outcome) -> None:
        play = self.table.play
        first = play.length
        try:
            outcome.writes += play.act(seat, action, at)
        except IllegalEvent as error:
            raise self.not_now(seat, error) from None
        self.table.acted[seat] = play.version
        self.table.asking.forget(seat)  # the same view may come again, as after two turns that brought nothing
        self.changed(first, outcome, moved=seat)

    def changed(self, first: int, outcome: Outcome, moved: int | None = None, since: int | None = None) -> None:
        """After the match went on: send everybody their update."""
        table, over = self.table, self.table.play.over
        if over:
            table.status = "over"
            table.clocks.stop()
            self.refuse_waiting(outcome)
            outcome.writes += lead_writes(table)
        else:
            table.start_clocks(outcome.now, moved)
        if over or table.setup.clock == "day":
            table.save(outcome)
        self.announcer.tell_update(first, outcome, since)
        if over:
            self.announcer.tell_table(outcome)
        else:
            self.ask_bots(outcome)

    def refuse_waiting(self, outcome: Outcome) -> None:
        """The match is over: presses that still waited for their verdict come too late."""
        for press in self.table.race.presses:
            if not press.bot:
                self.table.refuse(press.connection, press.id, refused("over"), outcome)
        self.table.race.presses = []

    def ask_bots(self, outcome: Outcome) -> None:
        if self.table.status == "running" and not self.table.asleep:
            for seat in self.table.asking.ask_all(outcome):
                self.table.race.drop(seat)

    def play_planned(self, outcome: Outcome) -> None:
        for planned in self.table.asking.due(outcome.now):
            try:
                action = self.table.game.parse_action(planned.action)
                self.push(planned.seat, action, self.table.time(outcome.now), outcome)
            except RequestRefused:  # the moment has passed: somebody took something back, or was faster
                self.table.asking.forget(planned.seat)
                self.ask_bots(outcome)

    def begin(self, outcome: Outcome) -> None:
        self.table.status = "running"
        self.table.began = outcome.now
        fix_contributions(self.table.setup)
        self.table.play.bind(self.table.row.secret, self.table.setup.contributions)
        self.table.save(outcome)
        outcome.writes += self.table.play.settle(0)
        self.announcer.tell_table(outcome)
        self.changed(0, outcome)
