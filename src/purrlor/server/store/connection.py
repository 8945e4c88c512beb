"""The common interface of SQLite and PostgreSQL, which hides their few differences. SQL uses `?` for values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from purrlor.core.reason import Reason, Refused
from purrlor.table.rows import Fence

Row: TypeAlias = tuple[Any, ...]
Work: TypeAlias = tuple[str, Sequence[Row]]
"""A statement, and the values for each of its executions."""
Done: TypeAlias = Callable[[Exception | None], None]
"""Callback that runs once in the loop, with the error, or None when everything is on disk."""

DOUBLED = "an event of that number is there already"
GAP = "events follow the last one of their table without a gap"
MISSING = "there is no such table or person"
TOO_LARGE = "a number is too large to be kept"
LOST = "this server's lease has run out, or another one owns the table now"
IN_USE = Reason("store.refused.in_use", "another server is using it; close that one first, or name another store")
LOCK_SECONDS = 3
"""How long a server waits for the store of another that has just ended."""


class StoreFailed(Refused):
    """Raised when nothing was read or written, with the reason. A database's own messages are in English only."""


class WriteRefused(StoreFailed):
    """Raised when a batch contradicts the stored data. The store itself works, so a retry is useless."""


class UnkeepableText(WriteRefused):
    """Raised for a text with a character that databases cannot store: NUL, or half of a surrogate pair."""


class LeaseLost(WriteRefused):
    """Raised when another server owns the table, or may own it. Forget the table and send nothing more about it."""

    def __init__(self) -> None:
        super().__init__(LOST)


class DatabaseConnection(Protocol):
    """One connection to a database, used by one thread at a time."""

    @property
    def types(self) -> Mapping[str, str]:
        """Return this database's types for the names in braces in migrations."""
        ...

    def transaction(self, *, alone: bool = False) -> AbstractContextManager[None]:
        """Open an atomic transaction; `alone` keeps other connections from changing the schema meanwhile."""
        ...

    def run(self, sql: str, values: Row = ()) -> list[Row]: ...

    def write(self, work: Iterable[Work], fence: Fence | None = None) -> None:
        """Write in order, in one transaction that is on disk when this returns.

        Raises `LeaseLost` if the fence fails.
        """
        ...

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many new rows at once, inside a transaction."""
        ...

    def tables(self) -> set[str]:
        """Return the names of the existing tables."""
        ...

    def problems(self) -> list[str]:
        """Return the problems that the database's own check finds."""
        ...

    def close(self) -> None: ...
