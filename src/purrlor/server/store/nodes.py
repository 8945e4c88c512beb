"""The servers that share a store (nodes), their leases, and their ownership of tables.

A node is alive while its row exists. Its lease runs by the database's clock. Once it has expired, any node may delete
the row, and an id is never reused, so everything that a deleted node owned is free for good. A commit of a node locks
its row (`postgresql.FENCE`), so that deleting waits for running commits and refuses later ones.
"""

from __future__ import annotations

from threading import Lock

from msgspec import Struct

from .connection import DatabaseConnection

HASTE_SECONDS = 2.0
"""Timeout of statements about leases, after which it is better to retry."""
MILLIS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""SQL for the database's time: the leases of all nodes run by this one clock."""
ADD = f"INSERT INTO nodes (id, machine, socket, address, until) VALUES (?, ?, ?, ?, {MILLIS} + ?)"  # noqa: S608
RENEW = f"UPDATE nodes SET until = {MILLIS} + ? WHERE id = ? RETURNING id"  # noqa: S608
END = f"DELETE FROM nodes WHERE id = ? AND until < {MILLIS} RETURNING id"  # noqa: S608
OWNED = f"""SELECT tables.epoch, nodes.id, nodes.machine, nodes.socket, nodes.address, nodes.until < {MILLIS}
FROM tables LEFT JOIN nodes ON nodes.id = tables.owner WHERE tables.id = ?"""  # noqa: S608
EXPIRED = f"SELECT until < {MILLIS} FROM nodes WHERE id = ?"  # noqa: S608
TAKE = """UPDATE tables SET owner = ?, epoch = epoch + 1
WHERE id = ? AND epoch = ? AND EXISTS (SELECT 1 FROM nodes WHERE id = ?)
AND (owner IS NULL OR owner = ? OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = tables.owner)) RETURNING epoch"""


class Node(Struct, frozen=True):
    """A server process."""

    id: str
    machine: str
    """Id of the machine; nodes of one machine reach each other through their sockets."""
    socket: str
    """The path of a Unix socket."""
    address: str
    """`host:port` for nodes of other machines; empty if they cannot reach this one."""


class Owned(Struct, frozen=True):
    """The owner of a table; None if no live node owns it."""

    epoch: int
    node: Node | None
    expired: bool = False
    """Whether the owner's lease has expired, though no node has ended it yet."""


class Nodes:
    """The list of nodes, over one connection; any thread may use it.

    Writes here need not be on disk at once (`synchronous_commit = off`). If a crash of the database loses an owner, the
    fence refuses that node, and it takes the table again.
    """

    def __init__(self, connection: DatabaseConnection) -> None:
        self._connection = connection
        self._lock = Lock()

    def add(self, node: Node, millis: int) -> None:
        """Add a node, with a lease of this length."""
        with self._lock:
            self._connection.run(ADD, (node.id, node.machine, node.socket, node.address, millis))

    def renew(self, node: str, millis: int) -> bool:
        """Renew a lease; return False if the node was ended, which is final."""
        with self._lock:
            return bool(self._connection.run(RENEW, (millis, node)))

    def publish(self, node: str, usage: str) -> None:
        """Publish the usage of addresses on this node's machine for the other nodes."""
        with self._lock:
            self._connection.run("UPDATE nodes SET usage = ? WHERE id = ?", (usage, node))

    def usage_of_others(self, node: str) -> dict[str, str]:
        """Return the published usage of the other nodes, by node."""
        with self._lock:
            rows = self._connection.run("SELECT id, usage FROM nodes WHERE usage <> '' AND id <> ?", (node,))
        return {str(other): str(usage) for other, usage in rows}

    def remove(self, node: str) -> None:
        """Remove a node that leaves or is known to be dead; everything it owns is free at once."""
        with self._lock:
            self._connection.run("DELETE FROM nodes WHERE id = ?", (node,))

    def remove_all_of(self, process: str) -> None:
        """Remove every node of a process that is known to be dead."""
        with self._lock:
            self._connection.run("DELETE FROM nodes WHERE id LIKE ?", (f"{process}-%",))

    def end(self, node: str) -> bool:
        """Remove a node whose lease has expired; return False if it is alive or another node ended it."""
        with self._lock:
            return bool(self._connection.run(END, (node,)))

    def expired(self, node: str) -> bool | None:
        """Return whether the lease of a node has expired; None if there is no such node."""
        with self._lock:
            rows = self._connection.run(EXPIRED, (node,))
        return bool(rows[0][0]) if rows else None

    def all(self) -> list[Node]:
        with self._lock:
            return [Node(*row) for row in self._connection.run("SELECT id, machine, socket, address FROM nodes")]

    def owner(self, table: str) -> Owned | None:
        """Return the owner of a table; None if there is no such table."""
        with self._lock:
            rows = self._connection.run(OWNED, (table,))
        if not rows:
            return None
        epoch, node, *rest, expired = rows[0]
        return Owned(epoch, None) if node is None else Owned(epoch, Node(node, *rest), expired)

    def take(self, table: str, epoch: int, node: str) -> int | None:
        """Take a table in this epoch and return the new epoch; None if another node was faster."""
        with self._lock:
            rows = self._connection.run(TAKE, (node, table, epoch, node, node))
        return int(rows[0][0]) if rows else None

    def close(self) -> None:
        with self._lock:
            self._connection.close()
