"""The data stored on the device: texts by key, which the worker writes to IndexedDB.

`table/ID` is a table's row. `events/ID/NUMBER` are the events of one change, by the number of the first.
`journal/ID/NUMBER` is an entry of a table's journal, and `person` the name of the only person on the device. A change
takes effect here at once, and is undone if the worker could not store it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct, json

from purrlor.table.keys import DEVICE
from purrlor.table.rows import (
    AddEvents,
    AddJournal,
    CutEvents,
    DeleteTable,
    EventRow,
    JournalRow,
    Person,
    PuzzleTry,
    SavePerson,
    SavePuzzleTry,
    SaveTable,
    Stored,
    TableRow,
    Write,
)

Entry: TypeAlias = tuple[str, str | None]
"""A key and its text; None: the key is deleted."""
PERSON = "person"
ROW = json.Decoder(TableRow)
EVENTS = json.Decoder(tuple[EventRow, ...])
JOURNAL = json.Decoder(JournalRow)
TRY = json.Decoder(PuzzleTry)


class Shelf:
    def __init__(self, kept: Iterable[tuple[str, str]] = ()) -> None:
        self.texts = dict(kept)
        self._undo: list[Entry] = []
        """The previous texts of changed keys that are not stored yet, newest last."""
        self.due: dict[str, int] = {}
        """The time at which to wake each table without connections whose turns last days."""
        self._find_due()

    def _find_due(self) -> None:
        self.due = {row.id: row.due for row in self.rows() if row.due is not None}

    def put(self, writes: Sequence[Write]) -> list[Entry]:
        """Apply changes and return the entries to store."""
        return [entry for write in writes for entry in self._put(write)]

    @property
    def unstored(self) -> int:
        """The number of changed entries that are not stored yet."""
        return len(self._undo)

    def settle(self, entries: int) -> None:
        """Note that the oldest `entries` changed entries are stored."""
        del self._undo[:entries]

    def revert(self) -> None:
        """Undo all changes that are not stored yet."""
        while self._undo:
            key, text = self._undo.pop()
            if text is None:
                self.texts.pop(key, None)
            else:
                self.texts[key] = text
        self._find_due()

    def _put(self, write: Write) -> Iterator[Entry]:
        match write:
            case SaveTable(row):
                self.due.pop(row.id, None)
                if row.due is not None:
                    self.due[row.id] = row.due
                yield self._set(f"table/{row.id}", json.encode(row).decode())
            case SavePerson(person) if person.id == DEVICE:  # guests keep their names on their own devices
                yield self._set(PERSON, json.encode(person).decode())
            case SavePuzzleTry(_, tried):
                yield self._set(f"puzzle/{tried.game}/{tried.puzzle}", json.encode(tried).decode())
            case AddEvents(table, events) if events:
                yield self._set(f"events/{table}/{events[0].number:08}", json.encode(events).decode())
            case CutEvents(table, number):
                yield from self._cut(table, number)
            case AddJournal(table, entry):
                number = sum(1 for _ in self._keys("journal", table))
                yield self._set(f"journal/{table}/{number:08}", json.encode(entry).decode())
            case DeleteTable(table):
                self.due.pop(table, None)
                for key in [f"table/{table}", *self._keys("events", table), *self._keys("journal", table)]:
                    yield self._set(key, None)
            case _:  # a device has one person, so seats and owners of tables are not stored
                pass

    def _cut(self, table: str, number: int) -> Iterator[Entry]:
        """Delete the events from this number on, even in the middle of an entry."""
        for key in list(self._keys("events", table)):
            events = EVENTS.decode(self.texts[key])
            left = tuple(event for event in events if event.number < number)
            if len(left) < len(events):
                yield self._set(key, json.encode(left).decode() if left else None)

    def _set(self, key: str, text: str | None) -> Entry:
        self._undo.append((key, self.texts.get(key)))
        if text is None:
            self.texts.pop(key, None)
        else:
            self.texts[key] = text
        return key, text

    def _keys(self, kind: str, table: str) -> Iterator[str]:
        return (key for key in self.texts if key.startswith(f"{kind}/{table}/"))

    # Reading

    def load(self, table: str) -> Stored | None:
        """Return a table with everything needed to restore it; None: it does not exist."""
        row = self.texts.get(f"table/{table}")
        if row is None:
            return None
        events = [event for key in sorted(self._keys("events", table)) for event in EVENTS.decode(self.texts[key])]
        journal = [JOURNAL.decode(self.texts[key]) for key in sorted(self._keys("journal", table))]
        return Stored(ROW.decode(row), tuple(events), tuple(journal))

    def rows(self) -> list[TableRow]:
        """Return all tables, the most recently changed first."""
        found = [ROW.decode(text) for key, text in self.texts.items() if key.startswith("table/")]
        return sorted(found, key=lambda row: (-row.changed, row.id))

    def count(self, table: str) -> int:
        """Count the events of a table's match."""
        last = max(self._keys("events", table), default=None)
        return EVENTS.decode(self.texts[last])[-1].number if last is not None else 0

    def tries(self, game: str) -> dict[str, PuzzleTry]:
        """Return the tries at a game's puzzles, by puzzle."""
        found = [TRY.decode(text) for key, text in self.texts.items() if key.startswith(f"puzzle/{game}/")]
        return {each.puzzle: each for each in found}

    @property
    def name(self) -> str | None:
        """The name of the person on this device; None: not known."""
        text = self.texts.get(PERSON)
        return None if text is None else json.decode(text, type=Person).name


class Answered(Struct):
    """The answer to the request with this number."""

    number: int
    status: int
    type: str
    body: str


class StoreStep(Struct):
    """One transaction of the store."""

    number: int
    writes: list[Entry]


class Delivery(Struct):
    answers: list[Answered] = []
    sends: list[tuple[int, str]] = []
    """Messages to send, with their connections."""
    closed: list[tuple[int, str]] = []
    """Connections to close, with the reason that a server's WebSocket would give."""
