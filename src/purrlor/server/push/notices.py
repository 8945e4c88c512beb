"""Whom a table calls: players whose turn of a day has begun, and everybody whom a rematch waits for."""

from __future__ import annotations

from purrlor.table.table import Table

from ..live.live_table import LiveTable
from .sender import Kind, Sender


class Notices:
    def __init__(self, sender: Sender) -> None:
        self.sender = sender

    def loaded(self, live: LiveTable) -> None:
        """Those who are awaited already were called when their turn began."""
        live.waiting_for = waiting_for(live.table)
        live.rematch = live.table.setup.next

    def told(self, live: LiveTable) -> None:
        """With a day per turn every move writes the table's row; a rematch does so at every table."""
        table = live.table
        if table.setup.next != live.rematch:
            live.rematch = table.setup.next
            for person in table.setup.people:
                self._call(table, person, "rematch", live.rematch)
        if table.setup.clock == "day":
            before, live.waiting_for = live.waiting_for, waiting_for(table)
            for person in live.waiting_for - before:
                self._call(table, person, "turn", live.id)

    def _call(self, table: Table, person: str, kind: Kind, about: str) -> None:
        if not table.is_here(person):
            self.sender.call(person, kind, about)


def waiting_for(table: Table) -> frozenset[str]:
    """The people whose move a table with a day per turn waits for."""
    if table.setup.clock != "day" or table.status != "running":
        return frozenset()
    seats = [table.setup.seats[seat] for seat in table.play.match.awaiting.seats]
    return frozenset(seat.person for seat in seats if seat.person and not seat.played_by_bot)
