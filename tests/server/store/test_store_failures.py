"""Whatever goes wrong, a store holds all that was acknowledged and nothing of what was not."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

from purrlor.server.store import Store, StoreFailed, UnkeepableText, WriteRefused, open_store
from purrlor.server.store.connection import DatabaseConnection
from purrlor.server.store.schema import CURRENT, migrate
from purrlor.server.store.sqlite import SqliteConnection
from purrlor.table.rows import Person, SavePerson, SaveTable, Stored
from tests.server.stores import REFUSED, TABLE, add, event

pytest_plugins = ["tests.server.postgres"]

WRITER = Path(__file__).parents[1] / "endless_writer.py"


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_write_leaves_no_trace_and_the_store_usable(store: Store, case: str) -> None:
    write, reason = REFUSED[case]
    store.write([SaveTable(TABLE), SavePerson(Person("ann", "Ann")), add(1, 2)])
    with pytest.raises(WriteRefused, match=re.escape(reason)):
        store.write([SavePerson(Person("before", "Ben")), add(3), write, SavePerson(Person("after", "Cat"))])
    assert (store.person("before"), store.person("after")) == (None, None)
    store.write([add(3)])
    assert store.load("t1") == Stored(TABLE, (event(1), event(2), event(3)), ())


@pytest.mark.parametrize("text", ["A\0nn", "\ud800"])
def test_a_text_that_no_database_keeps_is_distinguished_from_other_failures(store: Store, text: str) -> None:
    with pytest.raises(UnkeepableText):
        store.write([SavePerson(Person("p2", text))])
    with pytest.raises(UnkeepableText):
        store.person(text)


@pytest.mark.parametrize("length", [1, 30, 64, 65, 100])
def test_a_large_batch_is_kept_whole_and_without_gaps(store: Store, length: int) -> None:
    tables = [replace(TABLE, id=f"t{number}") for number in range(3)]
    store.write([SaveTable(table) for table in tables])
    store.write([add(*range(1, length + 1), table=table.id) for table in tables])
    with pytest.raises(WriteRefused, match="without a gap"):
        store.write([*[add(length + 1, table=table.id) for table in tables], add(length + 3, table="t2")])
    expected = tuple(event(number) for number in range(1, length + 1))
    assert [store.load(table.id) for table in tables] == [Stored(table, expected, ()) for table in tables]


def test_a_store_of_a_newer_version_is_refused(place: str) -> None:
    connection = connect(place)
    migrate(connection)
    connection.run("UPDATE schema_version SET version = ?", (CURRENT + 1,))
    connection.close()
    with pytest.raises(StoreFailed, match="written by a newer Purrlor"):
        open_store(place)


def test_a_store_of_version_1_is_brought_up_to_date(place: str) -> None:
    connection = connect(place)
    migrate(connection, up_to=1)
    connection.run("INSERT INTO persons (id, name) VALUES (?, ?)", ("p1", "Ann"))
    connection.close()
    with open_store(place) as store:
        assert store.person("p1") == Person("p1", "Ann")
    connection = connect(place)
    assert connection.run("SELECT version FROM schema_version") == [(CURRENT,)]
    connection.close()


def connect(place: str) -> DatabaseConnection:
    if not place.startswith("postgresql:"):
        return SqliteConnection(Path(place), writes=True)
    from purrlor.server.store.postgresql import PostgresConnection

    return PostgresConnection(place, writes=True)


def test_many_may_open_a_new_store_at_once(place: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(open_store, [place] * 6))
    stores[0].write([SavePerson(Person("p1", "Ann"))])
    assert {each.person("p1") for each in stores} == {Person("p1", "Ann")}
    for each in stores:
        each.close()


def test_reading_goes_on_while_something_is_written(store: Store) -> None:
    """Events come in pairs; a reader never sees half of one."""
    store.write([SaveTable(TABLE)])
    done = Event()

    def read() -> list[int]:
        lengths: list[int] = []
        while not done.is_set():
            loaded = store.load("t1")
            assert loaded is not None
            lengths.append(len(loaded.events))
        return lengths

    with ThreadPoolExecutor(2) as pool:
        readers = [pool.submit(read) for _ in range(2)]
        for number in range(1, 200, 2):
            store.write([add(number), add(number + 1)])
        done.set()
    lengths = [length for reader in readers for length in reader.result()]
    assert lengths
    assert not any(length % 2 for length in lengths)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_writer_loses_nothing_it_acknowledged(place: str) -> None:
    with subprocess.Popen([sys.executable, WRITER, place], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        heard = [writer.stdout.readline() for _ in range(50)]
        writer.kill()
        heard += [line for line in writer.stdout if line.endswith("\n")]
    acknowledged = int(heard[-1])
    with open_store(place) as store:
        loaded = store.load("t1")
        assert loaded is not None
        numbers = [each.number for each in loaded.events]
        assert numbers == list(range(1, len(numbers) + 1))
        assert acknowledged <= len(numbers) <= acknowledged + 3
        store.write([add(len(numbers) + 1)])


def test_a_file_that_is_not_a_database_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear cat, " * 200)
    with pytest.raises(StoreFailed, match="letter: file is not a database"):
        open_store(tmp_path / "letter")


def test_a_folder_that_is_none_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match="file"):
        open_store(tmp_path / "file" / "parlour.sqlite")


def test_a_server_that_does_not_answer_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="connection"):
        open_store(f"postgresql://ann@/purrlor?host={tmp_path}")


def test_a_full_disk_leaves_no_trace_and_the_store_usable(tmp_path: Path) -> None:
    with open_store(tmp_path / "parlour.sqlite") as store:
        store.write([SaveTable(TABLE)])
        limit_pages(store, 40)
        with pytest.raises(StoreFailed, match="full"):
            store.write([add(*range(1, 9_000))])
        limit_pages(store, 100_000)
        assert store.load("t1") == Stored(TABLE, (), ())
        store.write([add(1)])


def limit_pages(store: Store, count: int) -> None:
    writer: DatabaseConnection = vars(store)["_writer"]
    writer.run(f"PRAGMA max_page_count = {count}")


def test_a_lost_connection_is_opened_again(database_url: str) -> None:
    with open_store(database_url) as store:
        store.write([SaveTable(TABLE)])
        end_other_connections(database_url)
        store.write([add(1)])
        assert store.load("t1") == Stored(TABLE, (event(1),), ())


def end_other_connections(url: str) -> None:
    connection = connect(url)
    sql = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
    connection.run(sql + "pg_backend_pid()")
    connection.close()


def test_another_program_that_holds_the_file_too_long_is_reported_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("purrlor.server.store.sqlite.BUSY_SECONDS", 0.1)
    file = tmp_path / "parlour.sqlite"
    with open_store(file) as store:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match="locked"):
            store.write([SaveTable(TABLE)])
        other.close()
        store.write([SaveTable(TABLE)])
