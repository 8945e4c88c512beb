"""Ownership of tables: which process has a table in memory."""

from __future__ import annotations

from collections.abc import Iterable

from purrlor.table.refusals import refused
from purrlor.table.rows import Fence

from ..store import Node, Nodes, Owned, StoreFailed
from .lease import Lease

MOST_TRIES = 5
"""Maximum number of attempts to take a table while others try at the same moment."""


class Elsewhere(Exception):
    """Raised when another node owns the table."""

    def __init__(self, node: Node) -> None:
        super().__init__(node.id)
        self.node = node


class Ownership:
    """The tables that this node owns. Its blocking methods are for threads."""

    def __init__(self, nodes: Nodes, lease: Lease) -> None:
        self.nodes = nodes
        self.lease = lease

    @property
    def held(self) -> bool:
        return self.lease.held

    def fence(self, tables: Iterable[tuple[str, int]]) -> Fence:
        """Return the fence for a commit to these tables, each with its epoch."""
        held = sorted(set(tables))
        return Fence(self.lease.id, tuple(table for table, _ in held), tuple(epoch for _, epoch in held))

    def owner(self, table: str) -> Node | None:
        """Return the other live node that owns a table; None if this node or no live node does.

        Refuses if there is no such table.
        """
        node = self._found(table).node
        return None if node is None or node.id == self.lease.id else node

    def take(self, table: str) -> int:
        """Take ownership of a table and return its epoch. Raises `Elsewhere` if another live node owns it."""
        for _ in range(MOST_TRIES):
            found = self._found(table)
            if found.node is not None and found.node.id != self.lease.id:
                raise Elsewhere(found.node)
            epoch = self.nodes.take(table, found.epoch, self.lease.id) if self.lease.held else None
            if epoch is not None:
                return epoch
        raise refused("moving")

    def _found(self, table: str) -> Owned:
        found = self.nodes.owner(table)
        if found is None:
            raise refused("no_table")
        node = found.node
        if node is not None and node.id != self.lease.id and found.expired and self._ended(node.id):
            return Owned(found.epoch, None)
        return found

    def is_alive(self, node: str) -> bool:
        expired = self.nodes.expired(node)
        return expired is not None and not (expired and self._ended(node))

    def _ended(self, node: str) -> bool:
        """Return whether a node with an expired lease is gone for good.

        Returns False if the database has only just become reachable, or while a commit of that node is under way.
        """
        if not self.lease.unbroken:
            return False
        try:
            return self.nodes.end(node)
        except StoreFailed:
            return False

    def close(self) -> None:
        self.nodes.close()
        self.lease.close()
