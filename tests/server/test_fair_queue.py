"""Bots of one table do not starve those of another."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

from purrlor.server.fair_queue import FairQueue
from tests.server.parlour import run

WORKERS = 2


THOUGHT: ContextVar[float] = ContextVar("thought", default=0.0)
"""A clock for each task, which moves while it thinks."""


def test_a_brief_thinker_waits_for_no_more_than_one_long_one() -> None:
    """25 tables think 0.7 s a move, again and again; a kitten comes in between and is served next, every time."""
    order: list[str] = []

    async def think(table: str, seconds: float) -> None:
        order.append(table)
        await asyncio.sleep(0)
        THOUGHT.set(THOUGHT.get() + seconds)

    async def tigers(queue: FairQueue, table: str) -> None:
        for _ in range(20):
            await queue.run(table, "tiger", lambda: think(table, 0.7))

    async def kitten(queue: FairQueue) -> list[int]:
        waited: list[int] = []
        for _ in range(10):
            for _ in range(30):
                await asyncio.sleep(0)
            asked = len(order)
            await queue.run("kitten", "kitten", lambda: think("kitten", 0.001))
            waited.append(order.index("kitten", asked) - asked)
        return waited

    async def go() -> list[int]:
        queue = FairQueue(WORKERS, THOUGHT.get)
        others = [asyncio.ensure_future(tigers(queue, f"t{number}")) for number in range(25)]
        waited = await kitten(queue)
        for other in others:
            other.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        return waited

    assert max(run(go())) <= WORKERS


def test_many_questions_of_one_table_let_others_in_between() -> None:
    order: list[str] = []

    async def think(table: str) -> None:
        order.append(table)
        await asyncio.sleep(0)

    async def go() -> None:
        queue = FairQueue(1)
        many = [asyncio.ensure_future(queue.run("many", "bot", lambda: think("many"))) for _ in range(20)]
        await asyncio.sleep(0)
        await queue.run("one", "bot", lambda: think("one"))
        await asyncio.gather(*many)

    run(go())
    assert order.index("one") < 5


def test_a_worker_is_free_again_after_errors_and_cancelled_questions() -> None:
    async def fail() -> None:
        raise ValueError("no cat")

    async def wait() -> None:
        await asyncio.sleep(3600)

    async def go() -> None:
        queue = FairQueue(1)
        first = asyncio.ensure_future(queue.run("a", "bot", wait))
        second = asyncio.ensure_future(queue.run("b", "bot", wait))
        await asyncio.sleep(0)
        assert len(queue) == 1
        second.cancel()
        first.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        for _ in range(3):
            result = await asyncio.gather(queue.run("c", "bot", fail), return_exceptions=True)
            assert isinstance(result[0], ValueError)
        assert (queue.free, len(queue)) == (1, 0)

    run(go())
