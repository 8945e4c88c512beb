"""Create tables, also for a rematch, with their first rows in the store. Pure, like the table itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from purrlor.core import InvalidOption, new_secret, secret_from_text
from purrlor.core.options import check_bounds, option_texts

from . import wire
from .checks import checked_cat, checked_name, checked_pace, game_of
from .children.handicaps import even_out
from .effects import Effects
from .keys import hashed_phrase, new_key, new_table
from .messages import encoded
from .rating import check_rated
from .refusals import refused
from .rows import ClaimTable, ExpectRating, JoinRoom, Person, SavePerson, TableRow, Write
from .setup import MOST_SEATS, SeatSetup, Setup, checked_level, name_bots, with_few_seats
from .table import Table

NOTHING: Mapping[str, str] = MappingProxyType({})
NO_LEADS: Mapping[str, int] = MappingProxyType({})
MOST_CAP = 1000


def new_table_for(wanted: wire.NewTable, host: str, now: int, levels: Mapping[str, str] = NOTHING) -> Table:
    """Create the requested table. `levels` maps each adaptive level to the level with the host's pace."""
    if not 1 <= len(wanted.seats) <= MOST_SEATS:
        raise refused("bad_seats", most=MOST_SEATS)
    game = game_of(wanted.game, {**wanted.options, "seats": str(len(wanted.seats))})
    try:
        check_bounds(game)
    except InvalidOption as error:
        raise refused("bad_option", because=error) from None
    if not 0 <= wanted.cap <= MOST_CAP:
        raise refused("bad_cap", cap=wanted.cap, most=MOST_CAP)
    setup = Setup(
        game=wanted.game,
        options=option_texts(game),
        seats=seats_for(wanted, host, levels),
        host=host,
        key=new_key(),
        clock=wanted.clock,
        watch=wanted.watch,
        chat=wanted.chat,
        hints=wanted.hints and not wanted.rated,
        pass_phrase=hashed_phrase(wanted.pass_phrase[:200]) if wanted.pass_phrase else "",
        stand_in=checked_level(wanted.game, wanted.stand_in),
        pace=checked_pace(wanted.pace),
        cap=wanted.cap,
        lesson=wanted.lesson,
        rated=wanted.rated,
        screen=host if wanted.screen else "",
        listed=wanted.listed,
    )
    if setup.rated:
        check_rated(setup)
    return opened(setup, game, now)


def opened(setup: Setup, game: Any, now: int) -> Table:
    secret = secret_from_text(f"lesson/{setup.game}/{setup.lesson}") if setup.lesson else new_secret()
    row = TableRow(new_table(setup.host), setup.game, encoded(setup).decode(), secret, "open", now, now)
    return Table(row, game, setup, now=now)


def seats_for(wanted: wire.NewTable, host: str, levels: Mapping[str, str] = NOTHING) -> list[SeatSetup]:
    """Create the seats. The first person without a name is the host, or else the first person.

    Further people share the host's device.
    """
    seats = [_seat(wanted, seat, host, levels) for seat in wanted.seats]
    people = [(bool(each.name), seat) for each, seat in zip(wanted.seats, seats, strict=True) if seat.kind == "person"]
    if people:
        _, own = min(people, key=lambda person: person[0])
        own.name = checked_name(wanted.name)
        own.cat = checked_cat(wanted.cat) or own.cat
    name_bots(seats)
    return seats


def _seat(wanted: wire.NewTable, seat: wire.SeatWanted, host: str, levels: Mapping[str, str]) -> SeatSetup:
    match seat.kind:
        case "bot":
            level = checked_level(wanted.game, seat.level)
            return SeatSetup("bot", level=levels.get(level, level))
        case "person":
            name, cat = checked_name(seat.name or wanted.name), checked_cat(seat.cat)
            return SeatSetup("person", name=name, person=host, cat=cat)
        case "open":
            return SeatSetup("open")


