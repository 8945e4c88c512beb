"""`purrlor store` finds what is wrong, and gives records back as they were."""

from __future__ import annotations

import argparse
import json
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest
from msgspec.structs import replace

from purrlor.core import Record
from purrlor.core.options import option_texts
from purrlor.core.record import event_text
from purrlor.kit import games
from purrlor.server.commands import store as store_command
from purrlor.server.store import Store, open_store
from purrlor.table import records
from purrlor.table.rows import AddEvents, CutEvents, EventRow, SaveTable, TableRow
from purrlor.table.wire import Status
from purrlor.words import words

pytest_plugins = ["tests.server.postgres"]
GOLDEN = Path(__file__).parents[2] / "golden"
NAMES = ("addi-cats", "house-of-cats-level-1", "meow", "yatzy")


@cache
def golden(name: str) -> Record[Any, Any, Any]:
    return Record.parse((GOLDEN / f"{name}.purr").read_text("utf-8"), games())


class Run(Protocol):
    def __call__(self, *arguments: str | Path) -> tuple[int, str, str]: ...


@pytest.fixture
def run(place: str, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command on the store; its exit code, output and complaints."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        parser = argparse.ArgumentParser()
        store_command.add_parser(parser.add_subparsers())
        args = parser.parse_args(["store", *map(str, arguments), "--store", place])
        code: int = args.run(args)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def rows(record: Record[Any, Any, Any]) -> tuple[EventRow, ...]:
    texts = ((event.at, event_text(record.game, event)) for event in record.events)
    return tuple(EventRow(number, at, text) for number, (at, text) in enumerate(texts, 1))


def table_row(name: str, *, status: Status = "over") -> TableRow:
    record = golden(name)
    assert record.seed is not None
    setup = {
        "options": option_texts(record.game),
        "contributions": record.contributions,
        "seats": [{"kind": "person", "name": seat} for seat in record.names],
        "pace": 700,
    }
    return TableRow(name, record.game.name, json.dumps(setup), record.seed, status, 0, 0)


def keep(store: Store, name: str) -> None:
    store.write([SaveTable(table_row(name)), AddEvents(name, rows(golden(name)))])


@contextmanager
def raw(place: str) -> Generator[Any]:
    """The database without the store's care."""
    connection: Any
    if place.startswith("postgresql:"):
        import psycopg

        connection = psycopg.connect(place, autocommit=True)
    else:
        connection = sqlite3.connect(place, isolation_level=None)
    yield connection
    connection.close()


def test_whole_matches_of_all_games_are_well(store: Store, run: Run) -> None:
    for name in NAMES:
        keep(store, name)
    code, out, err = run("check")
    assert (code, err) == (0, "")
    assert out.endswith("All is well.\n")
    assert f"{len(NAMES)} tables, {len(NAMES)} of them over" in out


def test_an_empty_store_is_well(store: Store, run: Run) -> None:
    assert store.ids() == []
    assert run("check")[0] == 0


def test_an_unfinished_match_is_well(store: Store, run: Run) -> None:
    keep(store, "yatzy")
    store.write([CutEvents("yatzy", 20), SaveTable(table_row("yatzy", status="running"))])
    assert run("check")[0] == 0


def test_a_missing_event_is_found(place: str, store: Store, run: Run) -> None:
    keep(store, "yatzy")
    with raw(place) as connection:
        connection.execute("DELETE FROM events WHERE number = 7")
    code, out, _ = run("check")
    assert code == 1
    assert "table yatzy: event 7 is missing" in out


def test_a_match_that_cannot_have_happened_is_found(store: Store, run: Run) -> None:
    keep(store, "yatzy")
    store.write([CutEvents("yatzy", 2), AddEvents("yatzy", (EventRow(2, 0, "seat1 score cat_flap"),))])
    code, out, _ = run("check")
    assert code == 1
    assert 'table yatzy: event 2, "seat1 score cat_flap", cannot happen: ' in out


def test_outcomes_that_do_not_follow_from_the_secret_are_found(store: Store, run: Run) -> None:
    keep(store, "yatzy")
    store.write([SaveTable(replace(table_row("yatzy"), secret=b"another one"))])
    code, out, _ = run("check")
    assert code == 1
    assert "does not follow from the seed, which gives " in out


@pytest.mark.parametrize("status", ["open", "running"])
def test_a_status_that_does_not_fit_is_found(store: Store, run: Run, status: Status) -> None:
    keep(store, "yatzy")
    store.write([SaveTable(table_row("yatzy", status=status))])
    code, out, _ = run("check")
    assert code == 1
    assert f"its status is {status}, which does not fit" in out


@pytest.mark.parametrize(
    ("game", "setup"), [("chess", "{}"), ("yatzy", "meow"), ("yatzy", '{"options": {"seats": "x"}}')]
)
def test_a_setup_that_cannot_be_read_is_found(store: Store, run: Run, game: str, setup: str) -> None:
    store.write([SaveTable(TableRow("t1", game, setup, b"", "open", 0, 0))])
    keep(store, "meow")
    code, out, _ = run("check")
    assert code == 1
    assert "table t1: its setup cannot be read: " in out
    assert "Wrong: 1" in out


def test_a_damaged_file_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "damaged.sqlite"
    with open_store(file) as store:
        for name in NAMES:
            keep(store, name)
    pages = file.read_bytes()
    place = pages.index(b"seat2 roll") // 4096 * 4096
    file.write_bytes(pages[:place] + b"\x07" * 4096 + pages[place + 4096 :])
    assert store_command.check(argparse.Namespace(store=str(file))) == 1
    assert "the database itself: " in capsys.readouterr().out


@pytest.mark.parametrize("action", [("check",), ("export", "--all")])
def test_a_store_that_is_not_there_is_not_made(
    tmp_path: Path, action: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PURRLOR_STORE", str(tmp_path / "none.sqlite"))
    parser = argparse.ArgumentParser()
    store_command.add_parser(parser.add_subparsers())
    args = parser.parse_args(["store", *action])
    assert args.run(args) == 2
    assert capsys.readouterr().err.startswith("purrlor: the store cannot be used: there is no store at ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("action", [store_command.check, store_command.export])
@pytest.mark.parametrize("kind", ["empty", "another database"])
@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_a_file_that_is_not_a_store_is_left_as_it_is(
    tmp_path: Path, form: str, kind: str, action: Callable[[Any], int], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "no store.sqlite"
    file.touch()
    if kind != "empty":
        with raw(str(file)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE mice (name TEXT)")
    before = file.read_bytes()
    assert action(argparse.Namespace(store=form.format(file), all=True, output=tmp_path, unfinished=False)) == 2
    assert capsys.readouterr() == ("", f"purrlor: the store cannot be used: {file} is not a store\n")
    assert (file.read_bytes(), list(tmp_path.iterdir())) == (before, [file])


def test_a_store_that_is_new_and_open_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its file holds next to nothing yet: all of it is in the file beside it."""
    with open_store(tmp_path / "new.sqlite"):
        assert store_command.check(argparse.Namespace(store=str(tmp_path / "new.sqlite"))) == 0
    assert capsys.readouterr().err == ""


def test_all_finished_matches_come_out_as_they_went_in(store: Store, run: Run, tmp_path: Path) -> None:
    for name in NAMES:
        keep(store, name)
    folder = tmp_path / "records"
    assert run("export", "--all", "-o", folder)[0] == 0
    assert sorted(file.stem for file in folder.iterdir()) == list(NAMES)
    assert all(file.read_bytes() == (GOLDEN / file.name).read_bytes() for file in folder.iterdir())
    assert run("export", "--all", "-o", folder)[0] == 0


def test_one_match_comes_out_alone(store: Store, run: Run, tmp_path: Path) -> None:
    keep(store, "yatzy")
    keep(store, "meow")
    assert run("export", "meow", "-o", tmp_path / "records")[0] == 0
    assert [file.name for file in (tmp_path / "records").iterdir()] == ["meow.purr"]


def test_an_unfinished_match_comes_out_only_on_request_and_without_its_seed(
    store: Store, run: Run, tmp_path: Path
) -> None:
    keep(store, "yatzy")
    store.write([CutEvents("yatzy", 20), SaveTable(table_row("yatzy", status="running"))])
    code, _, err = run("export", "yatzy", "-o", tmp_path)
    assert (code, "the match is not over" in err) == (1, True)
    code, _, err = run("export", "yatzy", "-o", tmp_path, "--unfinished")
    assert (code, "shows what the players hide" in err) == (0, True)
    record = Record.parse((tmp_path / "yatzy.purr").read_text(), games())
    assert (len(record.events), record.seed) == (19, None)


def test_all_leaves_out_what_is_not_over(store: Store, run: Run, tmp_path: Path) -> None:
    store.write([SaveTable(table_row("yatzy", status="open"))])
    code, out, err = run("export", "--all", "-o", tmp_path / "records")
    assert (code, err) == (0, "")
    assert out.endswith(": 0\n")


def test_a_file_with_something_else_is_not_overwritten(store: Store, run: Run, tmp_path: Path) -> None:
    keep(store, "yatzy")
    (tmp_path / "yatzy.purr").write_text("mine")
    code, _, err = run("export", "yatzy", "-o", tmp_path)
    assert (code, "already exists" in err) == (1, True)
    assert (tmp_path / "yatzy.purr").read_text() == "mine"


def test_a_match_that_is_not_well_does_not_come_out(store: Store, run: Run, tmp_path: Path) -> None:
    keep(store, "yatzy")
    store.write([SaveTable(replace(table_row("yatzy"), secret=b"another one"))])
    code, _, err = run("export", "--all", "-o", tmp_path / "records")
    assert (code, "does not follow from the seed" in err) == (1, True)


def test_a_table_that_nobody_made_does_not_come_out(store: Store, run: Run) -> None:
    assert store.ids() == []
    assert run("export", "t9")[::2] == (1, "there is no table t9\n")


def test_the_id_of_a_table_cannot_lead_out_of_the_folder(store: Store, run: Run, tmp_path: Path) -> None:
    row = replace(table_row("meow"), id="../meow")
    store.write([SaveTable(row), AddEvents("../meow", rows(golden("meow")))])
    assert run("export", "--all", "-o", tmp_path / "records")[0] == 0
    assert [file.name for file in (tmp_path / "records").iterdir()] == ["..%2Fmeow.purr"]


def test_every_sentence_of_the_store_is_used() -> None:
    server = Path(store_command.__file__).parents[1]
    files = [*server.glob("commands/*.py"), *server.glob("store/*.py"), Path(records.__file__)]
    sources = "".join(file.read_text("utf-8") for file in files)
    keys = [key for key in words().catalogue if key.startswith("store.")]
    assert keys
    assert [key for key in keys if f'"{key}"' not in sources and f"'{key}'" not in sources] == []
