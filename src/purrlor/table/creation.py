"""Create tables, restore them from the store, and seat people at them. Pure, like the table itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, cast

from purrlor.core import IllegalEvent, InvalidOption, Seat, new_secret, secret_from_text
from purrlor.core.options import (
    check_bounds,
    option_kind,
    option_text,
    option_texts,
    option_types,
    with_options,
    with_recorded_options,
)
from purrlor.core.reason import Reason
from purrlor.kit import games, is_installed, kit, kits
from purrlor.words import languages

from . import wire
from .children.handicaps import even_out
from .effects import Effects
from .keys import hashed_phrase, new_key, new_table, phrase_fits, same
from .messages import encoded
from .race.verdicts import interrupt
from .rating import can_be_rated, check_rated, known_levels
from .refusals import refused, wire_reason
from .rows import ClaimTable, ExpectRating, JoinRoom, Person, SavePerson, Stored, TableRow, Write
from .setup import MOST_SEATS, SeatSetup, Setup, checked_level, level_names, name_bots, with_few_seats, with_seats
from .table import Table

NOTHING: Mapping[str, str] = MappingProxyType({})
NO_LEADS: Mapping[str, int] = MappingProxyType({})
LONGEST_NAME = 30
LONGEST_OPTION = 400
MOST_CAP = 1000
MOST_PACE = 10_000
LESSON = re.compile("[a-z0-9-]{1,40}")
CAT = re.compile("[a-z]{0,20}")


def checked_name(name: str) -> str:
    """Return a person's name with single spaces. Raises `RequestRefused` unless it is one short, printable line."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise refused("bad_name")
    return name


def checked_cat(cat: str) -> str:
    """Return the id of a cat if it is well formed. Only the web client knows which cats exist."""
    if not CAT.fullmatch(cat):
        raise refused("bad_cat")
    return cat


def game_of(name: str, options: dict[str, str]) -> Any:
    if not is_installed(name):
        raise refused("no_game", list(games()), game=name, games=", ".join(games()))
    if any(len(text) > LONGEST_OPTION for text in options.values()):
        too_long = Reason("refused.option_length", "an option has at most {most} characters", most=LONGEST_OPTION)
        raise refused("bad_option", because=too_long)
    try:
        return with_options(kit(name).rules, options)
    except InvalidOption as error:
        raise refused("bad_option", because=error) from None


def checked_game_and_language(game: str, language: str) -> tuple[str, str]:
    """Return the game and language of a request for rules or words. Raises `RequestRefused` if one does not exist."""
    if game not in games():
        raise refused("no_game", game="?", games=", ".join(games()))
    if language not in languages():
        raise refused("no_language", languages(), languages=", ".join(languages()))
    return game, language


def check_lesson(wanted: wire.NewTable) -> None:
    """Refuse a lesson with open seats, because its dice and hands are known in advance."""
    if wanted.lesson and not LESSON.fullmatch(wanted.lesson):
        raise refused("bad_lesson")
    if wanted.lesson and any(seat.kind == "open" for seat in wanted.seats):
        raise refused("lesson_alone")


def checked_pace(pace: int) -> int:
    if not 0 <= pace <= MOST_PACE:
        raise refused("bad_pace", pace=pace)
    return pace


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
    """Create the seats. The first person's seat is the host's; further people share the host's device."""
    seats = [_seat(wanted, seat, host, levels) for seat in wanted.seats]
    people = [seat for seat in seats if seat.kind == "person"]
    if people:
        people[0].name = checked_name(wanted.name)
        people[0].cat = checked_cat(wanted.cat) or people[0].cat
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


def woken(stored: Stored, now: int) -> Table:
    """Restore a table from the store."""
    import msgspec

    setup = msgspec.json.decode(stored.row.setup, type=Setup)
    game = with_recorded_options(games()[setup.game], setup.options)
    setup.options = option_texts(game)  # including options that are newer than the table
    try:
        table = Table(stored.row, game, setup, events=stored.events, now=now)
    except IllegalEvent:  # its message would reveal a player's hand in the log
        raise ValueError(f"the events of table {stored.row.id} break the rules of {setup.game}") from None
    table.stories.prepare([None, *(Seat(seat) for seat, each in enumerate(setup.seats) if each.person)])
    table.chat.remember([msgspec.json.decode(e.text, type=wire.Said) for e in stored.journal if e.kind == "said"])
    table.ledger = [msgspec.json.decode(e.text, type=wire.RaceLedger) for e in stored.journal if e.kind == "race"]
    if setup.clock == "day" and stored.row.due is not None:
        table.resume_clock(stored.row.due)
    interrupt(table)
    return table


def belongs(table: Table, person: str) -> bool:
    """Whether a person is the host or has a seat."""
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


def game_info(name: str) -> wire.GameInfo:
    """Return the information that the web client needs to set up a table."""
    rules = games()[name]
    counts = [count for count in range(1, MOST_SEATS + 1) if with_seats(name, {}, count)]
    defaults = {field.name: field.default for field in fields(cast("Any", rules))}
    kinds = {option: kind for option, kind in option_types(rules).items() if option != "seats"}
    options = [_option_info(option, kind, defaults[option]) for option, kind in kinds.items()]
    own = kit(name)
    return wire.GameInfo(
        name,
        counts,
        level_names(name),
        options,
        own.gives_advice,
        own.default_level.name,
        can_be_rated(name),
        own.redeals,
        known_levels(name),
    )


def _option_info(name: str, kind: Any, default: Any) -> wire.OptionInfo:
    found = option_kind(kind)
    return wire.OptionInfo(name, found.kind, option_text(default, kind), list(found.choices), found.optional)


def checked_sheet(text: str) -> wire.SheetChecked:
    """Check a sheet that a player drew, or its code word, with the game that has such sheets."""
    for each in kits().values():
        try:
            drawn = each.drawing(text)
        except InvalidOption as error:
            return wire.SheetChecked("", 0, [], str(error), wire_reason(error.reason))
        if drawn is not None:
            return wire.SheetChecked(drawn.word, drawn.level, [list(row) for row in drawn.rows], "")
    none = Reason("server.refused.reason.no_sheets", "no installed game has sheets that can be drawn")
    raise refused("bad_option", because=none)
