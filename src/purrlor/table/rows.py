"""The stored rows of a table, and the changes, which are written before anything is sent.

They are encoded as arrays for the writer process (`store/writer_process.py`).
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct, field

from .keys import new_key
from .wire import Role, Status


class Person(Struct, frozen=True, array_like=True):
    """A person without an account: the id in their cookie, and the name they last used."""

    id: str
    name: str


class TableRow(Struct, frozen=True, array_like=True):
    """A table without its events. `setup` is the JSON of `setup.Setup`."""

    id: str
    game: str
    setup: str
    secret: bytes
    """The seed of all random outcomes. It is not shown to anybody before the match is over."""
    status: Status
    created: int
    """Milliseconds since 1970, like all times in the store."""
    changed: int
    due: int | None = None
    """The time at which a player's clock runs out, so that a table without connections is woken; None: it may sleep."""
    summary: str = ""
    """The JSON of `setup.Summary`, which lists show without replaying the match; empty: not known."""


class EventRow(Struct, frozen=True, array_like=True):
    """One event, in the notation of records."""

    number: int
    at: int
    text: str


class JournalRow(Struct, frozen=True, array_like=True):
    """A chat message or the verdict of a race: `kind` and a line of JSON."""

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
    """Add a person to a table, for the list "your tables"; `role` is host, player or watcher."""

    table: str
    person: str
    role: str


class Unseated(Struct, frozen=True, array_like=True, tag=True):
    """Remove a person from a table."""

    table: str
    person: str


class DeleteTable(Struct, frozen=True, array_like=True, tag=True):
    """Delete the table with its events, its journal and the list of its people."""

    table: str


class AddEvents(Struct, frozen=True, array_like=True, tag=True):
    table: str
    events: tuple[EventRow, ...]


class CutEvents(Struct, frozen=True, array_like=True, tag=True):
    """Delete the events from this number on, after a take-back."""

    table: str
    number: int


class AddJournal(Struct, frozen=True, array_like=True, tag=True):
    """Append an entry to the table's journal. Repeating the same write changes nothing."""

    table: str
    entry: JournalRow
    key: str = field(default_factory=new_key)
    """Identifies this write if it is repeated: a writer may end after its commit and before its answer."""


class ExpectRating(Struct, frozen=True, array_like=True, tag=True):
    """Note that the match of this table, created in the same batch, changes ratings when it is over."""

    table: str


class SaveForfeit(Struct, frozen=True, array_like=True, tag=True):
    """Note that a person left a rated match, which still counts for them."""

    table: str
    seat: int
    person: str


class Fence(Struct, frozen=True, array_like=True, tag=True):
    """The first write of a batch, where several servers share a store.

    The batch is refused unless the lease of `node` is valid and the node owns each of `tables`, in the epoch at the
    same index in `epochs`.
    """

    node: str
    tables: tuple[str, ...] = ()
    epochs: tuple[int, ...] = ()


class ClaimTable(Struct, frozen=True, array_like=True, tag=True):
    """Assign the table, created in the same batch, to this node in `FIRST_EPOCH`."""

    table: str
    node: str


class PuzzleTry(Struct, frozen=True, array_like=True):
    """A person's tries at a puzzle. Only the first one counts."""

    game: str
    puzzle: str
    first: int
    """The time of the first try."""
    at: int
    """The time of the last try."""
    score: int
    """The score of the first try, in per cent."""
    last: int
    """The score of the last try, in per cent."""
    rating: int
    """The rating of the puzzle at the first try; `choices` is the number of its choices then."""
    choices: int


class SavePuzzleTry(Struct, frozen=True, array_like=True, tag=True):
    """Store a try. The first try never changes; a later one replaces the last."""

    person: str
    tried: PuzzleTry


class JoinRoom(Struct, frozen=True, array_like=True, tag=True):
    """Assign the table, created in the same batch, to this room for children."""

    table: str
    room: str


class SaveLead(Struct, frozen=True, array_like=True, tag=True):
    """Store a cat's lead over the others of its room in a game, from which its handicap is computed."""

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
    """Everything needed to restore a table."""

    row: TableRow
    events: tuple[EventRow, ...]
    journal: tuple[JournalRow, ...]


class Belongs(Struct, frozen=True):
    """One of a person's tables, with their role and the number of events of its match."""

    row: TableRow
    role: Role
    events: int


class Counts(Struct, frozen=True):
    """The size of a store: the numbers of tables by status, of people and of events."""

    open: int
    running: int
    over: int
    persons: int
    events: int
