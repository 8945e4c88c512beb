"""A table in memory, with its connections."""

from __future__ import annotations

import asyncio
from typing import Protocol

from purrlor.kit import kit
from purrlor.table.rows import TableRow
from purrlor.table.table import Table


class Socket(Protocol):
    """The table's interface to a connection."""

    def send(self, message: bytes) -> None: ...

    def ping(self) -> None: ...

    def close(self, code: str) -> None: ...


class LiveTable:
    def __init__(self, table: Table, epoch: int = 0) -> None:
        self.table = table
        self.races = kit(table.row.game).races(table.play.game)
        """Whether round trips of its players matter, even before the match begins."""
        self.epoch = epoch
        """The epoch in which this process owns the table, where several share a store."""
        self.sockets: dict[int, Socket] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.unwritten = 0
        """Number of changes that are not on disk yet."""
        self.sent_row: TableRow | None = None
        """The last row that was committed and sent."""
        self.idle_since = 0
        self.waiting_for: frozenset[str] = frozenset()
        """The people who were notified of their turn (`push/sender.py`)."""
        self.rematch = ""
        """The rematch that people were notified of."""
        self.gone = False
        """Whether the table was unloaded: messages to it or from it are ignored."""

    @property
    def id(self) -> str:
        return self.table.row.id

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
