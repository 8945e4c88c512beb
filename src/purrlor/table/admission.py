"""Let people join a table: whom its link and pass-phrase admit, and which seat they take."""

from __future__ import annotations

from . import wire
from .checks import LONGEST_NAME, checked_cat, checked_name
from .keys import phrase_fits, same
from .refusals import refused
from .setup import MOST_SEATS, SeatSetup
from .table import Table


def belongs(table: Table, person: str) -> bool:
    """Return whether a person is the host or has a seat."""
    return bool(person) and (table.setup.host == person or bool(table.setup.seats_of(person)))


def check_key(table: Table, key: str, person: str) -> None:
    """Refuse a person whose link has the wrong token, unless they belong to the table."""
    if not belongs(table, person) and not same(key, table.setup.key):
        raise refused("wrong_key")


def check_phrase(table: Table, pass_phrase: str) -> None:
    """Refuse a wrong pass-phrase. Slow, because the phrase is stored as a slow hash."""
    if table.setup.pass_phrase and not phrase_fits(pass_phrase[:200], table.setup.pass_phrase):
        raise refused("wrong_phrase")


def sit(table: Table, join: wire.Join, person: str) -> int | None:
    """Seat a person and return the seat; None: a spectator or a screen. A person who has a seat already keeps it.

    A guest has one seat. The host may take more, for people who share the device.
    """
    if join.screen:
        if table.setup.watch == "nobody":
            raise refused("no_watching")
        table.setup.screen = person
        return None
    own = table.setup.seats_of(person)
    if own and (join.seat is None or join.seat in own):
        return own[0] if join.seat is None else join.seat
    if own and (table.setup.host != person or table.setup.rated):
        raise refused("one_seat")
    if join.watch:
        if table.setup.watch == "nobody":
            raise refused("no_watching")
        return None
    return _take_open(table, join, person)


def _take_open(table: Table, join: wire.Join, person: str) -> int:
    free = [number for number, seat in enumerate(table.setup.seats) if seat.kind == "open"]
    if not free:
        raise refused("no_open_seat")
    if join.seat is not None and join.seat not in free:
        raise refused("seat_taken")
    number = free[0] if join.seat is None else join.seat
    name, cat = _unlike(table, checked_name(join.name)), checked_cat(join.cat)
    table.setup.seats[number] = SeatSetup("person", name=name, person=person, cat=cat, came=False)
    return number


def _unlike(table: Table, name: str) -> str:
    """Append a number to the name if another person at the table has the same one."""
    taken = {seat.name for seat in table.setup.seats}
    names = [name, *(f"{name[: LONGEST_NAME - 2]} {number}" for number in range(2, MOST_SEATS + 2))]
    return next(each for each in names if each not in taken)
