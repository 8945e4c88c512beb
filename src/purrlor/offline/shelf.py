"""What the device keeps: texts under keys, which the worker writes to IndexedDB.

`table/ID` is a table's row, `events/ID/NUMBER` the events of one change by the number of the first, `journal/ID/NUMBER`
an entry of its journal, `person` the name of the device's one person. A change is put on the shelf at once, and taken
off again if the worker could not store it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct, json

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
"""A key and its text; None: it is deleted."""
PERSON = "person"
ROW = json.Decoder(TableRow)
EVENTS = json.Decoder(tuple[EventRow, ...])
JOURNAL = json.Decoder(JournalRow)
TRY = json.Decoder(PuzzleTry)


class Shelf:
    def __init__(self, kept: Iterable[tuple[str, str]] = ()) -> None:
        self.texts = dict(kept)
        self._undo: list[Entry] = []
        """What the keys held that are not stored yet, the newest last."""
        self.due: dict[str, int] = {}
        """When tables have to be woken that nobody attends, where a turn has days."""
        self._find_due()

    def _find_due(self) -> None:
        self.due = {row.id: row.due for row in self.rows() if row.due is not None}

    def put(self, writes: Sequence[Write]) -> list[Entry]:
        """Carry out changes; what is to be stored for them."""
        return [entry for write in writes for entry in self._put(write)]

    @property
    def unstored(self) -> int:
        """How many entries were changed and are not stored yet."""
        return len(self._undo)

    def settle(self, entries: int) -> None:
        """The first of these changed entries are stored."""
        del self._undo[:entries]

    def revert(self) -> None:
        """What was put here and was not settled could not be stored."""
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
            case SavePerson(person):
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
            case _:  # one person has one device: nobody is seated elsewhere, and no table has an owner
                pass

    def _cut(self, table: str, number: int) -> Iterator[Entry]:
        """Events from this number on are gone, also those in the middle of what was stored as one change."""
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
        """A table with everything that wakes it."""
        row = self.texts.get(f"table/{table}")
        if row is None:
            return None
        events = [event for key in sorted(self._keys("events", table)) for event in EVENTS.decode(self.texts[key])]
        journal = [JOURNAL.decode(self.texts[key]) for key in sorted(self._keys("journal", table))]
        return Stored(ROW.decode(row), tuple(events), tuple(journal))

    def rows(self) -> list[TableRow]:
        """All tables, the one that changed last first."""
        found = [ROW.decode(text) for key, text in self.texts.items() if key.startswith("table/")]
        return sorted(found, key=lambda row: (-row.changed, row.id))

    def count(self, table: str) -> int:
        """The number of events of a table's match."""
        last = max(self._keys("events", table), default=None)
        return EVENTS.decode(self.texts[last])[-1].number if last is not None else 0

    def tries(self, game: str) -> dict[str, PuzzleTry]:
        """What was tried of the puzzles of a game, by puzzle."""
        found = [TRY.decode(text) for key, text in self.texts.items() if key.startswith(f"puzzle/{game}/")]
        return {each.puzzle: each for each in found}

    @property
    def name(self) -> str | None:
        """What the person of this device is called; None: nobody has said."""
        text = self.texts.get(PERSON)
        return None if text is None else json.decode(text, type=Person).name


class Answered(Struct):
    """The answer to the request of that number."""

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
    """Connections and messages."""
    closed: list[tuple[int, str]] = []
    """Connections that are closed, and why: the reason that a server's WebSocket would give."""
