"""The thinking processes of a machine, shared by all its workers. The supervisor starts this service as a process.

All workers share one pool. With a share of the cores per worker, some cores would be idle while another worker waits,
and each thinking process loads the tables of all bots again. Requests of all workers pass through one fair queue,
address by address and then table by table; moves go before hints.

Workers connect to a Unix socket in a folder that other users cannot enter.
"""

from __future__ import annotations

import asyncio
import itertools
import signal
import sys
from collections.abc import Callable
from typing import Any

from ..bots.workers import Thinkers
from ..tasks import CALLER, FairQueue
from .remote_thinkers import PROGRESS, ClusterAnswer, ClusterQuestion, framed, read_message

PROGRESS_SECONDS = 0.3


class ThinkingService:
    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.queue = FairQueue(thinkers.slots)
        self.reviews: dict[asyncio.StreamWriter, dict[int, int]] = {}
        """Running reviews of each worker: the worker's number of a review, and the number here."""
        self._numbers = itertools.count(1)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one worker until it disconnects."""
        tasks: set[asyncio.Task[None]] = set()
        self.reviews[writer] = {}
        try:
            while True:
                question: ClusterQuestion = await read_message(reader)
                task = asyncio.ensure_future(self._answer(question, writer))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):  # either side has ended
            for task in tasks:
                task.cancel()
        finally:
            del self.reviews[writer]
            writer.close()

    async def _answer(self, question: ClusterQuestion, writer: asyncio.StreamWriter) -> None:
        CALLER.set(question.caller)
        try:
            answer = ClusterAnswer(question.number, await self._think(question, writer))
        except Exception as error:  # the requesting worker handles any error
            answer = ClusterAnswer(question.number, None, error)
        try:
            text = framed(answer)
        except Exception as error:  # not every exception can be pickled
            text = framed(ClusterAnswer(question.number, None, RuntimeError(str(error))))
        writer.write(text)

    async def _think(self, question: ClusterQuestion, writer: asyncio.StreamWriter) -> Any:
        work: Callable[..., Any] = getattr(self.thinkers, question.method)
        match question.method:
            case "choose" | "advise":
                urgent = question.method == "choose"
                return await self.queue.run(
                    question.caller.share,
                    question.kind,
                    lambda: work(*question.values),
                    part=question.table,
                    urgent=urgent,
                )
            case "review":
                record, number, seats = question.values
                own = self.reviews[writer][number] = next(self._numbers)
                try:
                    return await work(record, own, seats)
                finally:
                    self.reviews.get(writer, {}).pop(number, None)
            case "document" | "study":
                return await work(*question.values)
            case _:
                raise ValueError(question.method)

    async def tell_progress(self) -> None:
        while True:
            await asyncio.sleep(PROGRESS_SECONDS)
            for writer, numbers in self.reviews.items():
                if numbers:
                    shares = {number: self.thinkers.progress(own) for number, own in numbers.items()}
                    writer.write(framed(ClusterAnswer(PROGRESS, shares)))


async def run(path: str) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, stop.set)
    loop.add_reader(sys.stdin, stop.set)  # end together with the supervisor
    thinkers = Thinkers()
    service = ThinkingService(thinkers)
    server = await asyncio.start_unix_server(service.serve, path)
    chores = [asyncio.ensure_future(work) for work in (service.tell_progress(), thinkers.warm())]
    sys.stdout.write("open\n")
    sys.stdout.flush()
    await stop.wait()
    server.close()
    for chore in chores:
        chore.cancel()
    thinkers.close()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
