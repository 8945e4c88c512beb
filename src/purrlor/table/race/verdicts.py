"""The verdicts of a race: presses wait until nobody else could still have been faster."""

from __future__ import annotations

from purrlor.kit.children import for_children

from .. import wire
from ..broadcast import Announcer
from ..effects import Guest, Outcome
from ..progress import Progress
from ..refusals import RequestRefused, refused
from ..rows import AddJournal, JournalRow
from ..state import TableState
from ..updates import encoded
from .presses import Press


class RaceJudge:
    """Decides which presses of a race count, and when a deadline has passed."""

    def __init__(self, table: TableState, announcer: Announcer, progress: Progress) -> None:
        self.table = table
        self.announcer = announcer
        self.progress = progress

    def press(self, connection: int, guest: Guest, act: wire.Act, outcome: Outcome) -> None:
        if self.table.race.has_pressed(act.seat):
            raise refused("acted_already")
        at = outcome.now - self.table.began
        delay, made = self.delay_of(act), self.table.play.length
        self.table.race.presses.append(self.table.race.heard(connection, guest.line, act, at, delay=delay, made=made))
        self.judge(outcome)

    def delay_of(self, act: wire.Act) -> int:
        """How much later the act counts, as a handicap."""
        delay, handicaps = self.table.setup.seats[act.seat].delay, for_children(self.table.setup.game).handicaps
        delayed = delay and handicaps is not None and handicaps.is_delayed(self.progress.parsed(act.action))
        return delay if delayed else 0

    def still_counts(self, press: Press) -> bool:
        """What waited for its delay may mean something else by now."""
        handicaps, match = for_children(self.table.setup.game).handicaps, self.table.play.match
        if not press.delay or handicaps is None:
            return True
        return handicaps.still_counts(match.state_after(press.made), match.state, press.seat)

    def verdict_due(self, press: Press) -> int:
        """Until then somebody could still be heard who was faster."""
        return self.table.began + press.stamp + self.hold(apart_from=press.seat)

    def hold(self, apart_from: int | None = None) -> int:
        """The longest line among the awaited people who have not pressed yet."""
        waited = [
            seat
            for seat in self.table.play.match.awaiting.seats
            if seat != apart_from and not self.table.race.has_pressed(seat)
        ]
        people = {
            self.table.setup.seats[seat].person for seat in waited if not self.table.setup.seats[seat].played_by_bot
        }
        lines = [guest.line.allowance for guest in self.table.guests.values() if guest.person in people]
        return round(max(lines, default=0))

    def judge(self, outcome: Outcome) -> None:
        """Let the presses count whose time has come, in the order of their stamps."""
        decided: list[Press] = []
        while (press := self.table.race.first()) is not None and self.verdict_due(press) <= outcome.now:
            if self.is_late(press) and not self.pass_deadline(outcome):
                break
            if press in self.table.race.presses:
                self.table.race.presses.remove(press)
                if self.count(press, outcome):
                    decided.append(press)
        if any(not press.bot for press in decided):
            at = outcome.now - self.table.began
            self.tell_race(self.table.race.verdict(decided, self.table.play.version, at), outcome)

    def is_late(self, press: Press) -> bool:
        """Whether a deadline comes before it that has not been declared yet."""
        deadline = self.table.play.match.awaiting.deadline
        return deadline is not None and press.stamp > deadline

    def count(self, press: Press, outcome: Outcome) -> bool:
        if press.bot and not self.table.asking.is_open(press.seat, press.id):
            return False
        try:
            if not self.still_counts(press):
                raise refused("handicap_late")
            at = max(press.stamp, self.table.play.match.now)
            self.progress.push(press.seat, self.progress.parsed(press.action), at, outcome)
        except RequestRefused as refusing:
            if not press.bot:
                self.table.refuse(press.connection, press.id, refusing, outcome)
            return False
        return True

    def pass_deadline(self, outcome: Outcome) -> bool:
        """Declare the deadline, if nobody can be heard any more who pressed before it; whether it was."""
        deadline = self.table.play.match.awaiting.deadline
        if deadline is None or self.table.began + deadline + self.hold() > outcome.now:
            return False
        if any(press.stamp <= deadline for press in self.table.race.presses):
            return False
        first = self.table.play.length
        outcome.writes += self.table.play.time_out(max(deadline, self.table.play.match.now))
        self.progress.changed(first, outcome)
        return True

    def tell_race(self, race: wire.RaceLedger, outcome: Outcome) -> None:
        self.table.ledger.append(race)
        outcome.writes.append(AddJournal(self.table.row.id, JournalRow(outcome.now, "race", encoded(race).decode())))
        for connection in self.table.guests:
            outcome.send(connection, race)

    def told(self, version: int, now: int) -> None:
        """The match at this version has just been sent."""
        self.table.race.told(version, now - self.table.began)
