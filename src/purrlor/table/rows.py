"""What is kept of a table, and the changes that are written before they are sent to anybody.

They are arrays where they travel, to the process that writes (`store/writer_process.py`).
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct, field

from .keys import new_key
from .wire import Role, Status


class Person(Struct, frozen=True, array_like=True):
    """Somebody without an account: an id that their cookie carries, and the name they last used."""

    id: str
    name: str


class TableRow(Struct, frozen=True, array_like=True):
    """A table without its events. `setup` is the JSON of `setup.Setup`."""

    id: str
    game: str
    setup: str
    secret: bytes
    """The seed of all fates: told to nobody before the match is over."""
    status: Status
    created: int
    """Milliseconds since 1970, like all times in the store."""
    changed: int
    due: int | None = None
    """When somebody's time runs out, so that a table that nobody attends is woken; None: it may sleep."""
    summary: str = ""
    """The JSON of `setup.Summary`: what a list shows of the match without replaying it; empty: not known."""


class EventRow(Struct, frozen=True, array_like=True):
    """One event as records write it."""

    number: int
    at: int
    text: str


class JournalRow(Struct, frozen=True, array_like=True):
    """What was said at a table, or how a race was decided: `kind` and a line of JSON."""

    at: int
    kind: str
    text: str


class SaveTable(Struct, frozen=True, array_like=True, tag=True):
    """Insert the table, or replace all of its row."""

    row: TableRow


class SavePerson(Struct, frozen=True, array_like=True, tag=True):
    person: Person


class SaveSetting(Struct, frozen=True, array_like=True, tag=True):
    key: str
    value: str


class Seated(Struct, frozen=True, array_like=True, tag=True):
    """Who belongs to which table, for "your tables"; `role` is host, player or watcher."""

    table: str
    person: str
    role: str


class Unseated(Struct, frozen=True, array_like=True, tag=True):
    """The person does not belong to the table any more."""

    table: str
    person: str


class DeleteTable(Struct, frozen=True, array_like=True, tag=True):
    """Delete the table with its events, its journal and the list of those who belong to it."""

    table: str


class AddEvents(Struct, frozen=True, array_like=True, tag=True):
    table: str
    events: tuple[EventRow, ...]


class CutEvents(Struct, frozen=True, array_like=True, tag=True):
    """Take-back: events from this number on are gone."""

    table: str
    number: int


class AddJournal(Struct, frozen=True, array_like=True, tag=True):
    """Append an entry to the table's journal. Writing the same one again changes nothing."""

    table: str
    entry: JournalRow
    key: str = field(default_factory=new_key)
    """Identifies this write when it is tried again: a writer may end after its commit and before its answer."""


class ExpectRating(Struct, frozen=True, array_like=True, tag=True):
    """The match of this table, which was made in the same batch, is to move ratings when it is over."""

    table: str


class SaveForfeit(Struct, frozen=True, array_like=True, tag=True):
    """A person left a rated match; it still counts for them."""

    table: str
    seat: int
    person: str


class Fence(Struct, frozen=True, array_like=True, tag=True):
    """The first of a batch, where several servers share a store: the batch is refused unless the lease of `node` runs
    and it owns each of `tables` in the epoch of the same place in `epochs`."""

    node: str
    tables: tuple[str, ...] = ()
    epochs: tuple[int, ...] = ()


class ClaimTable(Struct, frozen=True, array_like=True, tag=True):
    """The table, which was made in the same batch, belongs to this node in `FIRST_EPOCH`."""

    table: str
    node: str


class PuzzleTry(Struct, frozen=True, array_like=True):
    """What somebody made of a puzzle: only the first try counts."""

    game: str
    puzzle: str
    first: int
    """When it was tried first."""
    at: int
    """When it was tried last."""
    score: int
    """Of the first try, in per cent."""
    last: int
    """Of the last one."""
    rating: int
    """How hard the puzzle was then, and how many choices it had."""
    choices: int


class SavePuzzleTry(Struct, frozen=True, array_like=True, tag=True):
    """The first try stays as it is; a later one changes what is known of the last."""

    person: str
    tried: PuzzleTry


class JoinRoom(Struct, frozen=True, array_like=True, tag=True):
    """The table, which was made in the same batch, belongs to this room for children."""

    table: str
    room: str


class SaveLead(Struct, frozen=True, array_like=True, tag=True):
    """How far a cat of a room is ahead of the others in a game: what its handicap follows from."""

    room: str
    game: str
    cat: str
    lead: int


FIRST_EPOCH = 1
Write: TypeAlias = (
    SaveTable
    | SavePerson
    | SaveSetting
    | Seated
    | Unseated
    | DeleteTable
    | AddEvents
    | CutEvents
    | AddJournal
    | Fence
    | ClaimTable
    | SavePuzzleTry
    | ExpectRating
    | SaveForfeit
    | JoinRoom
    | SaveLead
)


class Stored(Struct, frozen=True):
    """Everything that wakes a table."""

    row: TableRow
    events: tuple[EventRow, ...]
    journal: tuple[JournalRow, ...]


class Belongs(Struct, frozen=True):
    """One of somebody's tables, what they are there, and how many events its match has."""

    row: TableRow
    role: Role
    events: int


class Counts(Struct, frozen=True):
    """How much a store holds: tables by status, persons, events."""

    open: int
    running: int
    over: int
    persons: int
    events: int
