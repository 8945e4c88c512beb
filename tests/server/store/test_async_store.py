"""The one entry point to the store: reads never wait for writes, and every write passes through the committer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event, current_thread

import pytest

from purrlor.server.metrics import Metrics
from purrlor.server.store import Store, StoreFailed, open_store
from purrlor.server.store.async_store import MOST_TRANSACTIONS, AsyncStore
from purrlor.server.store.connection import DatabaseConnection
from purrlor.server.store.store import MOST_READERS
from purrlor.server.store.tables import find_person, get_setting, set_setting
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.rows import Person, SavePerson, SaveSetting, Write
from tests.server.parlour import run

pytest_plugins = ["tests.server.postgres"]
PATIENCE = 30
"""Seconds after which a test fails; nothing is measured by it."""


@asynccontextmanager
async def opened(place: str | Path) -> AsyncGenerator[AsyncStore]:
    store = AsyncStore(open_store(place), Metrics())
    try:
        yield store
    finally:
        await store.close()


def with_store(place: str | Path, work: Callable[[AsyncStore], Awaitable[None]]) -> None:
    async def go() -> None:
        async with opened(place) as store, asyncio.timeout(PATIENCE):
            await work(store)

    run(go())


def test_a_slow_write_does_not_delay_a_read(place: str) -> None:
    async def work(store: AsyncStore) -> None:
        await store.write([SaveSetting("key", "before")])
        begun, may_end = Event(), Event()

        def slow(writer: DatabaseConnection) -> None:
            set_setting(writer, "key", "after")
            begun.set()
            may_end.wait()

        slow_ones = [asyncio.ensure_future(store.transact(slow)) for _ in range(MOST_READERS + MOST_TRANSACTIONS)]
        batch = asyncio.ensure_future(store.write([SavePerson(Person("p1", "Ann"))]))
        try:
            await store.threads.run(begun.wait)
            found = [await store.read(get_setting, "key") for _ in range(MOST_READERS + 1)]
            assert (set(found), await store.read(find_person, "p1")) == ({"before"}, None)
            assert not any(each.done() for each in (batch, *slow_ones))
        finally:
            may_end.set()
        await asyncio.gather(batch, *slow_ones)
        assert await store.read(get_setting, "key") == "after"

    with_store(place, work)


def test_a_slow_batch_does_not_delay_a_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = Event(), Event()
    write = Store.write

    def slow(self: Store, batch: Sequence[Write]) -> None:
        begun.set()
        may_end.wait()
        write(self, batch)

    async def work(store: AsyncStore) -> None:
        monkeypatch.setattr(Store, "write", slow)
        batch = asyncio.ensure_future(store.write([SaveSetting("key", "value")]))
        try:
            await store.threads.run(begun.wait)
            assert await store.read(get_setting, "key") is None
        finally:
            may_end.set()
        await batch
        assert await store.read(get_setting, "key") == "value"

    with_store(tmp_path / "s", work)


def test_a_query_cannot_write(place: str) -> None:
    async def work(store: AsyncStore) -> None:
        with pytest.raises(StoreFailed):
            await store.read(set_setting, "key", "value")
        assert await store.read(get_setting, "key") is None

    with_store(place, work)


def test_all_writes_run_in_the_thread_of_the_writer(tmp_path: Path) -> None:
    threads: set[str] = set()

    def noting(writer: DatabaseConnection, key: str) -> None:
        threads.add(current_thread().name)
        set_setting(writer, key, "value")

    async def work(store: AsyncStore) -> None:
        await asyncio.gather(*(store.transact(noting, str(number)) for number in range(5)))
        assert len(threads) == 1
        assert all(name.startswith("purrlor-write") for name in threads)

    with_store(tmp_path / "s", work)


def test_a_change_that_is_refused_leaves_no_trace_and_others_go_on(place: str) -> None:
    def refusing(writer: DatabaseConnection) -> None:
        set_setting(writer, "key", "value")
        raise refused("too_much")

    async def work(store: AsyncStore) -> None:
        changed = asyncio.ensure_future(store.transact(set_setting, "other", "value"))
        with pytest.raises(RequestRefused):
            await store.transact(refusing)
        await changed
        assert await store.read(get_setting, "key") is None
        assert await store.read(get_setting, "other") == "value"

    with_store(place, work)


def test_batches_and_transactions_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    begun, may_end = Event(), Event()
    write = Store.write

    def noting_write(self: Store, batch: Sequence[Write]) -> None:
        order.append("batch")
        write(self, batch)

    def first(_: DatabaseConnection) -> None:
        begun.set()
        may_end.wait()

    def noting(_: DatabaseConnection) -> None:
        order.append("transaction")

    async def work(store: AsyncStore) -> None:
        monkeypatch.setattr(Store, "write", noting_write)
        waiting = [asyncio.ensure_future(store.transact(first))]
        await store.threads.run(begun.wait)
        waiting += [asyncio.ensure_future(store.transact(noting)) for _ in range(3)]
        waiting += [asyncio.ensure_future(store.write([SavePerson(Person(each, ""))])) for each in "abc"]
        await asyncio.sleep(0)
        may_end.set()
        await asyncio.gather(*waiting)
        assert order == ["batch", *3 * ["transaction"]]

    with_store(tmp_path / "s", work)
