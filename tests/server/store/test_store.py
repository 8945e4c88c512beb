"""What is written is read, the same from SQLite and PostgreSQL."""

from __future__ import annotations

import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from purrlor.server.people.identity import WORD_MILLIS, make_word, take_word
from purrlor.server.store import Store, StoreFailed, default_place, open_store
from purrlor.server.store.statements import plan
from purrlor.server.store.tables import due_tables, set_setting, tables_of
from purrlor.table.rows import (
    AddEvents,
    AddJournal,
    Belongs,
    Counts,
    CutEvents,
    EventRow,
    JournalRow,
    Person,
    SavePerson,
    SaveTable,
    Seated,
    Stored,
    TableRow,
)
from purrlor.table.wire import Status
from purrlor.words import words

pytest_plugins = ["tests.server.postgres"]

TABLE = TableRow("t1", "yatzy", '{"options": {}}', b"\x00secret\xff", "running", 1_000, 2_000)
ROLL, KEEP = EventRow(1, 0, "fate 2"), EventRow(2, 140, "seat2 roll")


def other(name: str, *, due: int | None = None, changed: int = 2_000, status: Status = "running") -> SaveTable:
    return SaveTable(replace(TABLE, id=name, due=due, changed=changed, status=status))


def test_a_table_comes_back_with_events_and_journal(store: Store) -> None:
    said = JournalRow(150, "said", '{"text": "Grüße 🐈"}')
    store.write([SaveTable(TABLE), AddEvents("t1", (ROLL, KEEP)), AddJournal("t1", said)])
    assert store.load("t1") == Stored(TABLE, (ROLL, KEEP), (said,))


def test_a_table_that_nobody_made_is_none(store: Store) -> None:
    assert store.load("t1") is None


def test_saving_again_replaces_the_whole_row(store: Store) -> None:
    later = replace(TABLE, setup="{}", status="over", changed=9_000, due=None)
    store.write([other("t1", due=5_000), SaveTable(later)])
    assert store.load("t1") == Stored(later, (), ())


def test_taken_back_events_make_room_for_others(store: Store) -> None:
    instead = EventRow(2, 200, "seat2 keep 1")
    store.write([SaveTable(TABLE), AddEvents("t1", (ROLL, KEEP))])
    store.write([CutEvents("t1", 2), AddEvents("t1", (instead,))])
    assert store.load("t1") == Stored(TABLE, (ROLL, instead), ())


def test_many_tables_in_one_batch_keep_their_own_order(store: Store) -> None:
    names = [f"t{number}" for number in range(20)]
    made = [write for name in names for write in (other(name), AddEvents(name, (ROLL, KEEP)))]
    changed = [write for name in names for write in (CutEvents(name, 2), AddEvents(name, (replace(KEEP, at=99),)))]
    store.write([*made, *changed])
    assert store.counts() == Counts(0, 20, 0, 0, 40)
    assert {loaded.events[1].at for name in names if (loaded := store.load(name))} == {99}


def test_a_batch_becomes_one_statement_per_kind_where_order_allows() -> None:
    names = [f"t{number}" for number in range(20)]
    batch = [write for name in names for write in (other(name), AddEvents(name, (ROLL,)), CutEvents(name, 1))]
    assert [len(rows) for _, rows in plan(batch)] == [20, 20, 20]


def test_journal_entries_of_one_moment_keep_their_order(store: Store) -> None:
    lines = [JournalRow(7, "said", str(number)) for number in range(12)]
    store.write([SaveTable(TABLE), *(AddJournal("t1", line) for line in lines)])
    loaded = store.load("t1")
    assert loaded is not None
    assert list(loaded.journal) == lines


def test_a_journal_entry_that_is_written_again_is_there_once(store: Store) -> None:
    said = AddJournal("t1", JournalRow(7, "said", "hello"))
    same_words = AddJournal("t1", JournalRow(7, "said", "hello"))
    store.write([SaveTable(TABLE), said, same_words])
    store.write([said])
    loaded = store.load("t1")
    assert loaded is not None
    assert len(loaded.journal) == 2


def test_a_person_keeps_the_last_name(store: Store) -> None:
    store.write([SavePerson(Person("p1", "Ann")), SavePerson(Person("p1", "Anna"))])
    assert store.person("p1") == Person("p1", "Anna")
    assert store.person("p2") is None


