"""Deleting tables for good: one that its people do not want any more, or those that nobody used for long."""

from __future__ import annotations

from contextlib import suppress

from purrlor.table.rows import DeleteTable

from ..cluster.ownership import Elsewhere
from ..live.live_table import LiveTable
from ..live.live_tables import Hall
from ..store.tables import unused_tables

MOST_REMOVED = 200
"""Unused tables deleted in one pass."""


async def remove(hall: Hall, live: LiveTable) -> None:
    """Delete a table. Connections to it are closed."""
    hall.forget(live)
    for socket in list(live.sockets.values()):
        socket.close("removed")
    await _delete(hall, live.id, live.epoch)


async def remove_unused(hall: Hall, finished_before: int, abandoned_before: int) -> int:
    """Delete tables that were not changed since these times; the number deleted. Tables in memory stay."""
    removed = 0
    for table in await hall.store.read(unused_tables, finished_before, abandoned_before, MOST_REMOVED):
        if table not in hall.live and table not in hall.loading and table not in hall.removing:
            with suppress(Elsewhere):
                epoch = 0 if hall.ownership is None else await hall.store.threads.run(hall.ownership.take, table)
                await _delete(hall, table, epoch)
                removed += 1
    return removed


async def _delete(hall: Hall, table: str, epoch: int) -> None:
    hall.removing.add(table)
    try:
        await hall.store.write([DeleteTable(table)], (table, epoch))
    finally:
        hall.removing.discard(table)
