"""Connections: people who enter a table, leave it, or give up their seat."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core import Seat

from .broadcast import send_latest, send_table
from .effects import Effects, Guest
from .messages import encoded
from .progress import forget_requests, request_bots
from .race.verdicts import gather
from .rows import SaveForfeit, Write
from .seats import claim, give_back, relieve_absent
from .setup import SeatSetup
from .start import begin_if_ready
from .state import TableState
from .updates import STORY_STEP


def enter(table: TableState, guest: Guest, effects: Effects) -> None:
    """Add a connection and send it everything."""
    if not table.gathering:
        table.wake_up(effects.now)
    table.guests[guest.connection], table.connections = guest, None
    for seat in guest.seats:
        table.gone_since.pop(seat, None)
        claim(table, seat, effects)
        if table.setup.seats[seat].stands_in and table.setup.clock == "none":
            give_back(table, seat, effects)
    for said in table.chat.said:
        effects.send(guest.connection, said)
    send_table(table, effects)
    send_latest(table, guest, effects)
    gather(table, guest, effects)
    if not table.gathering:
        request_bots(table, effects)


def prepare_entry(table: TableState, person: str) -> bool:
    """Compute a part of the notes that this person is sent on entering. Return whether there is more to do.

    Without it, `enter` takes 0.5 s for the first spectator of a match of 9 000 events.
    """
    viewers: Sequence[Seat | None] = [Seat(seat) for seat in table.setup.seats_of(person)] or [None]
    return any(table.stories.continue_story(viewer, STORY_STEP) for viewer in viewers)


def leave(table: TableState, connection: int, effects: Effects) -> None:
    """Close a connection. A table without connections sleeps."""
    guest, table.connections = table.guests.pop(connection, None), None
    if guest is not None and not table.is_here(guest.person):
        table.gone_since |= dict.fromkeys(guest.seats, effects.now)
    if not table.guests:
        _fall_asleep(table, effects)
    send_table(table, effects)


def _fall_asleep(table: TableState, effects: Effects) -> None:
    """Stop the time of the match and the bots, and store when something last happened."""
    if table.last_changed > table.row.changed or encoded(table.summary()).decode() != table.row.summary:
        table.save(effects, changed=table.last_changed)
    table.asleep = True
    forget_requests(table)
    table.race.forget()
    if table.setup.clock != "day":
        table.clocks.stop()


def seat_changed(table: TableState, effects: Effects) -> None:
    """Send connections the views of the seats that their people took or left over HTTP."""
    for guest in table.guests.values():
        seats = () if guest.screen else table.setup.seats_of(guest.person)
        if seats != guest.seats:
            guest.seats, table.connections = seats, None
            guest.name = table.setup.seats[seats[0]].name if seats else guest.name
            send_latest(table, guest, effects)
    for number, seat in enumerate(table.setup.seats):
        if seat.person and not table.asleep and not table.is_here(seat.person):
            table.gone_since.setdefault(number, effects.now)
    table.save(effects)
    send_table(table, effects)


def give_up(table: TableState, person: str, effects: Effects) -> None:
    """Remove a person for good. Before the match the seat is open again; during it a bot plays to the end."""
    forfeits: list[Write] = []
    for number in table.setup.seats_of(person):
        seat = table.setup.seats[number]
        table.gone_since.pop(number, None)
        compared = bool(table.setup.evening or table.setup.position)
        if table.status == "open" and not table.setup.reveal_until and not compared:
            table.setup.seats[number] = SeatSetup("open")
            continue
        seat.person = ""
        seat.relieved = seat.relieved or (compared and table.status != "over")
        if table.status != "over":
            if table.setup.rated:
                forfeits.append(SaveForfeit(table.row.id, number, person))
            seat.left = seat.stands_in = True
            seat.level = seat.level or table.setup.stand_in
    if table.setup.host == person:
        table.setup.host = next(iter(table.setup.people), "")
    seat_changed(table, effects)
    effects.writes += forfeits
    begin_if_ready(table, effects)
    request_bots(table, effects)


def relieve(table: TableState, effects: Effects) -> None:
    """Let bots play for all absent people, from the first act or from now on, even if nobody is connected."""
    if table.status != "over":
        table.wake_up(effects.now)
        relieve_absent(table, effects)
