"""The servers that share a store (nodes), their leases, and which of them owns a table.

A node is alive while its row is there. Its lease runs by the database's clock; once it has run out, anybody may delete
the row, and an id is never used again, so whatever a deleted node owned is free for good. A commit of a node locks its
row (`postgresql.FENCE`), so that deleting waits for commits under way and refuses later ones.
"""

from __future__ import annotations

from threading import Lock

from msgspec import Struct

from .connection import DatabaseConnection

HASTE_SECONDS = 2.0
"""A statement about leases that takes longer fails: it is better tried again."""
MILLIS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The database's time: the leases of all nodes run by this one clock."""
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
    """Nodes of one machine reach each other through their sockets."""
    socket: str
    """The path of a Unix socket."""
    address: str
    """`host:port` for nodes of other machines; empty: they cannot reach this one."""


class Owned(Struct, frozen=True):
    """Who owns a table; None: nobody who is alive."""

    epoch: int
    node: Node | None
    expired: bool = False
    """Whether the lease of the owner has run out, though nobody has ended it yet."""


class Nodes:
    """One connection; any thread may call anything.

    What is written here need not be on the disk at once (`synchronous_commit = off`): an owner that is forgotten by a
    crash of the database is refused by the fence, and takes the table again.
    """

    def __init__(self, connection: DatabaseConnection) -> None:
        self._connection = connection
        self._lock = Lock()

    def add(self, node: Node, millis: int) -> None:
        """A new node, with a lease of this length."""
        with self._lock:
            self._connection.run(ADD, (node.id, node.machine, node.socket, node.address, millis))

    def renew(self, node: str, millis: int) -> bool:
        """False: it was ended, and stays so."""
        with self._lock:
            return bool(self._connection.run(RENEW, (millis, node)))

    def publish(self, node: str, usage: str) -> None:
        """What addresses have asked of this node's machine, for the others."""
        with self._lock:
            self._connection.run("UPDATE nodes SET usage = ? WHERE id = ?", (usage, node))

    def usage_of_others(self, node: str) -> dict[str, str]:
        """By node, if it has published any."""
        with self._lock:
            rows = self._connection.run("SELECT id, usage FROM nodes WHERE usage <> '' AND id <> ?", (node,))
        return {str(other): str(usage) for other, usage in rows}

    def remove(self, node: str) -> None:
        """A node leaves, or is known to be dead: all that it owns is free at once."""
        with self._lock:
            self._connection.run("DELETE FROM nodes WHERE id = ?", (node,))

    def remove_all_of(self, process: str) -> None:
        """Remove every node of a process, which is known to be dead."""
        with self._lock:
            self._connection.run("DELETE FROM nodes WHERE id LIKE ?", (f"{process}-%",))

    def end(self, node: str) -> bool:
        """Remove a node whose lease has run out; False: it is alive after all, or somebody else ended it."""
        with self._lock:
            return bool(self._connection.run(END, (node,)))

    def expired(self, node: str) -> bool | None:
        """Whether the lease of a node has run out; None: there is no such node."""
        with self._lock:
            rows = self._connection.run(EXPIRED, (node,))
        return bool(rows[0][0]) if rows else None

    def all(self) -> list[Node]:
        with self._lock:
            return [Node(*row) for row in self._connection.run("SELECT id, machine, socket, address FROM nodes")]

    def owner(self, table: str) -> Owned | None:
        """None: there is no such table."""
        with self._lock:
            rows = self._connection.run(OWNED, (table,))
        if not rows:
            return None
        epoch, node, *rest, expired = rows[0]
        return Owned(epoch, None) if node is None else Owned(epoch, Node(node, *rest), expired)

    def take(self, table: str, epoch: int, node: str) -> int | None:
        """Own a table that nobody else owned in this epoch; the new epoch, or None if somebody was faster."""
        with self._lock:
            rows = self._connection.run(TAKE, (node, table, epoch, node, node))
        return int(rows[0][0]) if rows else None

    def close(self) -> None:
        with self._lock:
            self._connection.close()
