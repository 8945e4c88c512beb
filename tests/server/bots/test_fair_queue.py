"""Bots of one table do not starve those of another, nor does one address the others."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from functools import partial

import pytest

from purrlor.server.tasks import CALLER, MOST_LONG, MOST_SHORT, MOST_WAITING, Caller, FairQueue
from purrlor.table.refusals import RequestRefused
from tests.server.parlour import run

WORKERS = 2


THOUGHT: ContextVar[float] = ContextVar("thought", default=0.0)
"""A clock for each task, which moves while it thinks."""


@pytest.mark.parametrize(("address", "table"), [("{}", ""), ("one", "{}")], ids=["addresses", "tables of one address"])
def test_a_brief_thinker_waits_for_no_more_than_one_long_one(address: str, table: str) -> None:
    """25 tables think 0.7 s a move, again and again; a kitten comes in between and is served next, every time."""
    order: list[str] = []

    async def think(queue: FairQueue, name: str, kind: str, seconds: float) -> None:
        async def work() -> None:
            order.append(name)
            await asyncio.sleep(0)
            THOUGHT.set(THOUGHT.get() + seconds)

        await queue.run(address.format(name), kind, work, part=table.format(name))

    async def tigers(queue: FairQueue, name: str) -> None:
        for _ in range(20):
            await think(queue, name, "tiger", 0.7)

    async def kitten(queue: FairQueue) -> list[int]:
        waited: list[int] = []
        for _ in range(10):
            for _ in range(30):
                await asyncio.sleep(0)
            asked = len(order)
            await think(queue, "kitten", "kitten", 0.001)
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


def test_thirty_tables_of_one_address_get_no_more_than_the_only_table_of_another() -> None:
    order: list[str] = []

    async def think(queue: FairQueue, address: str, table: str) -> None:
        async def work() -> None:
            order.append(address)
            await asyncio.sleep(0)
            THOUGHT.set(THOUGHT.get() + 0.7)

        while len(order) < 100:
            await queue.run(address, "tiger", work, part=table)

    async def go() -> None:
        queue = FairQueue(1, THOUGHT.get)
        tables = [("greedy", f"t{number}") for number in range(30)] + [("visitor", "table")]
        await asyncio.gather(*(think(queue, *each) for each in tables))

    run(go())
    later = order[40:100]  # at first nobody knows how long a tiger thinks
    assert later.count("visitor") == later.count("greedy")


def test_the_parts_of_a_share_take_turns_at_the_times_of_the_share() -> None:
    order: list[str] = []

    async def work(name: str) -> None:
        order.append(name)
        await asyncio.sleep(0)

    async def go() -> None:
        queue = FairQueue(1)
        wanted = [("one", "a")] * 4 + [("one", "b")] * 2 + [("two", "c")] * 3
        names = [f"{part}{number}" for number, (_, part) in enumerate(wanted)]
        works = [
            queue.run(share, "bot", partial(work, name), part=part)
            for (share, part), name in zip(wanted, names, strict=True)
        ]
        await asyncio.gather(*works)
        assert not queue.parts

    run(go())
    assert "".join(name[0] for name in order) == "acbcacbaa"


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


class Workshop:
    """A queue whose work ends when the test says so, in the order in which it began."""

    def __init__(self, workers: int, reserved: int = 0) -> None:
        self.queue = FairQueue(workers, reserved=reserved)
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def request(self, share: str, name: str, *, long: bool = False, bounded: bool = True) -> None:
        """Let a caller request work, and wait until it has begun or waits in the queue."""
        self.ends[name] = asyncio.Event()

        async def work() -> None:
            self.begun.append(name)
            await self.ends[name].wait()

        CALLER.set(Caller(share, bounded=bounded))
        self.tasks.append(asyncio.ensure_future(self.queue.run_for_caller(long, work, long=long)))
        await asyncio.sleep(0)

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
            for _ in range(5):
                await asyncio.sleep(0)

    async def end_all(self) -> None:
        while not all(task.done() for task in self.tasks):
            await self.end(*self.begun)


def test_long_work_leaves_the_reserved_workers_to_short_work() -> None:
    async def go() -> list[str]:
        shop = Workshop(workers=3, reserved=2)
        for number in range(5):
            await shop.request("attacker", f"long {number}", long=True)
        for number in range(3):
            await shop.request("visitor", f"short {number}")
        found = list(shop.begun)
        await shop.end_all()
        return found

    assert run(go()) == ["long 0", "short 0", "short 1"]


def test_short_work_goes_before_long_work_of_the_same_address() -> None:
    async def go() -> list[str]:
        shop = Workshop(workers=1)
        await shop.request("one", "first", long=True)
        await shop.request("one", "second", long=True)
        await shop.request("one", "short")
        await shop.end_all()
        return shop.begun

    assert run(go()) == ["first", "short", "second"]


def test_long_work_of_another_address_is_next_also_after_short_work_of_the_first() -> None:
    async def go() -> list[str]:
        shop = Workshop(workers=2, reserved=1)
        for number in range(10):
            await shop.request("attacker", f"{number}", long=True)
        await shop.request("attacker", "short")
        await shop.end("short")
        await shop.request("visitor", "visitor", long=True)
        await shop.end_all()
        return shop.begun

    assert run(go()).index("visitor") <= 3


@pytest.mark.parametrize(("long", "most"), [(False, MOST_SHORT), (True, MOST_LONG)])
def test_one_address_may_have_only_so_much_in_the_queue(long: bool, most: int) -> None:
    async def go() -> list[str]:
        shop = Workshop(workers=1)
        for number in range(most + 1):
            await shop.request("attacker", f"{number}", long=long)
        refusal = shop.tasks.pop().exception()
        assert isinstance(refusal, RequestRefused)
        await shop.request("visitor", "visitor", long=long)
        await shop.request("attacker", "in the background", long=long, bounded=False)
        await shop.end_all()
        assert "visitor" in shop.begun
        assert "in the background" in shop.begun
        assert not shop.queue.pending
        return [refusal.code, str(refusal.status)]

    assert run(go()) == ["queue_full", "429"]


def test_a_full_queue_refuses_everybody() -> None:
    async def go() -> str:
        shop = Workshop(workers=1)
        for number in range(1 + MOST_WAITING):
            await shop.request("a", f"{number}", bounded=False)
        await shop.request("b", "too much")
        refusal = shop.tasks.pop().exception()
        for task in shop.tasks:
            task.cancel()
        assert isinstance(refusal, RequestRefused)
        return refusal.code

    assert run(go()) == "too_busy"


def test_what_waits_is_refused_when_the_queue_closes_and_nothing_more_begins() -> None:
    async def go() -> None:
        shop = Workshop(workers=1)
        for name in ("first", "second", "third"):
            await shop.request("one", name)
        shop.queue.close()
        await shop.request("two", "late")
        await shop.end("first")
        results = await asyncio.gather(*shop.tasks, return_exceptions=True)
        assert [getattr(each, "code", each) for each in results] == [None, "too_busy", "too_busy", "too_busy"]
        await shop.request("one", "in the background", bounded=False)
        shop.tasks.pop().cancel()
        assert shop.begun == ["first"]

    run(go())
