"""The little that SQLite and PostgreSQL do differently, behind one face. SQL is written with `?` for values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from purrlor.core.reason import Reason, Refused
from purrlor.table.rows import Fence

Row: TypeAlias = tuple[Any, ...]
Work: TypeAlias = tuple[str, Sequence[Row]]
"""A statement, and the values of each time it runs."""

DOUBLED = "an event of that number is there already"
GAP = "events follow the last one of their table without a gap"
MISSING = "there is no such table or person"
TOO_LARGE = "a number is too large to be kept"
LOST = "this server's lease has run out, or another one owns the table now"
IN_USE = Reason("store.refused.in_use", "another server is using it; close that one first, or name another store")
LOCK_SECONDS = 3
"""How long a server waits for the store of one that has just ended."""


class StoreFailed(Refused):
    """Nothing was read or written; the reason says why. What a database says itself is in English alone."""


class WriteRefused(StoreFailed):
    """The store is well, but something in the batch contradicts what is there: to try the same again is no use."""


class UnkeepableText(WriteRefused):
    """A text has a character that no database keeps: NUL, or half of a surrogate pair."""


class LeaseLost(WriteRefused):
    """Another server owns the table now, or may own it: this one must forget it and send nothing more about it."""

    def __init__(self) -> None:
        super().__init__(LOST)


class DatabaseConnection(Protocol):
    """One connection to a database. It is used by one thread at a time."""

    @property
    def types(self) -> Mapping[str, str]:
        """How this database writes what migrations name in braces."""
        ...

    def transaction(self, *, alone: bool = False) -> AbstractContextManager[None]:
        """All of it or nothing; `alone`: no other connection changes the schema meanwhile."""
        ...

    def run(self, sql: str, values: Row = ()) -> list[Row]: ...

    def write(self, work: Iterable[Work], fence: Fence | None = None) -> None:
        """Everything in order, in one transaction, on the disk when this returns; `LeaseLost` if the fence is down."""
        ...

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Many new rows at once, inside a transaction."""
        ...

    def tables(self) -> set[str]:
        """The names of the tables that are there."""
        ...

    def problems(self) -> list[str]:
        """What the database finds wrong with itself."""
        ...

    def close(self) -> None: ...
