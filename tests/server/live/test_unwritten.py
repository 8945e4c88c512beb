"""Changes that the store has not written are sent to nobody, and nobody sits at a table that does not exist."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from purrlor.server.live.live_tables import LiveTables
from purrlor.server.store import StoreFailed
from purrlor.server.store.committer import Writer
from purrlor.server.store.connection import Done
from purrlor.table.rows import Write
from tests.server.parlour import PATIENCE, Chair, Device, parlour, run, two_at_a_table


class Unsteady:
    """A writer that fails on demand, and on demand holds a batch until it is released."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.commits = live_tables.commits
        self.inner: Writer = live_tables.commits.writer
        self.fails = False
        self.holds = False
        self.held: list[Callable[[], None]] = []
        self.pending = 0
        live_tables.commits.writer = self

    def write(self, batch: Sequence[Write], done: Done) -> None:
        self.pending += 1
        work = partial(self._write, batch, done, self.fails and bool(batch))
        if self.holds:
            self.held.append(work)
        else:
            asyncio.get_running_loop().call_soon(work)

    def release(self) -> None:
        """Write what is held, or fail; a batch that comes after it is held again, if it `holds`."""
        held, self.held = self.held, []
        for work in held:
            work()

    def _write(self, batch: Sequence[Write], done: Done, fails: bool) -> None:
        if fails:
            done(StoreFailed("disk full"))
        else:
            self.inner.write(batch, done)
        self.pending -= 1

    async def close(self) -> None:
        await self.inner.close()

    def kill(self) -> None:
        self.inner.kill()

    async def until(self, *, busy: bool) -> None:
        """Wait until a batch is being written, or nothing is left to write."""
        while busy != bool(self.pending or self.commits.waiting):
            await asyncio.sleep(0.01)

    async def until_waiting(self, count: int) -> None:
        """Wait until as many changes wait for the batch that is being written."""
        while len(self.commits.waiting) < count:
            await asyncio.sleep(0.01)


async def started(ann: Device, ben: Device, table: str) -> tuple[Chair, Chair]:
    chairs = await ann.sit(table), await ben.sit(table)
    for chair in chairs:
        await chair.send("ready")
    for chair in chairs:
        await chair.until_type("update")
    return chairs


def test_a_person_who_comes_back_while_more_fails_shares_the_table_with_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def visit() -> None:
        async with two_at_a_table(tmp_path / "s") as (house, ann, ben, table):
            live_tables = house.app.tables
            writer = Unsteady(live_tables)
            chairs = await started(ann, ben, table)
            first = live_tables.live[table]
            writer.fails = writer.holds = True
            seat = 0 if chairs[0].updates[0]["legal"] else 1
            await chairs[seat].act(seat, "roll")
            await writer.until(busy=True)
            for chair in chairs:
                await chair.send("say", phrase="hello")
            await writer.until_waiting(len(chairs))
            writer.release()
            while live_tables.live.get(table) is first:
                await asyncio.sleep(0.01)
            back = await ann.sit(table)
            await back.until_type("update")
            second = live_tables.live[table]
            writer.holds = False
            writer.release()
            await writer.until(busy=False)
            assert live_tables.live[table] is second
            writer.fails = False
            ben_back = await ben.sit(table)
            await ben_back.until_type("update")
            await (back, ben_back)[seat].act(seat, "roll")
            await (back, ben_back)[1 - seat].until(lambda heard: heard["type"] == "update" and heard["version"] > 1)

    run(visit())
    assert "cannot write to the store" in caplog.text
    caplog.clear()


def test_a_table_that_is_loaded_late_does_not_take_the_place_of_the_one_that_lives(tmp_path: Path) -> None:
    async def visit() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            live_tables = house.app.tables
            table, _ = await ann.host("yatzy", "person", "open")
            live = live_tables.live.pop(table)
            loading = asyncio.ensure_future(live_tables.find(table))
            await asyncio.sleep(0)
            live_tables.live[table] = live
            assert await loading is live
            assert live_tables.live[table] is live

    run(visit())


