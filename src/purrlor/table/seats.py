"""The players of seats: people, bots that stand in, and seats whose person never connected."""

from __future__ import annotations

from typing import Any

from purrlor.core import IllegalEvent

from . import wire
from .broadcast import send_table
from .effects import Effects, Guest
from .progress import forget_requests, not_now, request_bots
from .refusals import refused
from .setup import SeatSetup, checked_level, counts_elsewhere, name_bots
from .start import begin_if_ready
from .state import SECOND, TableState

CLAIM = 120 * SECOND
"""Time before the match after which a seat is open again if the person who took it has not connected."""
MISSED = 10 * SECOND
"""Absence after which the other players may request a bot. A broken connection is usually back sooner."""


def claim(table: TableState, seat: int, effects: Effects) -> None:
    """Note that the person who took the seat has connected."""
    if not table.setup.seats[seat].came:
        table.setup.seats[seat].came = True
        table.save(effects)


def free_unclaimed(table: TableState, now: int) -> bool:
    """Reopen seats whose people never connected: the answer to their request may have been lost.

    Returns whether any seat was reopened.
    """
    if table.status != "open" or table.setup.reveal_until:
        return False
    late = [number for number, since in unclaimed(table).items() if since + CLAIM <= now]
    for number in late:
        table.setup.seats[number] = SeatSetup("open")
        table.gone_since.pop(number, None)
    return bool(late)


def unclaimed(table: TableState) -> dict[int, int]:
    """Return the seats whose person has not connected yet, with the time since when they wait."""
    return {number: since for number, since in table.gone_since.items() if not table.setup.seats[number].came}


def replace(table: TableState, guest: Guest, message: wire.Replace, effects: Effects) -> None:
    """Let a bot play a seat: an open one, the guest's own, or that of an absent player."""
    if not 0 <= message.seat < len(table.setup.seats):
        raise refused("no_such_seat")
    seat = table.setup.seats[message.seat]
    own = message.seat in guest.seats
    if own and table.setup.rated:
        raise refused("rated_counts")
    if own and table.setup.counts_elsewhere:
        raise counts_elsewhere(table.setup)
    if not own and not _may_replace(table, guest, message.seat, effects.now):
        raise refused("not_yours_to_replace")
    wanted = message.level if own or seat.kind == "open" else ""
    level = checked_level(table.setup.game, wanted or table.setup.stand_in)
    if seat.kind == "open":
        seat.kind, seat.level = "bot", level
        name_bots(table.setup.seats)
    else:
        _let_stand_in(table, seat, level)
    _seats_changed(table, effects)
    begin_if_ready(table, effects)


def _may_replace(table: TableState, guest: Guest, number: int, now: int) -> bool:
    """Return whether the guest may put a bot on another seat.

    The host may fill an open seat. Players may replace a person who is absent before the match, or has been absent for
    a while during it.
    """
    seat = table.setup.seats[number]
    if seat.kind == "open":
        return guest.person == table.setup.host
    if seat.kind != "person" or not guest.seats or table.is_here(seat.person):
        return False
    gone = now - table.gone_since.get(number, now) >= MISSED
    return table.status == "open" or (gone and table.setup.clock != "day")


def take_seat(table: TableState, guest: Guest, message: wire.TakeSeat, effects: Effects) -> None:
    """Give a person their seat back from the bot that stood in."""
    if message.seat not in guest.seats:
        raise refused("not_your_seat")
    if not table.setup.seats[message.seat].stands_in:
        send_table(table, effects)
        return
    give_back(table, message.seat, effects)
    _seats_changed(table, effects)


def return_to_act(table: TableState, seat: int, action: Any, effects: Effects) -> None:
    """Give the seat back to a player who acts, if the action is legal. A refusal changes nothing."""
    try:
        table.play.check(seat, action, table.time(effects.now))
    except IllegalEvent as error:
        raise not_now(table, seat, error) from None
    give_back(table, seat, effects)
    send_table(table, effects)


def give_back(table: TableState, seat: int, effects: Effects) -> None:
    """Remove the bot that stands in on this seat."""
    table.setup.seats[seat].stands_in = False
    forget_requests(table, seat)
    table.race.drop(seat)
    if seat in table.clocks.since:
        table.clocks.since[seat] = effects.now
    table.save(effects)


def stand_in(table: TableState, seat: int, effects: Effects) -> None:
    """Let a bot play for a person."""
    setup = table.setup.seats[seat]
    _let_stand_in(table, setup, setup.level or table.setup.stand_in)
    _seats_changed(table, effects)


def relieve_absent(table: TableState, effects: Effects) -> None:
    """Let bots play for all absent people."""
    for seat in table.setup.seats:
        if seat.kind == "person" and not seat.stands_in and not table.is_here(seat.person):
            _let_stand_in(table, seat, seat.level or table.setup.stand_in)
    _seats_changed(table, effects)
    begin_if_ready(table, effects)


def _let_stand_in(table: TableState, seat: SeatSetup, level: str) -> None:
    counts = bool(table.setup.evening or table.setup.position) or (table.setup.rated and table.status == "running")
    seat.stands_in, seat.level, seat.relieved = True, level, seat.relieved or counts


def _seats_changed(table: TableState, effects: Effects) -> None:
    table.save(effects)
    send_table(table, effects)
    request_bots(table, effects)


def hand_over(table: TableState, old: str, new: str) -> None:
    """Give the seats, the table and the connections of one person to another."""
    setup = table.setup
    for seat in setup.seats:
        seat.person = new if seat.person == old else seat.person
    setup.host = new if setup.host == old else setup.host
    for guest in table.guests.values():
        guest.person = new if guest.person == old else guest.person


def missed(table: TableState) -> dict[int, int]:
    """Return the seats of absent people whom connected players wait for, with the time since when."""
    if table.setup.clock == "day" or not any(guest.seats for guest in table.guests.values()):
        return {}
    seats = table.setup.seats
    return {seat: since for seat, since in table.gone_since.items() if not seats[seat].played_by_bot}
