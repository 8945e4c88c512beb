"""`purrlor store migrate`: everything arrives and is compared, or nothing is copied."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from purrlor.server.store import open_store
from purrlor.server.store.connection import Row
from purrlor.server.store.copy_store import CHUNK
from purrlor.server.store.sqlite import SqliteConnection
from purrlor.table.rows import Person, SavePerson
from tests.server.stores import RELEASED, command, contents, unpacked

pytest_plugins = ["tests.server.postgres"]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sqlite", "postgresql"):
        monkeypatch.setattr(f"purrlor.server.store.{module}.LOCK_SECONDS", 0.1)


@pytest.fixture
def released(tmp_path: Path) -> Path:
    return unpacked(RELEASED[0], tmp_path)


@pytest.mark.parametrize("packed", RELEASED, ids=lambda path: path.name.partition(".")[0])
def test_the_store_of_every_release_arrives_whole(
    packed: Path, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = unpacked(packed, tmp_path)
    assert command("migrate", source, place) == 0
    assert "everything is the same in both stores" in capsys.readouterr().out
    assert contents(place) == contents(source)
    assert command("check", "--store", place) == 0


def test_there_and_back_again(released: Path, database_url: str, tmp_path: Path) -> None:
    with open_store(released) as store:
        store.write([SavePerson(Person(f"p{number}", "Ann")) for number in range(CHUNK + 1)])
        key = store.get_setting("signing_key")
        persons = store.counts().persons
    assert command("migrate", released, database_url) == 0
    assert command("migrate", database_url, tmp_path / "back.sqlite") == 0
    assert contents(tmp_path / "back.sqlite") == contents(released)
    with open_store(tmp_path / "back.sqlite") as back:
        assert (back.get_setting("signing_key"), back.counts().persons) == (key, persons)


def test_both_stores_print_the_same_digests(
    released: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("migrate", released, database_url) == 0
    whole = capsys.readouterr().out.split()[-1]
    printed: list[str] = []
    for each in (released, database_url):
        assert command("digest", "--store", each) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0].splitlines()[-1] == f"{whole}  all tables: {len(contents(released))}"


def test_a_target_that_holds_something_is_refused(
    released: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(place) as store:
        store.write([SavePerson(Person("p1", "Ann"))])
    assert command("migrate", released, place) == 2
    assert capsys.readouterr().err == (
        "purrlor: nothing was copied: the target is not empty (persons: 1); name an empty one\n"
    )
    assert contents(place) == {}


@pytest.mark.parametrize("used", ["source", "target"])
def test_a_store_that_a_server_uses_is_refused(
    released: Path, place: str, used: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(released if used == "source" else place, exclusive=True):
        assert command("migrate", released, place) == 2
    assert "another server is using it" in capsys.readouterr().err


def test_a_source_that_is_not_a_store_is_refused(
    place: str, database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("migrate", tmp_path / "missing", place) == 2
    assert "nothing was copied: there is no store at" in capsys.readouterr().err
    assert command("migrate", database_url, tmp_path / "new.sqlite") == 2
    assert "there is no store at postgresql://" in capsys.readouterr().err
    assert not (tmp_path / "new.sqlite").exists()
    assert command("migrate", place, place) == 2
    assert "both places are the same" in capsys.readouterr().err


@pytest.mark.parametrize("fault", ["changed", "lost"])
def test_a_row_that_does_not_arrive_is_found_and_nothing_is_copied(
    released: Path, tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    insert = SqliteConnection.insert

    def faulty(self: SqliteConnection, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        if table == "journal":
            rows = rows[1:] if fault == "lost" else [(*rows[0][:-1], "{}"), *rows[1:]]
        insert(self, table, columns, rows)

    monkeypatch.setattr(SqliteConnection, "insert", faulty)
    target = tmp_path / "target.sqlite"
    assert command("migrate", released, target) == 2
    expected = "does not have as many rows" if fault == "lost" else "the copy differs in table"
    assert expected in capsys.readouterr().err
    monkeypatch.undo()
    assert contents(target) == {}
    assert command("migrate", released, target) == 0


def test_an_interrupted_copy_leaves_the_target_empty(
    released: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("purrlor.server.store.copy_store._compared", interrupt)
    assert command("migrate", released, place) == 130
    monkeypatch.undo()
    assert command("migrate", released, place) == 0
