"""Play on from any event of a finished match, or from a puzzle, at a table of its own."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

from msgspec import json

from purrlor.core import Game, Record, Seat, new_secret
from purrlor.core.options import option_texts
from purrlor.core.reason import Refused
from purrlor.core.record import event_text
from purrlor.kit.forks import AnyMatch, fork
from purrlor.kit.puzzles import position, puzzle_file
from purrlor.kit.speech import say

from . import wire
from .checks import checked_pace
from .creation import first_writes, people_of, seats_for
from .keys import new_key, new_table
from .messages import encoded
from .puzzles import checked_puzzle
from .records import record_of
from .refusals import refused
from .rows import AddEvents, EventRow, Stored, TableRow, Write
from .setup import Setup, checked_level
from .table import Table

AnyGame = Game[Any, Any, Any]
AnyRecord = Record[Any, Any, Any]


def forked(
    wanted: wire.NewFork, stored: Stored | None, host: str, now: int, node: str = ""
) -> tuple[wire.TableMade, list[Write]]:
    """Return the table that plays on and its first writes. `stored` is the finished match; None: a puzzle is meant."""
    record, match, origin = fork_of(wanted, stored, now)
    same = wanted.dice == "same"
    if same and record.seed is None:
        raise refused("fork_no_seed")
    setup = Setup(
        game=record.game.name,
        options=option_texts(record.game),
        seats=seats_for(wire.NewTable(record.game.name, wanted.seats, wanted.name, wanted.cat), host),
        host=host,
        key=new_key(),
        stand_in=checked_level(record.game.name, ""),
        pace=checked_pace(wanted.pace),
        contributions=list(record.contributions) if same else [],
        contributions_fixed=same,
        origin=origin,
    )
    secret = record.seed if same and record.seed is not None else new_secret()
    events = event_rows(record.game, match)
    row = TableRow(new_table(host), setup.game, encoded(setup).decode(), secret, "open", now, now)
    table = Table(row, record.game, setup, events=events, now=now)
    writes = first_writes(table, people_of(table), node)
    return wire.TableMade(row.id, setup.key), [*writes, AddEvents(row.id, events)] if events else writes


def fork_of(
    wanted: wire.NewFork | wire.NewPosition, stored: Stored | None, now: int
) -> tuple[AnyRecord, AnyMatch, str]:
    """Return the record that is continued, the match up to the requested event, and its origin."""
    if stored is None:
        record, at = puzzle_record(wanted.game, wanted.puzzle)
    else:
        record, at = _shown(stored, now), wanted.at
    if len(wanted.seats) != record.game.seats:
        raise refused("fork_seats", count=record.game.seats)
    if wanted.redeal is not None and wanted.redeal >= record.game.seats:
        raise refused("no_such_seat")
    try:
        redealt_for = None if wanted.redeal is None else Seat(wanted.redeal)
        match, origin = fork(record, at, redealt_for=redealt_for, random=Random(new_secret()))
    except Refused as error:
        raise refused("bad_fork", because=error) from None
    if match.over:
        raise refused("fork_over")
    return record, match, str(origin)


def event_rows(game: AnyGame, match: AnyMatch) -> tuple[EventRow, ...]:
    return tuple(EventRow(number, event.at, event_text(game, event)) for number, event in enumerate(match.log, 1))


def _shown(stored: Stored, now: int) -> AnyRecord:
    """Return the record of a finished match, without a seed that is still secret."""
    setup = json.decode(stored.row.setup, type=Setup)
    if setup.room:
        raise refused("room_only")
    made = record_of(stored)
    return made if now >= setup.sealed_until else dataclasses.replace(made, seed=None)


def puzzle_record(game: str, name: str) -> tuple[AnyRecord, int]:
    """Return the match of a puzzle up to its decision as a record without a seed, and the number of its events."""
    puzzle, file = checked_puzzle(game, name), puzzle_file(game)
    assert file is not None
    match = position(game, puzzle).match
    levels = file.matches[puzzle.match].levels
    names = tuple(say("store.seat", number=number + 1) for number in range(len(levels)))
    rules: Any = match.rules
    return Record(rules, names, tuple(match.log), bots=levels), len(match)
