"""`purrlor store prune`: old tables go, nothing else does."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from purrlor.server.commands.store_maintenance import age
from purrlor.server.store import Store, open_store
from purrlor.table.rows import (
    AddEvents,
    AddJournal,
    EventRow,
    JournalRow,
    Person,
    SavePerson,
    SaveTable,
    Seated,
    TableRow,
)
from purrlor.table.wire import Status
from tests.server.stores import DAY, NOW, command

pytest_plugins = ["tests.server.postgres"]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sqlite", "postgresql"):
        monkeypatch.setattr(f"purrlor.server.store.{module}.LOCK_SECONDS", 0.1)


def add(store: Store, name: str, status: Status, days: int) -> None:
    changed = NOW - days * DAY
    row = TableRow(name, "yatzy", "{}", b"secret", status, changed, changed)
    store.write([SaveTable(row), SavePerson(Person("p1", "Ann")), Seated(name, "p1", "host")])
    store.write([AddEvents(name, tuple(EventRow(number, 0, "fate 2") for number in range(1, 4)))])
    store.write([AddJournal(name, JournalRow(0, "chat", "{}"))])


@pytest.fixture
def filled(place: str) -> str:
    with open_store(place) as store:
        add(store, "oldover", "over", 91)
        add(store, "oldopen", "open", 91)
        add(store, "oldrunning", "running", 400)
        add(store, "newover", "over", 89)
        add(store, "newrunning", "running", 1)
    return place


def left(place: str) -> set[str]:
    with open_store(place) as store:
        return set(store.ids())


def test_a_dry_run_says_what_would_go_and_deletes_nothing(filled: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(filled, exclusive=True):
        assert command("prune", "--older-than", "90d", "--dry-run", "--store", filled) == 0
    assert "1 finished and 2 abandoned tables with 9 events" in capsys.readouterr().out
    assert len(left(filled)) == 5


@pytest.mark.parametrize(
    ("options", "gone"),
    [
        ((), {"oldover", "oldopen", "oldrunning"}),
        (("--only", "finished"), {"oldover"}),
        (("--only", "abandoned"), {"oldopen", "oldrunning"}),
        (("--vacuum",), {"oldover", "oldopen", "oldrunning"}),
    ],
)
def test_only_old_tables_go(filled: str, options: tuple[str, ...], gone: set[str]) -> None:
    before = left(filled)
    assert command("prune", "--older-than", "90d", *options, "--store", filled) == 0
    assert before - left(filled) == gone
    with open_store(filled) as store:
        assert store.load("newover") is not None
        assert store.counts().events == 3 * len(left(filled))
        assert store.person("p1") == Person("p1", "Ann")


def test_nothing_is_deleted_under_a_running_server(filled: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(filled, exclusive=True):
        assert command("prune", "--older-than", "90d", "--store", filled) == 2
    assert "another server is using it" in capsys.readouterr().err
    assert len(left(filled)) == 5


def test_vacuum_gives_the_space_back(tmp_path: Path) -> None:
    path = tmp_path / "parlour.sqlite"
    with open_store(path) as store:
        add(store, "old", "over", 91)
        store.write([AddEvents("old", (EventRow(4, 0, "x" * 1_000_000),))])
    assert command("prune", "--older-than", "90d", "--store", path) == 0
    full = path.stat().st_size
    assert command("prune", "--older-than", "90d", "--vacuum", "--store", path) == 0
    assert path.stat().st_size < full - 900_000


def test_ages_are_read() -> None:
    assert [age("36h"), age("90d"), age("12w")] == [36 * DAY // 24, 90 * DAY, 84 * DAY]


@pytest.mark.parametrize("text", ["", "90", "0d", "d", "-1d", "1.5d", "9999999d", "999999w", "90 d", "٣d", "90m"])
def test_other_ages_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="like 36h, 90d or 12w"):
        age(text)
