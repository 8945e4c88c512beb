"""Deleting tables for good: one that its people do not want any more, or those that nobody used for long."""

from __future__ import annotations

from contextlib import suppress

from purrlor.table.rows import DeleteTable

from ..cluster.ownership import Elsewhere
from ..live.live_table import LiveTable
from ..live.live_tables import LiveTables
from ..store.tables import unused_tables

MOST_REMOVED = 200
"""Unused tables deleted in one pass."""


async def remove(tables: LiveTables, live: LiveTable) -> None:
    """Delete a table. Connections to it are closed."""
    tables.forget(live)
    for socket in list(live.sockets.values()):
        socket.close("removed")
    await _delete(tables, live.id, live.epoch)


async def remove_unused(tables: LiveTables, finished_before: int, abandoned_before: int) -> int:
    """Delete tables that were not changed since these times; the number deleted. Tables in memory stay."""
    removed = 0
    for table in await tables.store.read(unused_tables, finished_before, abandoned_before, MOST_REMOVED):
        if table not in tables.live and table not in tables.loading and table not in tables.removing:
            with suppress(Elsewhere):
                epoch = 0 if tables.ownership is None else await tables.store.threads.run(tables.ownership.take, table)
                await _delete(tables, table, epoch)
                removed += 1
    return removed


async def _delete(tables: LiveTables, table: str, epoch: int) -> None:
    tables.removing.add(table)
    try:
        await tables.store.write([DeleteTable(table)], (table, epoch))
    finally:
        tables.removing.discard(table)
