"""Restart a race that was interrupted by the end of its server, for everybody at the same moment.

The first player to reconnect must not press before the others are back. So time stops until all people of the table
are connected, or for a few seconds. Then the cards on the table are shown to everybody again, and presses are measured
from that moment.
"""

from __future__ import annotations

from ..broadcast import show_again
from ..effects import Effects, Guest
from ..progress import request_bots
from ..refusals import refused
from ..state import TableState

PATIENCE = 5000
"""Milliseconds that connected people wait for the others."""


def interrupt(table: TableState) -> None:
    """Make a restored table wait for its people, if several of them were in a race."""
    table.gathering = table.status == "running" and table.play.racing and len(_people(table)) > 1


def _people(table: TableState) -> set[str]:
    """Return the people for whom no bot stands in."""
    return {seat.person for seat in table.setup.seats if seat.person and not seat.stands_in}


def gather(table: TableState, guest: Guest, effects: Effects) -> None:
    """Continue if everybody is back; otherwise explain the wait to a new connection."""
    if not table.gathering:
        return
    if all(table.is_here(person) for person in _people(table)):
        _go_on(table, effects)
        return
    table.gathering_until = table.gathering_until or effects.now + PATIENCE
    table.refuse(guest.connection, 0, refused("race_again"), effects)


def stop_gathering(table: TableState, effects: Effects) -> None:
    """Continue without absent people once the others have waited long enough."""
    if table.gathering_until is None or table.gathering_until > effects.now:
        return
    if table.guests:
        _go_on(table, effects)
    else:
        table.gathering_until = None


def _go_on(table: TableState, effects: Effects) -> None:
    table.gathering, table.gathering_until = False, None
    table.race.forget()  # pictures sent while people reconnected do not count
    table.wake_up(effects.now)
    show_again(table, effects)
    request_bots(table, effects)