def test_your_tables_come_with_your_role_the_newest_first(store: Store) -> None:
    store.write([SavePerson(Person("p1", "Ann")), other("old", changed=1), other("new", changed=2), other("not mine")])
    store.write([Seated("old", "p1", "watcher"), Seated("new", "p1", "player"), Seated("new", "p1", "host")])
    newest = Belongs(replace(TABLE, id="new", changed=2), "host", 0)
    assert store.read(tables_of, "p1", 1) == [newest]
    assert [(each.row.id, each.role) for each in store.read(tables_of, "p1", 9)] == [
        ("new", "host"),
        ("old", "watcher"),
    ]


def test_due_tables_come_in_the_order_of_their_time(store: Store) -> None:
    store.write([other("sleeps"), other("later", due=30), other("second", due=20), other("first", due=10)])
    assert store.read(due_tables, 20) == ["first", "second"]


def test_counts_tell_tables_by_status(store: Store) -> None:
    store.write([other("a", status="open"), other("b"), other("c", status="over"), SavePerson(Person("p", "Ann"))])
    store.write([AddEvents("c", (ROLL, KEEP))])
    assert store.counts() == Counts(open=1, running=1, over=1, persons=1, events=2)


def test_a_setting_is_read_as_it_was_set(store: Store) -> None:
    assert store.get_setting("greeting") is None
    store.transact(set_setting, "greeting", "meow")
    store.transact(set_setting, "greeting", "purr")
    assert store.get_setting("greeting") == "purr"


def test_a_key_is_made_once_however_many_ask(place: str) -> None:
    numbers = count()

    def ask(store: Store) -> str:
        return store.keep_setting("key", lambda: str(next(numbers)))

    with open_store(place) as one, open_store(place) as two, ThreadPoolExecutor(4) as pool:
        made = list(pool.map(ask, [one, two] * 10))
        assert set(made) == {one.get_setting("key")}


def test_everything_is_there_after_reopening(place: str) -> None:
    with open_store(place) as store:
        store.write([SaveTable(TABLE), AddEvents("t1", (ROLL,))])
    with open_store(place) as store:
        assert store.load("t1") == Stored(TABLE, (ROLL,), ())


def test_a_sqlite_url_names_a_path(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/my%20parlour.sqlite") as store:
        assert store.name == str(tmp_path / "my parlour.sqlite")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_file_with_the_seeds_belongs_to_its_owner_alone(tmp_path: Path) -> None:
    with open_store(tmp_path / "new" / "parlour.sqlite") as store:
        store.write([SaveTable(TABLE)])
        files = sorted((tmp_path / "new").iterdir())
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_the_name_of_a_store_holds_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "purrlor.server.store.postgresql", raising=False)
    with pytest.raises(StoreFailed, match=r"pip install 'purrlor\[postgresql\]'") as failure:
        open_store("postgresql://ann:hush@localhost/purrlor")
    assert "hush" not in str(failure.value)


def test_a_store_of_another_kind_is_refused_in_words() -> None:
    with pytest.raises(
        StoreFailed, match="a store is a path, sqlite:///PATH or postgresql://…, not mysql://…"
    ) as failure:
        open_store("mysql://localhost/purrlor")
    german = words("de").reason(failure.value.reason)
    assert german == "ein Speicher ist ein Pfad, sqlite:///PFAD oder postgresql://…, nicht mysql://…"


def test_the_environment_names_the_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PURRLOR_STORE", raising=False)
    monkeypatch.setenv("PURRLOR_DATA", str(tmp_path))
    assert default_place() == os.fspath(tmp_path / "parlour.sqlite")
    monkeypatch.setenv("PURRLOR_STORE", "postgresql://localhost/purrlor")
    assert default_place() == "postgresql://localhost/purrlor"


def test_a_transfer_word_works_once_for_ten_minutes_with_any_server(place: str) -> None:
    with open_store(place) as one, open_store(place) as other:
        word = one.transact(make_word, "transfer", "ann", 0)
        assert other.transact(take_word, "transfer", "guess", 1) is None
        assert other.transact(take_word, "passkey", word, 1) is None
        assert [each.transact(take_word, "transfer", word, 1) for each in (other, one)] == ["ann", None]
        late = one.transact(make_word, "transfer", "ann", 0)
        assert one.transact(take_word, "transfer", late, WORD_MILLIS) is None
