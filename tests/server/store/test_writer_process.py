"""A process of its own writes as a thread does; and when it ends, nothing is lost, doubled or stuck."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from purrlor.server.store import Store, StoreFailed, WriteRefused, open_store
from purrlor.server.store.async_store import writer_for
from purrlor.server.store.committer import WriterThread
from purrlor.server.store.writer_process import ENDED, WriterProcess
from purrlor.table.rows import Person, SavePerson, SaveTable, Stored, TableRow, Write
from tests.server.parlour import PATIENCE, run
from tests.server.stores import REFUSED, TABLE, add, event

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="on Windows a thread writes")


async def write(apart: WriterProcess, *batch: Write) -> None:
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def finish(error: Exception | None) -> None:
        done.set_result(None) if error is None else done.set_exception(error)

    apart.write(batch, finish)
    await asyncio.wait_for(done, PATIENCE)


@asynccontextmanager
async def writing(place: Path) -> AsyncGenerator[tuple[Store, WriterProcess]]:
    with open_store(place) as store:
        apart = await writer_for(store, WriterThread(store))
        assert isinstance(apart, WriterProcess)
        try:
            yield store, apart
        finally:
            await apart.close()


def at_a_store(place: Path, work: Callable[[Store, WriterProcess], Coroutine[Any, Any, None]]) -> None:
    async def visit() -> None:
        async with writing(place / "parlour.sqlite") as (store, apart):
            await work(store, apart)

    run(visit())


def process_of(apart: WriterProcess) -> int:
    assert apart.process is not None
    return apart.process.pid


def test_what_was_written_is_there(tmp_path: Path) -> None:
    async def work(store: Store, apart: WriterProcess) -> None:
        table = TableRow("t1", "meow", '{"name": "Zoë"}', bytes(range(256)), "running", 1, 2, 2**60)
        await write(apart, SaveTable(table), add(1, 2))
        await write(apart, add(3))
        assert store.load("t1") == Stored(table, (event(1), event(2), event(3)), ())

    at_a_store(tmp_path, work)


def test_more_than_a_line_holds_at_once(tmp_path: Path) -> None:
    async def work(store: Store, apart: WriterProcess) -> None:
        await write(apart, *[SavePerson(Person(f"p{number}", "x" * 1000)) for number in range(5000)])
        assert store.person("p4999") == Person("p4999", "x" * 1000)

    at_a_store(tmp_path, work)


@pytest.mark.slow
@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_says_the_same_as_in_a_thread(tmp_path: Path, case: str) -> None:
    bad, reason = REFUSED[case]
    if case == "status":  # it does not even reach SQLite
        reason = "Invalid enum value 'lost'"

    async def work(store: Store, apart: WriterProcess) -> None:
        await write(apart, SaveTable(TABLE), SavePerson(Person("ann", "Ann")), add(1, 2))
        with pytest.raises(WriteRefused, match=reason):
            await write(apart, SavePerson(Person("before", "Ben")), add(3), bad)
        assert store.person("before") is None
        await write(apart, add(3))
        assert store.load("t1") == Stored(TABLE, (event(1), event(2), event(3)), ())

    at_a_store(tmp_path, work)


def test_a_process_that_was_killed_is_followed_by_another(tmp_path: Path) -> None:
    async def work(store: Store, apart: WriterProcess) -> None:
        await write(apart, SaveTable(TABLE), add(1))
        first = process_of(apart)
        os.kill(first, signal.SIGSTOP)
        waiting = asyncio.ensure_future(write(apart, add(2)))
        await asyncio.sleep(0)  # now it is in the pipe
        os.kill(first, signal.SIGKILL)
        with pytest.raises(StoreFailed, match=ENDED):
            await waiting
        assert store.load("t1") == Stored(TABLE, (event(1),), ())
        await write(apart, add(2))
        assert process_of(apart) != first
        assert store.load("t1") == Stored(TABLE, (event(1), event(2)), ())

    at_a_store(tmp_path, work)


def test_it_ends_when_the_server_closes(tmp_path: Path) -> None:
    async def visit() -> None:
        async with writing(tmp_path / "parlour.sqlite") as (_, apart):
            await write(apart, SaveTable(TABLE))
            pid = process_of(apart)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    run(visit())


def test_an_interrupt_is_for_the_server(tmp_path: Path) -> None:
    """Ctrl+C reaches every process of a terminal; the server still has something to write then."""

    async def work(store: Store, apart: WriterProcess) -> None:
        await write(apart, SaveTable(TABLE))
        pid = process_of(apart)
        for each in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, each)
        await write(apart, add(1))
        assert process_of(apart) == pid
        assert store.load("t1") == Stored(TABLE, (event(1),), ())

    at_a_store(tmp_path, work)


def test_a_file_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    async def visit() -> None:
        apart = WriterProcess(tmp_path / "nowhere")
        (tmp_path / "nowhere").mkdir()
        await apart.open()
        with pytest.raises(StoreFailed, match="nowhere"):
            await write(apart, SaveTable(TABLE))
        await apart.close()

    run(visit())


def test_postgresql_is_written_by_a_thread(tmp_path: Path) -> None:
    async def visit() -> None:
        with open_store(tmp_path / "parlour.sqlite") as store:
            store.file = None
            writer = await writer_for(store, WriterThread(store))
            assert isinstance(writer, WriterThread)
            await writer.close()

    run(visit())


def test_a_place_that_cannot_be_written_is_noticed_before_anybody_comes(tmp_path: Path) -> None:
    async def visit() -> None:
        with open_store(tmp_path / "parlour.sqlite") as store:
            store.file = tmp_path
            with pytest.raises(StoreFailed):
                await writer_for(store, WriterThread(store))

    run(visit())


def test_nothing_is_written_after_the_end(tmp_path: Path) -> None:
    async def visit(store: Store, apart: WriterProcess) -> None:
        await apart.close()
        with pytest.raises(StoreFailed, match=ENDED):
            await write(apart, SavePerson(Person("p1", "Ann")))
        assert (apart.process, store.person("p1")) == (None, None)

    at_a_store(tmp_path, visit)


def test_a_process_that_does_not_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.store.writer_process.EXIT_SECONDS", 0.1)

    async def visit(_: Store, apart: WriterProcess) -> None:
        process = apart.process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await asyncio.wait_for(apart.close(), PATIENCE)
        assert process.returncode == -signal.SIGKILL

    at_a_store(tmp_path, visit)
