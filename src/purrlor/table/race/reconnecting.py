"""A race that was interrupted, because its server ended, begins again for everybody at the same moment.

The first player to reconnect must not press before the others are back. So time stands still until all people
of the table are here, or for a few seconds; then the cards that lie there are shown to everybody anew, and presses
are measured from there.
"""

from __future__ import annotations

from ..broadcast import Announcer
from ..effects import Outcome
from ..progress import Progress
from ..refusals import refused
from ..state import TableState

PATIENCE = 5000
"""Milliseconds that people wait for the others."""


class Resuming:
    def __init__(self, table: TableState, announcer: Announcer, progress: Progress) -> None:
        self.table = table
        self.announcer = announcer
        self.progress = progress
        self.waits = False
        self.until: int | None = None
        """When the race goes on even if somebody is missing; None: nobody has come back yet."""

    def interrupt(self) -> None:
        """The table comes from the store: if several people raced, they gather first."""
        self.waits = self.table.status == "running" and self.table.play.racing and len(self.people) > 1

    @property
    def people(self) -> set[str]:
        """Those who play themselves."""
        return {seat.person for seat in self.table.setup.seats if seat.person and not seat.stands_in}

    def came(self, connection: int, outcome: Outcome) -> None:
        """Tell somebody who is back what happened; go on if everybody is here."""
        if not self.waits:
            return
        if all(self.table.is_here(person) for person in self.people):
            self.go_on(outcome)
            return
        self.until = self.until or outcome.now + PATIENCE
        self.table.refuse(connection, 0, refused("race_again"), outcome)

    def check(self) -> None:
        """The refusal of a press before the others are back."""
        if self.waits:
            raise refused("race_again")

    def wake(self, outcome: Outcome) -> None:
        if self.until is None or self.until > outcome.now:
            return
        if self.table.guests:
            self.go_on(outcome)
        else:
            self.until = None

    def go_on(self, outcome: Outcome) -> None:
        self.waits, self.until = False, None
        self.table.race.forget()  # what was shown while people gathered does not count
        self.table.wake_up(outcome.now)
        self.announcer.show_again(outcome)
        self.progress.ask_bots(outcome)