def rematch_of(
    table: Table,
    now: int,
    levels: Mapping[str, str] = NOTHING,
    leads: Mapping[str, int] = NO_LEADS,
    game: str = "",
) -> Table:
    """Create the table of a rematch for the same people, with the seats rotated by one.

    `levels` is as for a new table. `leads` are the leads of the cats in a room for children, from which handicaps are
    computed. With another `game`, bots take part only if it needs more players.
    """
    old = table.setup
    if game and game != old.game:
        return _next_game(table, game, now)
    turned = [*old.seats[1:], old.seats[0]]
    seats = [
        SeatSetup("bot", level=seat.level)
        if seat.kind == "person" and not seat.person
        else SeatSetup(seat.kind, seat.name, seat.level, seat.person, seat.stands_in, cat=seat.cat)
        for seat in turned
    ]
    for seat in seats:
        seat.level = levels.get(seat.level.partition("@")[0], seat.level)
    name_bots(seats)
    options = dict(old.options)
    if "first" in options and len(seats) > 1:
        options["first"] = "1"
    setup = Setup(
        game=old.game, options=options, seats=seats, host=old.host, key=new_key(), clock=old.clock, watch=old.watch,
        chat=old.chat, hints=old.hints, pass_phrase=old.pass_phrase, stand_in=old.stand_in, pace=old.pace,
        cap=old.cap, rated=old.rated, room=old.room, screen=old.screen,
    )  # fmt: skip
    made = opened(setup, game_of(old.game, options), now)
    if setup.room:
        even_out(made, leads)
    return made


def _next_game(table: Table, game: str, now: int) -> Table:
    old = table.setup
    people = [SeatSetup("person", seat.name, person=seat.person, cat=seat.cat) for seat in old.seats if seat.person]
    found = with_few_seats(game, {}, len(people))
    assert found is not None  # `check_next_game` has checked it
    count, rules = found
    stand_in = checked_level(game, "")
    seats = [*people, *(SeatSetup("bot", level=stand_in) for _ in range(count - len(people)))]
    name_bots(seats)
    setup = Setup(
        game=game, options=option_texts(rules), seats=seats, host=old.host, key=new_key(), watch=old.watch,
        chat=old.chat, hints=old.hints, pass_phrase=old.pass_phrase, stand_in=stand_in, room=old.room,
        screen=old.screen,
    )  # fmt: skip
    return opened(setup, rules, now)


def people_of(table: Table) -> dict[str, str]:
    """Return the names of the people with a seat, by id; of people who share a device, the first one's name.

    In a room for children the names are empty: a child's cat must not become their name elsewhere.
    """
    if table.setup.room:
        return dict.fromkeys(table.setup.people, "")
    seats = [seat for seat in reversed(table.setup.seats) if seat.person]
    return {seat.person: seat.name for seat in seats}


def spectators_of(table: Table) -> set[str]:
    """Return the ids of the people who watch now, and so may watch a rematch as well."""
    watching = {guest.person for guest in table.guests.values() if not guest.seats and not guest.screen}
    return watching - {*table.setup.people, table.setup.host, table.setup.screen, ""}


def first_writes(table: Table, people: dict[str, str], node: str = "", spectators: Iterable[str] = ()) -> list[Write]:
    """Return the first writes of a new table: its row, its people, and its node, if there are several."""
    effects = Effects(table.row.created)
    table.save(effects)
    for person, name in people.items():
        role: wire.Role = "host" if person == table.setup.host else "player"
        effects.writes += [SavePerson(Person(person, name)), table.seated(person, role)]
    effects.writes += [table.seated(person, "watcher") for person in spectators]
    if (screen := table.setup.screen) and screen not in people:  # a rematch: the screen may show it as well
        effects.writes.append(table.seated(screen, "host" if screen == table.setup.host else "watcher"))
    if table.setup.rated:
        effects.writes.append(ExpectRating(table.row.id))
    if table.setup.room:
        effects.writes.append(JoinRoom(table.row.id, table.setup.room))
    if node:
        effects.writes.append(ClaimTable(table.row.id, node))
    return effects.writes
