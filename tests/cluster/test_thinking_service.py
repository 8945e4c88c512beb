"""One pool of thinking processes for all workers of a machine."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from purrlor.core import Fates, Match, Seat, fate_key
from purrlor.games.yatzy import Yatzy
from purrlor.server.cluster.remote_thinkers import RemoteThinkers
from purrlor.server.cluster.thinking_service import ThinkingService
from purrlor.server.tasks import FairQueue, acting_for
from purrlor.table.bots import Options
from purrlor.table.effects import BotRequest
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.wire import Review
from tests.server.parlour import Inline, run


class Slow(Inline):
    """One thinking process that finishes when the test says so, and notes the order of the questions."""

    slots = 1

    def __init__(self) -> None:
        self.order: list[str] = []
        self.go = asyncio.Event()

    async def choose(self, name: str, options: Options, ask: BotRequest) -> tuple[str, int]:  # noqa: ARG002
        self.order.append(ask.table)
        await self.go.wait()
        return f"move of {ask.table}", 5

    async def advise(self, name: str, options: Options, ask: BotRequest) -> Any:  # noqa: ARG002
        self.order.append(f"hint at {ask.table}")
        return None

    async def review(self, record: str, number: int, seats: tuple[int, ...] | None = None) -> Review | None:  # noqa: ARG002
        await self.go.wait()
        return None

    def progress(self, number: int) -> float:
        return number / 10

    async def document(self, make: Callable[..., Any], *values: Any) -> Any:
        raise refused("too_busy") if make is len else RuntimeError(*values)


@asynccontextmanager
async def service(path: Path) -> AsyncGenerator[tuple[Slow, FairQueue]]:
    thinkers = Slow()
    made = ThinkingService(thinkers)
    server = await asyncio.start_unix_server(made.serve, path)
    telling = asyncio.ensure_future(made.tell_progress())
    try:
        yield thinkers, made.queue
    finally:
        telling.cancel()
        server.close()


def question(table: str) -> BotRequest:
    return BotRequest(1, 0, "kitten", None, (), "", 0, None, table)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_workers_share_the_thinkers_table_by_table_and_hints_wait(tmp_path: Path) -> None:
    async def go() -> list[str]:
        async with service(tmp_path / "thinking") as (thinkers, queue):
            one, other = (RemoteThinkers(str(tmp_path / "thinking")) for _ in range(2))
            first = asyncio.ensure_future(one.choose("yatzy", (), question("a")))
            await until(lambda: thinkers.order == ["a"])
            later = [asyncio.ensure_future(one.advise("yatzy", (), question("b")))]
            later += [asyncio.ensure_future(one.choose("yatzy", (), question("a"))) for _ in range(2)]
            await until(lambda: len(queue) == 3)
            last = asyncio.ensure_future(other.choose("yatzy", (), question("c")))
            await until(lambda: len(queue) == 4)
            thinkers.go.set()
            assert await first == ("move of a", 5)
            assert await last == ("move of c", 5)
            await asyncio.gather(*later)
            for each in (one, other):
                each.close()
            return thinkers.order

    order = run(go())
    assert order.index("c") < 3, "the second worker's table waits for at most one more move of the first one's"
    assert order[-1] == "hint at b"


def test_an_address_with_many_tables_has_one_share_on_all_workers(tmp_path: Path) -> None:
    async def go() -> list[str]:
        async with service(tmp_path / "thinking") as (thinkers, queue):
            one, other = (RemoteThinkers(str(tmp_path / "thinking")) for _ in range(2))
            with acting_for("greedy"):
                work = [asyncio.ensure_future(one.choose("yatzy", (), question(f"greedy {n}"))) for n in range(9)]
            await until(lambda: len(queue) == 8)
            with acting_for("visitor"):
                work += [asyncio.ensure_future(other.choose("yatzy", (), question(f"visitor {n}"))) for n in range(3)]
            await until(lambda: len(queue) == 11)
            thinkers.go.set()
            await asyncio.gather(*work)
            for each in (one, other):
                each.close()
            return thinkers.order

    assert sum("visitor" in each for each in run(go())[:7]) == 3


def test_refusals_and_errors_come_back(tmp_path: Path) -> None:
    async def go() -> None:
        async with service(tmp_path / "thinking"):
            worker = RemoteThinkers(str(tmp_path / "thinking"))
            with pytest.raises(RequestRefused) as refusal:
                await worker.document(len)
            assert refusal.value.code == "too_busy"
            with pytest.raises(RuntimeError, match="no paper"):
                await worker.document(str, "no paper")
            worker.close()

    run(go())


def test_a_worker_hears_how_far_its_review_is(tmp_path: Path) -> None:
    async def go() -> None:
        async with service(tmp_path / "thinking") as (thinkers, _):
            worker = RemoteThinkers(str(tmp_path / "thinking"))
            review = asyncio.ensure_future(worker.review("", 7))
            await until(lambda: worker.progress(7) == 0.1)
            thinkers.go.set()
            assert await review is None
            assert worker.progress(7) == 0.0
            worker.close()

    run(go())


def test_a_question_is_sent_again_when_the_service_was_restarted(tmp_path: Path) -> None:
    async def go() -> None:
        path = tmp_path / "thinking"
        worker = RemoteThinkers(str(path))
        async with service(path) as (thinkers, _):
            asked = asyncio.ensure_future(worker.choose("yatzy", (), question("a")))
            await until(lambda: thinkers.order == ["a"])
            path.unlink()
            worker._writer.close()  # type: ignore[union-attr]
            async with service(path) as (again, _):
                again.go.set()
                assert await asked == ("move of a", 5)
                worker.close()

    run(go())


@pytest.mark.slow
def test_the_service_thinks_in_a_process_of_its_own(tmp_path: Path) -> None:
    async def go() -> tuple[str, int]:
        path = tmp_path / "thinking"
        command = (sys.executable, "-m", "purrlor.server.cluster.thinking_service", str(path))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert process.stdin is not None
        assert process.stdout is not None
        assert await process.stdout.readline() == b"open\n"
        worker = RemoteThinkers(str(path))
        match: Match[Any, Any, Any] = Match(Yatzy(seats=1), Fates(fate_key(b"any")))
        view, legal = match.view(Seat(0)), tuple(match.legal(Seat(0)))
        found = await worker.choose("yatzy", (("seats", "1"),), BotRequest(1, 0, "kitten", view, legal, "seed", 0))
        worker.close()
        process.stdin.close()
        assert await process.wait() == 0
        return found

    assert run(go())[0] == "roll"
