"""Where tables live: they leave the memory, are woken in time, and whatever fails hurts nobody else."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from purrlor.server import app as server_app
from purrlor.server.bots import workers as thinking
from purrlor.server.live.connection import Connection
from purrlor.server.live.live_tables import IDLE_MILLIS, LiveTables
from purrlor.server.store import StoreFailed
from purrlor.server.store.connection import DatabaseConnection
from purrlor.server.store.tables import find_person, last_event
from purrlor.server.tournament.rounds import TournamentWatch
from purrlor.table.refusals import RequestRefused
from purrlor.table.rows import Person, SavePerson, Seated
from tests.server.parlour import PATIENCE, Device, Parlour, parlour, run

DAY = 24 * 3600 * 1000


class Stumbling:
    """A change that is written but cannot be sent."""

    writes = (SavePerson(Person("p1", "Ann")),)
    fence = None

    def written(self) -> None:
        raise ValueError("no words")

    def failed(self, error: Exception) -> None:
        raise ValueError("no words") from error


class Time:
    """The clock of the live tables, in the hands of the test."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.ahead = 0
        self.real = live_tables.now
        live_tables.now = self

    def __call__(self) -> int:
        return self.real() + self.ahead


def visit(tmp_path: Path, work: Any) -> Any:
    async def go() -> Any:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            return await work(house, ann)

    return run(go())


async def begin(ann: Device, **wanted: Any) -> tuple[str, Any]:
    """Seat Ann alone at a table of Yatzy, at her first roll."""
    table, _ = await ann.host("yatzy", "person", **wanted)
    chair = await ann.sit(table)
    await chair.send("ready")
    await chair.until_type("update")
    return table, chair


async def until(condition: Any) -> None:
    async def wait() -> None:
        while not condition():
            await asyncio.sleep(0.005)

    await asyncio.wait_for(wait(), PATIENCE)


def test_a_table_leaves_the_memory_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async def work(house: Parlour, ann: Device) -> None:
        live_tables, time = house.app.tables, Time(house.app.tables)
        table, chair = await begin(ann)
        time.ahead = 2 * IDLE_MILLIS
        await live_tables.tidy()
        assert table in live_tables.live
        await chair.leave()
        await until(lambda: not live_tables.live[table].sockets)
        await live_tables.tidy()
        time.ahead += IDLE_MILLIS + 1000
        await live_tables.tidy()
        assert table not in live_tables.live
        again = await (await ann.sit(table)).until_type("update")
        assert again["view"] == chair.updates[0]["view"]

    visit(tmp_path, work)


def test_memory_is_free_without_the_collector(tmp_path: Path) -> None:
    """A full collection is rare, and stops the event loop."""

    async def work(house: Parlour, ann: Device) -> None:
        live_tables, time = house.app.tables, Time(house.app.tables)
        table, chair = await begin(ann)
        live = live_tables.live[table]
        (connection,) = live.sockets.values()
        assert isinstance(connection, Connection)
        socket, kept = weakref.ref(connection.outbox.socket), weakref.ref(live.table)
        del connection
        await chair.leave()
        await until(lambda: socket() is None)
        del live
        time.ahead = IDLE_MILLIS + 1000
        await live_tables.tidy()
        await live_tables.tidy()
        await until(lambda: kept() is None)

    gc.collect()
    gc.disable()
    try:
        visit(tmp_path, work)
    finally:
        gc.enable()


def test_a_table_whose_day_is_over_is_woken_and_the_bot_plays(tmp_path: Path) -> None:
    async def work(house: Parlour, ann: Device) -> None:
        live_tables, time = house.app.tables, Time(house.app.tables)
        table, chair = await begin(ann, clock="day", stand_in="uniform")
        await chair.leave()
        await until(lambda: not live_tables.live[table].sockets)
        live_tables.forget(live_tables.live[table])
        time.ahead = DAY + 1000
        await live_tables.tidy()
        live = live_tables.live[table].table
        assert live.setup.seats[0].stands_in
        await until(lambda: live.play.length > 1)

    visit(tmp_path, work)


def test_a_bot_that_fails_does_not_stop_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    async def work(_house: Parlour, ann: Device) -> int:
        monkeypatch.setattr("purrlor.table.bots.choose", fails)
        table, _ = await ann.host("yatzy", "person", "uniform", options={"first": "2"})
        chair = await ann.sit(table)
        await chair.send("ready")
        update = await chair.until(lambda each: each["type"] == "update" and each["events"] > 1)
        return int(update["events"])

    assert visit(tmp_path, work) > 1
    assert "a bot failed" in caplog.text
    caplog.clear()


def test_an_adviser_that_fails_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    async def work(_house: Parlour, ann: Device) -> Any:
        monkeypatch.setattr("purrlor.table.bots.advise", fails)
        _, chair = await begin(ann)
        return await chair.ask("hint", seat=0, id=6)

    answer = visit(tmp_path, work)
    assert (answer["id"], answer["code"]) == (6, "nobody_to_ask")
    caplog.clear()


