"""Guards of a store against connections that stay broken, a second server, and other programs' files."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from psycopg import Connection
from psycopg.pq import TransactionStatus

from purrlor.server.store import Store, StoreFailed, open_store
from purrlor.server.store.postgresql import PostgresConnection
from purrlor.table.rows import AddEvents, EventRow, Person, SavePerson, SaveTable, TableRow
from tests.server.late_proxy import LateProxy

pytest_plugins = ["tests.server.postgres"]
unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions and locks")
TABLE = TableRow("t1", "yatzy", "{}", b"secret", "running", 0, 0)
HOLD = """
import sys
from purrlor.server.store import open_store
with open_store(sys.argv[1], serving=True):
    print("open", flush=True)
    sys.stdin.read()
"""


def connection_of(writer: PostgresConnection) -> Connection[Any]:
    found: Connection[Any] = vars(writer)["_connection"]
    return found


def test_a_connection_that_is_stuck_in_a_pipeline_is_replaced(database_url: str) -> None:
    with open_store(database_url) as store:
        writer = vars(store)["_writer"]
        assert isinstance(writer, PostgresConnection)
        stuck = connection_of(writer)
        stuck.pgconn.enter_pipeline_mode()
        stuck.pgconn.send_query_params(b"SELECT 1", None)
        assert stuck.info.transaction_status == TransactionStatus.ACTIVE
        store.write([SavePerson(Person("p1", "Ann"))])
        assert store.person("p1") == Person("p1", "Ann")
        assert stuck.closed


def test_a_connection_is_closed_after_a_failure_that_is_not_a_refusal(database_url: str) -> None:
    with open_store(database_url) as store:
        writer = vars(store)["_writer"]
        failed = connection_of(writer)
        with pytest.raises(StoreFailed, match="no_such_table"):
            writer.run("SELECT * FROM no_such_table")
        assert failed.closed
        store.write([SavePerson(Person("p1", "Ann"))])


@unix
@pytest.mark.slow
def test_moves_go_on_behind_a_proxy_that_closes_late(database_url: str) -> None:
    """Connections are cut at random moments of large batches; the next write always goes through."""
    parts = urlsplit(database_url)
    folder = parse_qs(parts.query)["host"][0]
    schema = parse_qs(parts.query)["options"][0].partition("=")[2]
    proxy = LateProxy(f"{folder}/.s.PGSQL.5432", late=0.2)
    url = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres?options=-csearch_path%3D{schema}"
    random = Random(1)
    try:
        with open_store(url) as store:
            store.write([SaveTable(TABLE)])
            for _ in range(12):
                first = len(events_of(store)) + 1
                proxy.cut_after = random.randrange(1, 60_000)
                rows = tuple(EventRow(number, 0, "seat1 roll") for number in range(first, first + 1500))
                with suppress(StoreFailed):
                    for start in range(0, 1500, 500):
                        store.write([AddEvents("t1", rows[start : start + 500])])
                proxy.cut_after = 0
                written = events_of(store)
                assert [row.number for row in written] == list(range(1, len(written) + 1))
                store.write([AddEvents("t1", (EventRow(len(written) + 1, 0, "seat1 roll"),))])
    finally:
        proxy.close()


def events_of(store: Store) -> tuple[EventRow, ...]:
    """A read may find out that its own connection was cut: the next one works."""
    for _ in range(2):
        try:
            loaded = store.load("t1")
        except StoreFailed:
            continue
        assert loaded is not None
        return loaded.events
    raise AssertionError("the store cannot be read")


def test_an_error_of_the_database_is_reported_in_one_short_line(database_url: str) -> None:
    connection = PostgresConnection(database_url, writes=True)
    with pytest.raises(StoreFailed) as failure:
        connection.run("SELECT '" + "x" * 5000)
    assert len(str(failure.value)) <= 300
    assert "\n" not in str(failure.value)
    assert failure.value.__cause__ is None
    connection.close()


def test_a_second_server_on_one_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.store.sqlite.LOCK_SECONDS", 0.2)
    place = tmp_path / "parlour.sqlite"
    with open_store(place, serving=True) as first:
        with pytest.raises(StoreFailed, match="another server is using it"):
            open_store(place, serving=True)
        with open_store(place) as command:
            assert command.counts() == first.counts()
    open_store(place, serving=True).close()


def test_a_store_is_had_alone_when_no_server_uses_it(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sqlite", "postgresql"):
        monkeypatch.setattr(f"purrlor.server.store.{module}.LOCK_SECONDS", 0.2)
    with open_store(place, serving=True), pytest.raises(StoreFailed, match="another server is using it"):
        open_store(place, exclusive=True)
    with open_store(place, exclusive=True), pytest.raises(StoreFailed, match="another server is using it"):
        open_store(place, serving=True)


def test_the_store_of_a_server_that_was_killed_is_free(place: str) -> None:
    command = [sys.executable, "-c", HOLD, place]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        holder.kill()
        holder.wait()
        open_store(place, exclusive=True).close()


def test_a_lost_connection_keeps_a_second_server_out(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.store.postgresql.LOCK_SECONDS", 0.2)
    with open_store(database_url, exclusive=True) as first:
        connection_of(vars(first)["_writer"]).close()
        with open_store(database_url, exclusive=True) as second:
            with pytest.raises(StoreFailed, match="another server is using it"):
                first.write([SavePerson(Person("p1", "Ann"))])
            second.write([SavePerson(Person("p2", "Ben"))])


@unix
def test_a_file_that_others_could_read_becomes_private(tmp_path: Path) -> None:
    file = tmp_path / "parlour.sqlite"
    open_store(file).close()
    for each in tmp_path.iterdir():
        each.chmod(0o644)
    with open_store(file) as store:
        store.write([SaveTable(TABLE)])
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    assert set(modes.values()) == {0o600}, modes


def test_somebody_elses_sqlite_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    for number, statement in enumerate(
        ("CREATE TABLE cats (name TEXT)", "CREATE TABLE schema_version (n INT)", "CREATE TABLE events (id INT)")
    ):
        file = tmp_path / f"other{number}.sqlite"
        other = sqlite3.connect(file)
        other.execute(statement)
        other.close()
        file.chmod(0o644)
        before = file.read_bytes()
        with pytest.raises(StoreFailed, match="is not a store"):
            open_store(file, serving=True)
        assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (before, 0o644)
        assert max(tmp_path.iterdir()) == file


def test_tables_of_another_program_in_postgresql_are_left_alone(database_url: str) -> None:
    connection = PostgresConnection(database_url, writes=True)
    connection.run("CREATE TABLE events (id BIGINT)")
    connection.close()
    with pytest.raises(StoreFailed, match="tables of another program are there"):
        open_store(database_url)
