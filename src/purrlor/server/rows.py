"""What is kept of a table, and the changes that are written before anybody is told of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody without an account: an id that their cookie carries, and the name they last used."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table without its events. `setup` is the JSON of `setup.Setup`."""

    id: str
    game: str
    setup: str
    secret: bytes
    """The seed of all fates: told to nobody before the match is over."""
    status: Literal["open", "running", "over"]
    created: int
    """Milliseconds since 1970, like all times in the store."""
    changed: int
    due: int | None = None
    """When somebody's time runs out, so that a table that nobody attends is woken; None: it may sleep."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event as records write it."""

    number: int
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class JournalRow:
    """What was said at a table, or how a race was decided: `kind` and a line of JSON."""

    at: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class SaveTable:
    """Insert the table, or replace all of its row."""

    row: TableRow


@dataclass(frozen=True, slots=True)
class SavePerson:
    person: Person


@dataclass(frozen=True, slots=True)
class Seated:
    """Who belongs to which table, for "your tables"; `role` is host, player or watcher."""

    table: str
    person: str
    role: str


@dataclass(frozen=True, slots=True)
class AddEvents:
    table: str
    events: tuple[EventRow, ...]


@dataclass(frozen=True, slots=True)
class CutEvents:
    """Take-back: events from this number on are gone."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class AddJournal:
    table: str
    entry: JournalRow


Write: TypeAlias = SaveTable | SavePerson | Seated | AddEvents | CutEvents | AddJournal


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything that wakes a table."""

    row: TableRow
    events: tuple[EventRow, ...]
    journal: tuple[JournalRow, ...]


@dataclass(frozen=True, slots=True)
class Belongs:
    """One of somebody's tables, and what they are there."""

    row: TableRow
    role: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a store holds: tables by status, persons, events."""

    open: int
    running: int
    over: int
    persons: int
    events: int