def test_a_write_that_is_refused_hurts_nobody_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: Parlour, _: Device) -> list[Any]:
        live_tables = house.app.tables
        saves: list[Coroutine[Any, Any, None]] = [
            live_tables.store.write([SavePerson(Person("p1", "Ann"))]),
            live_tables.store.write([Seated("nosuch", "p1", "player")]),
            live_tables.store.write([SavePerson(Person("p2", "Ben"))]),
        ]
        results = await asyncio.gather(*saves, return_exceptions=True)
        assert [live_tables.store.blocking.person(each) is not None for each in ("p1", "p2")] == [True, True]
        return results

    first, second, third = visit(tmp_path, work)
    assert (first, third) == (None, None)
    assert isinstance(second, RequestRefused)
    assert second.code == "store_failed"
    caplog.clear()


def test_a_failed_send_does_not_affect_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: Parlour, _: Device) -> None:
        live_tables = house.app.tables

        live_tables.commits.write(Stumbling())
        await live_tables.store.write([SavePerson(Person("p2", "Ben"))])

    visit(tmp_path, work)
    assert "cannot send an update after its commit" in caplog.text
    caplog.clear()


def test_a_store_that_fails_for_a_moment_does_not_end_the_tidying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[int] = []

    def fails(_: DatabaseConnection, now: int, __: str) -> list[str]:
        calls.append(now)
        raise StoreFailed("the disk is away")

    monkeypatch.setattr(server_app, "TIDY_SECONDS", 0.01)
    monkeypatch.setattr("purrlor.server.live.live_tables.due_tables", fails)

    async def work(_: Parlour, __: Device) -> None:
        await until(lambda: len(calls) > 2)

    visit(tmp_path, work)
    caplog.clear()


def test_a_table_that_left_the_memory_is_deaf(tmp_path: Path) -> None:
    """Nothing that was meant for it may be written when another one of its name is awake."""

    async def work(house: Parlour, ann: Device) -> None:
        live_tables = house.app.tables
        table, chair = await begin(ann)
        old = live_tables.live[table]
        live_tables.forget(old)
        await chair.act(0, "roll")
        again = await ann.sit(table)
        assert (await again.until_type("update"))["events"] == 0
        await again.act(0, "roll")
        assert (await again.until_type("update"))["events"] == 2
        stored = live_tables.store.blocking.load(table)
        assert stored is not None
        assert len(stored.events) == 2

    visit(tmp_path, work)


def test_a_review_can_be_read_before_the_last_seat_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: Parlour, ann: Device) -> None:
        live_tables, go_on, asked = house.app.tables, asyncio.Event(), list[Any]()
        record = (Path(__file__).parents[2] / "golden" / "yatzy.purr").read_text(encoding="utf-8")

        async def review(_record: str, number: int, seats: tuple[int, ...] | None = None) -> Any:
            asked.append(seats)
            if len(asked) > 1:
                await go_on.wait()
            return thinking.review(record, number, seats)

        monkeypatch.setattr(live_tables.thinkers, "review", review)
        table, _ = await ann.host("yatzy", "kitten", "person")
        live = await live_tables.find(table)

        async def text() -> str:
            return record

        early = await house.app.services.reviews.answer(live, text)
        assert (early.status, early.review and [each.seat for each in early.review.accounts]) == ("working", [1])
        assert early.progress == 0.5
        go_on.set()
        while (late := await house.app.services.reviews.answer(live, text)).status == "working":
            pass
        assert asked == [(1,), (0,)]  # the person first
        assert late.review
        assert [each.seat for each in late.review.accounts] == [0, 1]

    visit(tmp_path, work)


def test_a_stopped_server_refuses_requests_in_words(tmp_path: Path) -> None:
    async def work(house: Parlour, _: Device) -> None:
        house.app.tables.store.threads.executor.shutdown()
        with pytest.raises(RequestRefused, match="busy"):
            await house.app.tables.store.read(find_person, "p1")
        versions = iter([1])

        async def version(_: str) -> int:
            return next(versions, 0) or await house.app.tables.store.read(last_event, "t1")

        await TournamentWatch(version).news("evening", 1, PATIENCE)  # who waits for news is let go

    visit(tmp_path, work)


def test_computing_delays_no_read_of_the_store(tmp_path: Path) -> None:
    async def work(house: Parlour, _: Device) -> None:
        live_tables, end = house.app.tables, threading.Event()
        computed = [asyncio.ensure_future(live_tables.threads.run(end.wait)) for _ in range(10)]
        while not live_tables.threads.under_way:
            await asyncio.sleep(0)
        assert await live_tables.store.read(find_person, "nobody") is None
        end.set()
        assert all(await asyncio.gather(*computed))

    visit(tmp_path, work)
