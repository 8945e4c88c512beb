"""Shared positions: everybody who follows a link plays on from the same event of a match, and the results are compared.

All tables of a position have one new secret. Its hash is published with the position, and the secret itself when the
position is closed. Players contribute nothing to it, and bots draw from it too, so the same acts meet the same dice,
cards and opponents, and nobody can know them in advance.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, json

from purrlor.core.options import option_texts
from purrlor.kit import kit

from . import wire
from .checks import checked_cat, checked_name, checked_pace, game_of
from .creation import first_writes, people_of
from .forks import event_rows, fork_of
from .keys import new_key, new_table
from .messages import encoded
from .records import fault
from .refusals import refused
from .rows import AddEvents, EventRow, Stored, TableRow, Write
from .setup import SeatSetup, Setup, checked_level, name_bots
from .table import Table
from .tournament import (
    BOT,
    TableResult,
    TournamentPlan,
    TournamentRound,
    TournamentStanding,
    TournamentTable,
    standings,
)
from .tournament.tables import table_result

OPEN_MILLIS = 30 * 24 * 60 * 60 * 1000
"""Milliseconds after which a position closes by itself."""


class PositionSetup(Struct, frozen=True):
    """The match that everybody continues."""

    game: str
    options: dict[str, str]
    seat: int
    """The seat of the person; bots play all others."""
    levels: tuple[str, ...]
    """The level of each seat's bot; empty for the person's seat."""
    origin: str
    events: tuple[EventRow, ...]


class PositionFate(Struct, frozen=True):
    """What all tables of a position share."""

    id: str
    setup: PositionSetup
    secret: bytes
    until: int
    """The time at which the position closes, until which the secret is not shown."""


class PositionTry(Struct, frozen=True):
    """A person's match from a shared position."""

    number: int
    """The person's number in the standings, counted from 1."""
    person: str
    name: str
    cat: str
    table: str
    counted: bool
    """Whether the match is over and was checked."""
    result: TableResult | None
    """None: the match is not over, or does not count."""


def shared_position(wanted: wire.NewPosition, stored: Stored | None, now: int) -> PositionSetup:
    """Return the requested position. `stored` is the finished match; None: a puzzle is meant."""
    record, match, origin = fork_of(wanted, stored, now)
    own = [number for number, seat in enumerate(wanted.seats) if seat.kind == "person"]
    if len(own) != 1 or any(seat.kind == "open" for seat in wanted.seats):
        raise refused("position_seats")
    if wanted.redeal not in (None, own[0]):
        raise refused("no_such_seat")
    return PositionSetup(
        game=record.game.name,
        options=option_texts(record.game),
        seat=own[0],
        levels=tuple(
            checked_level(record.game.name, seat.level) if seat.kind == "bot" else "" for seat in wanted.seats
        ),
        origin=origin,
        events=event_rows(record.game, match),
    )


def position_table(of: PositionFate, person: str, wanted: wire.PlayPosition, now: int) -> Table:
    """Create a person's table, without hints or spectators."""
    own = SeatSetup("person", name=checked_name(wanted.name), person=person, cat=checked_cat(wanted.cat))
    seats = [SeatSetup("bot", level=level) if level else own for level in of.setup.levels]
    setup = Setup(
        game=of.setup.game,
        options=of.setup.options,
        seats=seats,
        host=person,
        key=new_key(),
        watch="nobody",
        chat="none",
        hints=False,
        stand_in=kit(of.setup.game).default_level.name,
        pace=checked_pace(wanted.pace),
        contributions_fixed=True,
        origin=of.setup.origin,
        position=of.id,
        shared_fate=f"position/{of.id}",
        sealed_until=of.until,
    )
    name_bots(seats)
    row = TableRow(new_table(), setup.game, encoded(setup).decode(), of.secret, "open", now, now)
    return Table(row, game_of(setup.game, setup.options), setup, events=of.setup.events, now=now)


def position_writes(
    of: PositionFate, person: str, wanted: wire.PlayPosition, now: int, node: str = ""
) -> tuple[wire.TableMade, list[Write]]:
    """Return a person's table and its first writes."""
    table = position_table(of, person, wanted, now)
    writes = first_writes(table, people_of(table), node)
    made = wire.TableMade(table.row.id, table.setup.key)
    return made, [*writes, AddEvents(table.row.id, of.setup.events)] if of.setup.events else writes


def position_result(stored: Stored, of: PositionFate) -> TableResult | None:
    """Compute a result from the record of the match alone; None: it does not count.

    Every random outcome after the position is drawn again, and every act is checked against the rules.
    """
    kept, shared = json.decode(stored.row.setup, type=Setup), of.setup
    ours = (kept.position, kept.game, kept.options, kept.origin) == (of.id, shared.game, shared.options, shared.origin)
    fair = stored.row.secret == of.secret and not kept.contributions and not kept.take_backs
    same = stored.events[: len(shared.events)] == shared.events
    if not (ours and fair and same) or stored.row.status != "over" or fault(stored) is not None:
        return None
    return table_result(stored, kept, [shared.seat])


def position_round(setup: PositionSetup, tries: Iterable[PositionTry]) -> TournamentRound:
    """Return the counted results as a closed duplicate round, in which each person has a table."""
    counted = [each for each in tries if each.result is not None]
    tables = tuple(
        TournamentTable(
            people=tuple(BOT if level else each.number for level in setup.levels),
            group=number,
            id=each.table,
            result=each.result,
        )
        for number, each in enumerate(counted)
    )
    return TournamentRound(1, "", tuple(each.number for each in counted), tables, closed=True)


def position_standings(setup: PositionSetup, tries: Iterable[PositionTry]) -> list[TournamentStanding]:
    """Rank the results as a duplicate tournament of one round does, best first."""
    plan = TournamentPlan("duplicate", len(setup.levels), 1)
    return standings(plan, [position_round(setup, tries)])
