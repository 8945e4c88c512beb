"""The pace of levels that adapt to a person, from their last match against such bots alone."""

from __future__ import annotations

import msgspec

from purrlor.kit import is_installed, kit
from purrlor.table import wire
from purrlor.table.adaptive_levels import measures, next_levels
from purrlor.table.lobby import woken
from purrlor.table.setup import Setup

from ..store.async_store import AsyncStore
from ..store.connection import DatabaseConnection
from ..store.tables import load_table, tables_of

MOST_READ = 30
"""Tables of a person that are looked at, the latest first."""
SETUP = msgspec.json.Decoder(Setup)


async def adapted_levels(store: AsyncStore, wanted: wire.NewTable, person: str, now: int) -> dict[str, str]:
    """For each adapting level that a new table asks for, the level at the pace that fits this person."""
    bots = {seat.level for seat in wanted.seats if seat.kind == "bot"}
    if not bots or not is_installed(wanted.game):
        return {}
    if bots.isdisjoint(each.name for each in kit(wanted.game).levels if each.at is not None):
        return {}
    rows = await store.read(tables_of, person, MOST_READ)
    over = [each.row for each in rows if each.row.game == wanted.game and each.row.status == "over"]
    for row in sorted(over, key=lambda row: row.changed, reverse=True):
        if measures(SETUP.decode(row.setup), person):
            return await store.read_events(_next_levels, row.id, person, now)
    return {}


def _next_levels(reader: DatabaseConnection, table: str, person: str, now: int) -> dict[str, str]:
    """Load and replay the match; it runs outside the event loop."""
    stored = load_table(reader, table)
    return {} if stored is None else next_levels(woken(stored, now), person)
