"""Import a match that was played elsewhere: its checked record becomes a finished table that can be reviewed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from purrlor.core import BrokenRecord, Record, Seat
from purrlor.core.options import option_texts
from purrlor.core.record import BrokenFate, event_text
from purrlor.kit import games

from .effects import Effects
from .keys import TABLE_LENGTH, TABLE_LETTERS, new_key, table_prefix
from .messages import encoded
from .records import restored
from .refusals import refused
from .rows import AddEvents, EventRow, SaveTable, Stored, TableRow, Write
from .setup import MOST_SEATS, SeatSetup, Setup

LONGEST_RECORD = 128 * 1024
"""The limit in bytes. The record of a long match for six has about 20 000."""
MOST_EVENTS = 6000
"""The limit on events of a record. Checking takes 0.4 ms per event. The longest game, Addi Cat's, has about 4 600 for
its 2 000 cards."""


def adopted(text: str, person: str, now: int) -> tuple[str, list[Write]]:
    """Return the id of the table for a record, and the rows that store it for this person.

    All people in the record count as having shared the person's device. The same record of the same person always
    becomes the same table, so it may be sent again.
    """
    record = checked_record(text)
    table = adopted_id(str(record), person)
    setup = Setup(
        game=record.game.name,
        options=option_texts(record.game),
        seats=_seats(record, person),
        host=person,
        key=new_key(),
        watch="nobody",
        chat="none",
        contributions=list(record.contributions),
        contributions_fixed=bool(record.contributions) or record.without_contributions,
        adopted=True,
        origin="" if record.origin is None else str(record.origin),
    )
    assert record.seed is not None
    row = TableRow(table, setup.game, encoded(setup).decode(), record.seed, "over", now, now)
    events = tuple(
        EventRow(number, event.at, event_text(record.game, event)) for number, event in enumerate(record.events, 1)
    )
    effects = Effects(now)
    found = restored(Stored(row, events, ()), now)
    found.save(effects)
    return table, [*effects.writes, AddEvents(table, events), found.seated(person, "host")]


def played_already(
    writes: Sequence[Write], rows: Iterable[TableRow], load: Callable[[str], Stored | None]
) -> str | None:
    """Return the id of the finished table with the same seed and events as an imported record; None: there is none."""
    (new,) = [write.row for write in writes if isinstance(write, SaveTable)]
    (events,) = [write.events for write in writes if isinstance(write, AddEvents)]
    for row in rows:
        if (row.game, row.secret, row.status) == (new.game, new.secret, "over"):
            stored = load(row.id)
            if stored is not None and stored.events == tuple(events):
                return row.id
    return None


def checked_record(text: str) -> Record[Any, Any, Any]:
    """Parse the record of a finished match. Raises `RequestRefused` unless every move is legal and every roll and deal
    follows from the seed."""
    if len(text.encode(errors="replace")) > LONGEST_RECORD:
        raise refused("too_long", most=LONGEST_RECORD)
    if event_lines(text) > MOST_EVENTS:
        raise refused("record_too_long", most=MOST_EVENTS)
    try:
        record = Record.parse(text, games())
        if record.game.seats > MOST_SEATS:
            raise refused("bad_seats", most=MOST_SEATS)
        if not record.match().over:
            raise refused("record_not_over")
        record.check_fate()
    except (BrokenRecord, BrokenFate) as error:
        raise refused("bad_record", because=error) from None
    return record


def event_lines(text: str) -> int:
    """Count the events of a record without parsing them: they are the lines between its two empty lines."""
    _, _, rest = text.partition("\n\n")
    events, _, _ = rest.partition("\n\n")
    return events.count("\n") + 1


def adopted_id(record: str, person: str) -> str:
    digest = hashlib.sha256(f"{person}\n{record}".encode()).digest()
    return table_prefix(person) + "".join(TABLE_LETTERS[byte % len(TABLE_LETTERS)] for byte in digest[:TABLE_LENGTH])


def _seats(record: Record[Any, Any, Any], person: str) -> list[SeatSetup]:
    bots = record.bots or ("",) * record.game.seats
    pledges = record.pledges or ("",) * record.game.seats
    shares = dict(zip(record.contributors(), record.contributions, strict=False))
    return [
        SeatSetup(
            "bot" if level else "person",
            name=name,
            level=level,
            person="" if level else person,
            ready=True,
            pledge=pledge,
            contribution=shares.get(Seat(seat), ""),
        )
        for seat, (name, level, pledge) in enumerate(zip(record.names, bots, pledges, strict=True))
    ]