def test_nobody_hears_of_a_seat_that_the_store_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def visit() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, key = await ann.host("yatzy", "person", "open")
            writer = Unsteady(house.app.tables)
            writer.fails = True
            status, said = await ben.post(f"/api/tables/{table}/join", {"name": "Ben", "key": key})
            assert (status, said["code"]) == (503, "store_failed")
            writer.fails = False
            _, shown = await ann.get(f"/api/tables/{table}")
            assert [seat["kind"] for seat in shown["seats"]] == ["person", "open"]

    run(visit())
    assert "cannot write to the store" in caplog.text
    caplog.clear()


def test_an_end_that_was_never_written_is_shown_to_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def visit() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table, _ = await ann.host("yatzy", "person")
            chair = await ann.sit(table)
            await chair.send("ready")
            await chair.until_type("update")
            last = await to_the_last_box(chair)
            writer = Unsteady(house.app.tables)
            writer.fails = writer.holds = True
            await chair.act(0, last)
            await writer.until(busy=True)
            asked = asyncio.ensure_future(ann.get(f"/api/tables/{table}"))
            await writer.until_waiting(1)
            writer.holds = False
            writer.release()
            status, shown = await asked
            assert (status, shown.get("status"), shown.get("seed")) == (200, "running", "")
            assert (await ann.get(f"/api/tables/{table}/record"))[0] == 409

    run(visit())
    assert "cannot write to the store" in caplog.text
    caplog.clear()


async def to_the_last_box(chair: Chair) -> str:
    """Play until one act ends the match; return that act."""
    while True:
        latest = chair.updates[0]
        scores = [action for action in latest["legal"] if action.startswith("score")]
        if scores and latest["view"]["sheets"][0]["entries"].count(None) == 1:
            return str(scores[0])
        version: int = latest["version"]
        await chair.act(0, (scores or latest["legal"])[0])
        await chair.until(lambda heard: heard["type"] == "update" and heard["version"] > version)  # noqa: B023


def test_a_table_that_cannot_be_woken_keeps_no_other_one_asleep(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def visit() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            live_tables = house.app.tables
            tables = [(await ann.host("yatzy", "person", "person", clock="day"))[0] for _ in range(2)]
            for table in tables:
                chair = await ann.sit(table)
                await chair.send("ready")
                await chair.until_type("update")
                await chair.leave()
            await live_tables.store.write([])
            for live in list(live_tables.live.values()):
                live_tables.forget(live)
            with sqlite3.connect(tmp_path / "s") as store:
                store.execute("UPDATE tables SET due = 5, setup = '{}' WHERE id = ?", (tables[0],))
                store.execute("UPDATE tables SET due = 6 WHERE id = ?", (tables[1],))
            store.close()
            await live_tables.tidy()
            assert tables[1] in live_tables.live

    run(visit())
    assert "cannot wake a table" in caplog.text
    caplog.clear()


def test_a_server_whose_store_does_not_answer_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.live.live_tables.CLOSING_SECONDS", 0.1)
    monkeypatch.setattr("purrlor.server.http.about.HEALTH_MILLIS", 0)

    async def visit() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            assert (await ann.get("/healthz"))[0] == 200
            monkeypatch.setattr("purrlor.server.http.about.HEALTH_SECONDS", 0.1)
            Unsteady(house.app.tables).holds = True
            status, said = await ann.get("/healthz")
            assert (status, said["code"]) == (503, "store_failed")

    run(asyncio.wait_for(visit(), PATIENCE))


def test_addresses_without_sockets_are_forgotten(tmp_path: Path) -> None:
    async def visit() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table, _ = await ann.host("yatzy", "person")
            chair = await ann.sit(table)
            assert house.app.services.counting.sockets.total() == 1
            await chair.leave()
            while house.app.services.counting.sockets.total():
                await asyncio.sleep(0.01)

    run(asyncio.wait_for(visit(), PATIENCE))
