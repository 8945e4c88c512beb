"""Which process a table is awake in."""

from __future__ import annotations

from collections.abc import Iterable

from purrlor.table.refusals import refused
from purrlor.table.rows import Fence

from ..store import Node, Nodes, Owned, StoreFailed
from .lease import Lease

MOST_TRIES = 5
"""Others may take a table at the same moment."""


class Elsewhere(Exception):
    """Another node owns the table."""

    def __init__(self, node: Node) -> None:
        super().__init__(node.id)
        self.node = node


class Ownership:
    """What this node owns; its blocking methods are for threads."""

    def __init__(self, nodes: Nodes, lease: Lease) -> None:
        self.nodes = nodes
        self.lease = lease

    @property
    def held(self) -> bool:
        return self.lease.held

    def fence(self, tables: Iterable[tuple[str, int]]) -> Fence:
        """What a commit about these tables, each in its epoch, must pass."""
        held = sorted(set(tables))
        return Fence(self.lease.id, tuple(table for table, _ in held), tuple(epoch for _, epoch in held))

    def owner(self, table: str) -> Node | None:
        """The other node that owns a table; None: this one, or nobody who is alive. A refusal if there is no table."""
        node = self._found(table).node
        return None if node is None or node.id == self.lease.id else node

    def take(self, table: str) -> int:
        """Own a table; its epoch. `Elsewhere` if it belongs to another live node."""
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
        """Whether a node whose lease ran out is gone for good: not while the database has only just come back, nor as
        long as a commit of that node is under way."""
        if not self.lease.unbroken:
            return False
        try:
            return self.nodes.end(node)
        except StoreFailed:
            return False

    def close(self) -> None:
        self.nodes.close()
        self.lease.close()
