"""`purrlor store backup` and `restore`: whole, private, of one moment; nothing that is there is lost."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest

from harness.postgres import administer, programs, server_url
from purrlor.server.store import Store, StoreFailed, open_store
from purrlor.server.store.backup import back_up, restore
from purrlor.server.store.schema import CURRENT
from purrlor.table.rows import AddEvents, EventRow, Person, SavePerson, SaveTable, TableRow
from tests.server.parlour import parlour
from tests.server.parlour import run as play
from tests.server.stores import RELEASED, command, contents, nothing, unpacked

pytest_plugins = ["tests.server.postgres"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store with tables of every game, brought up to date."""
    path = unpacked(RELEASED[0], tmp_path, "parlour.sqlite")
    open_store(path).close()
    return path


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sqlite", "postgresql"):
        monkeypatch.setattr(f"purrlor.server.store.{module}.LOCK_SECONDS", 0.1)


def write_on(store: Store, number: int) -> None:
    if number == 1:
        store.write([SaveTable(TableRow("new", "yatzy", "{}", b"secret", "running", 0, 0))])
    store.write([AddEvents("new", (EventRow(number, 0, "x" * 3000),)), SavePerson(Person(f"p{number}", "Ann"))])


def test_a_backup_shows_one_moment_while_a_server_writes(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("purrlor.server.store.backup.PAGES", 2)
    before = contents(file)
    steps: list[int] = []
    with open_store(file, exclusive=True) as server:

        def progress(done: int, total: int) -> None:
            assert steps[-1:] < [done] <= [total], "it began again"
            steps.append(done)
            write_on(server, len(steps))

        back_up(file, tmp_path / "copy.sqlite", progress)
        after = server.load("new")
    assert after is not None
    assert len(after.events) == len(steps) > 5
    assert contents(tmp_path / "copy.sqlite") == before


def test_backups_during_a_match_pass_the_check(tmp_path: Path) -> None:
    async def play_and_back_up() -> None:
        async with parlour(tmp_path / "parlour.sqlite") as house, house.device() as ann, house.device() as ben:
            table, key = await ann.host("yatzy", "person", "open")
            await ben.join(table, key)
            chairs = [await device.sit(table) for device in (ann, ben)]
            for chair in chairs:
                await chair.send("ready")
            match = asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            for number in range(3):
                copy = tmp_path / f"copy{number}.sqlite"
                await asyncio.to_thread(back_up, tmp_path / "parlour.sqlite", copy, nothing)
            await match

    play(play_and_back_up())
    for number in range(3):
        assert command("check", "--store", tmp_path / f"copy{number}.sqlite") == 0


def test_a_backup_is_one_private_file_that_passes_the_check(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "backup"
    folder.mkdir()
    assert command("backup", folder / "copy.sqlite", "--store", file) == 0
    assert "complete and checked" in capsys.readouterr().out
    assert [each.name for each in folder.iterdir()] == ["copy.sqlite"]
    if sys.platform != "win32":
        assert stat.S_IMODE((folder / "copy.sqlite").stat().st_mode) == 0o600
    assert command("check", "--store", folder / "copy.sqlite") == 0


def test_a_backup_before_an_update_does_not_change_the_store(tmp_path: Path) -> None:
    path = unpacked(RELEASED[0], tmp_path)
    assert command("backup", tmp_path / "copy.sqlite", "--store", path) == 0
    for each in (path, tmp_path / "copy.sqlite"):
        connection = sqlite3.connect(each)
        assert connection.execute("SELECT version FROM schema_version").fetchall() == [(2,)]
        connection.close()


def test_a_file_that_is_there_is_not_overwritten_by_a_backup(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "copy").write_text("mine")
    assert command("backup", tmp_path / "copy", "--store", file) == 2
    assert "already exists" in capsys.readouterr().err
    assert (tmp_path / "copy").read_text() == "mine"


def test_a_backup_that_is_interrupted_leaves_nothing_behind(file: Path, tmp_path: Path) -> None:
    def progress(_: int, __: int) -> None:
        raise KeyboardInterrupt

    folder = tmp_path / "backup"
    folder.mkdir()
    with pytest.raises(KeyboardInterrupt):
        back_up(file, folder / "copy.sqlite", progress)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("action", ["backup", "restore"])
def test_postgresql_is_left_to_its_own_tools(action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(action, tmp_path / "copy", "--store", "postgresql://nobody:secret@nowhere/db") == 2
    words = capsys.readouterr().err
    assert ("pg_dump" if action == "backup" else "pg_restore") in words
    assert "secret" not in words


def test_no_store_no_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("backup", tmp_path / "copy", "--store", tmp_path / "missing") == 2
    assert "nothing was backed up: there is no store at" in capsys.readouterr().err
    (tmp_path / "empty").touch()
    assert command("backup", tmp_path / "copy", "--store", tmp_path / "empty") == 2
    assert "is not a store" in capsys.readouterr().err
    assert command("backup", tmp_path / "no" / "folder", "--store", unpacked(RELEASED[0], tmp_path)) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_a_backup_comes_back_and_the_store_before_it_is_kept(file: Path, tmp_path: Path) -> None:
    before = contents(file)
    assert command("backup", tmp_path / "copy", "--store", file) == 0
    with open_store(file) as store:
        write_on(store, 1)
    changed = contents(file)
    assert command("restore", tmp_path / "copy", "--store", file, "--replace") == 0
    (kept,) = tmp_path.glob("parlour.sqlite.before-*")
    assert (contents(file), contents(kept)) == (before, changed)
    assert contents(tmp_path / "copy") == before


def test_a_backup_of_an_older_version_comes_back_where_nothing_was(tmp_path: Path) -> None:
    copy = unpacked(RELEASED[0], tmp_path)
    assert command("restore", copy, "--store", tmp_path / "new" / "parlour.sqlite") == 0
    assert command("check", "--store", tmp_path / "new" / "parlour.sqlite") == 0


def test_a_store_is_not_replaced_unless_asked(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = unpacked(RELEASED[0], tmp_path)
    before = contents(file)
    assert command("restore", copy, "--store", file) == 2
    assert "--replace" in capsys.readouterr().err
    assert contents(file) == before


def test_nothing_is_restored_under_a_running_server(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = unpacked(RELEASED[0], tmp_path)
    with open_store(file, exclusive=True):
        assert command("restore", copy, "--store", file, "--replace") == 2
    assert "nothing was restored: another server is using it" in capsys.readouterr().err
    assert list(tmp_path.glob("*before*")) == []


def test_nothing_is_restored_while_another_program_reads_the_store(file: Path, tmp_path: Path) -> None:
    copy = unpacked(RELEASED[0], tmp_path)
    with open_store(file) as reader:
        with pytest.raises(StoreFailed, match="another program has"):
            restore(copy, file, tmp_path / "kept", nothing, replace=True)
        assert reader.counts().over > 0
    assert not (tmp_path / "kept").exists()
    assert list(tmp_path.glob(".*")) == []


def damage(copy: Path) -> None:
    """Scribble over the middle of a file."""
    with copy.open("rb+") as changed:
        changed.seek(copy.stat().st_size // 2)
        changed.write(b"\xff" * 4096)


def age_on(copy: Path) -> None:
    connection = sqlite3.connect(copy, isolation_level=None)
    connection.execute("UPDATE schema_version SET version = ?", (CURRENT + 1,))
    connection.close()


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def scribble(copy: Path) -> None:
    copy.write_bytes(b"mice " * 1000)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (damage, ""),
        (age_on, "written by a newer Purrlor"),
        (Path.unlink, "there is no store at"),
        (empty, "is not a store"),
        (scribble, "file is not a database"),
    ],
    ids=["damaged", "newer", "missing", "empty", "text"],
)
def test_a_bad_backup_is_refused_and_the_store_stays(
    file: Path, tmp_path: Path, spoil: Callable[[Path], None], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(file)
    assert command("backup", tmp_path / "copy", "--store", file) == 0
    spoil(tmp_path / "copy")
    capsys.readouterr()
    assert command("restore", tmp_path / "copy", "--store", file, "--replace") == 2
    words = capsys.readouterr().err
    assert words.startswith("purrlor: nothing was restored: ")
    assert reason in words
    assert words.count("\n") == 1
    assert contents(file) == before
    assert list(tmp_path.glob("*before*")) + list(tmp_path.glob(".*")) == []


def test_a_dump_of_postgresql_comes_back_the_same(database_url: str, tmp_path: Path) -> None:
    """As docs/host/install.md says it: pg_dump while the store is open, pg_restore into an empty database."""
    if shutil.which("pg_dump", path=programs()) is None:
        pytest.skip("this PostgreSQL came without pg_dump")
    assert command("migrate", unpacked(RELEASED[0], tmp_path), database_url) == 0
    schema = parse_qs(urlsplit(database_url).query)["options"][0].partition("=")[2]
    name = f"purrlor_{uuid4().hex}"
    administer(server_url(), "CREATE DATABASE {}", name)
    try:
        other = urlsplit(server_url())._replace(path=f"/{name}").geturl()
        dump, put_back = f"{programs()}/pg_dump", f"{programs()}/pg_restore"
        file = tmp_path / "parlour.dump"
        with open_store(database_url, exclusive=True):
            run(dump, "--format=custom", f"--schema={schema}", f"--file={file}", server_url())
        run(put_back, "--exit-on-error", "--no-owner", f"--dbname={other}", file)
        assert contents(f"{other}&options=-csearch_path%3D{schema}") == contents(database_url)
    finally:
        administer(server_url(), "DROP DATABASE {} WITH (FORCE)", name)


def run(*command: str | Path) -> None:
    subprocess.run(command, check=True, capture_output=True)
