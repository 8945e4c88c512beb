"""Several worker processes behind one port: start them, restart ended ones, replace them one by one.

The supervisor opens the listening sockets, and all workers inherit them. Connections wait in one queue for the next
free worker, and none is lost when a worker ends. With one socket per worker (SO_REUSEPORT) the kernel would send
connections to a suspended worker, and reset connections that wait for a worker that ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ..http.limits import NO_LIMITS
from ..store import Store, StoreFailed
from .lease import new_process
from .machine_metrics import folder_name
from .member import cluster_key
from .shared_limits import SharedLimits, new_memory
from .worker import WorkerPlan

log = logging.getLogger("purrlor.server.cluster")
COMMAND = (sys.executable, "-m", "purrlor.server.cluster.worker")
THINKING = (sys.executable, "-m", "purrlor.server.cluster.thinking_service")
THINKING_SOCKET = "thinking"
STEADY_SECONDS = 10.0
"""A worker that lived at least this long is replaced at once when it ends."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
STOP_SECONDS = 4.7
"""Time after which a worker that does not stop is killed; it normally ends itself earlier (`http/server.py`)."""


@dataclass
class Worker:
    name: str
    """The worker's process name among the nodes."""
    process: asyncio.subprocess.Process
    since: float
    row: int
    """The row where it counts the usage of each address (`shared_limits.py`)."""
    leaving: bool = False
    """Whether the supervisor requested it to stop."""


class Supervisor:
    def __init__(self, store: Store, plan: WorkerPlan, count: int, sockets: Sequence[socket.socket]) -> None:
        self.store = store
        self.plan = plan
        self.count = count
        self.sockets = sockets
        self.workers: list[Worker] = []
        self.stopping = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures = 0
        self._replacing = asyncio.Lock()
        self._opening: set[asyncio.Future[None]] = set()
        """One future for each worker that is starting."""
        self._rows = 2 * count + 1
        self._free = list(range(self._rows))
        """Unused rows. There are twice as many rows as workers, because old and new workers overlap."""
        self._memory = new_memory(self._rows)
        self._key = bytes.fromhex(cluster_key(store))
        self._thinking: asyncio.subprocess.Process | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="purrlor-"))  # other users cannot read it
        self._nodes = self._folder / "nodes"
        """Folder that holds a folder with sockets for each worker."""
        self._nodes.mkdir()

    async def open(self) -> bool:
        """Start the thinking service and all workers; return False if one fails to start and reports why."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self.stopping.set)
        loop.add_signal_handler(signal.SIGHUP, lambda: self._begin(self.replace_all()))
        if not await self._start_thinking():
            return False
        opened = await asyncio.gather(*(self._start() for _ in range(self.count)))
        return all(worker is not None for worker in opened)

    async def run(self) -> None:
        """Run until SIGINT or SIGTERM; SIGHUP replaces all workers, one by one."""
        await self.stopping.wait()

    async def close(self) -> None:
        self.stopping.set()
        ends = [self._stop(worker) for worker in list(self.workers)]
        if self._thinking is not None:
            ends.append(_end(self._thinking))
        await asyncio.gather(*ends)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        shutil.rmtree(self._folder, ignore_errors=True)
        os.close(self._memory)

    async def replace_all(self) -> None:
        """Replace all workers. Each new worker is open before the old one stops, so the port is always served."""
        async with self._replacing:
            await asyncio.gather(*self._opening)  # workers that are starting are replaced as well
            for worker in list(self.workers):
                if self.stopping.is_set() or await self._start() is None:
                    log.error("cannot replace the workers: a new one did not start")
                    return
                await self._stop(worker)

    def _begin(self, work: object) -> None:
        assert asyncio.iscoroutine(work)
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start_thinking(self) -> bool:
        """Start the thinking service; return whether it is open.

        Workers wait for it and repeat their requests after a restart.
        """
        path = self._folder / THINKING_SOCKET
        path.unlink(missing_ok=True)
        process = await asyncio.create_subprocess_exec(
            *THINKING,
            str(path),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        assert process.stdout is not None
        self._thinking = process
        if await process.stdout.readline() != b"open\n":
            await process.wait()
            return False
        self._begin(self._attend_thinking(process))
        return True

    async def _attend_thinking(self, process: asyncio.subprocess.Process) -> None:
        code = await process.wait()
        if self.stopping.is_set():
            return
        log.error("the bot service exited with %s; restarting it", code)
        while not self.stopping.is_set() and not await self._start_thinking():
            await asyncio.sleep(LONGEST_PAUSE)

    async def _start(self) -> Worker | None:
        """Start a worker and return it once it is open; None if it ended before that."""
        opening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._opening.add(opening)
        try:
            return await self._start_now()
        finally:
            self._opening.discard(opening)
            opening.set_result(None)

    async def _start_now(self) -> Worker | None:
        name, row = new_process(), min(self._free)  # reuse a few numbers, because metrics have them as a label
        self._free.remove(row)
        descriptors = tuple(each.fileno() for each in self.sockets)
        plan = replace(
            self.plan,
            sockets=descriptors,
            node=replace(self.plan.node, process=name, folder=str(self._nodes), worker=str(row)),
            thinking=str(self._folder / THINKING_SOCKET),
            memory=self._memory,
            rows=self._rows,
            row=row,
            key=self._key,
        )
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=(*descriptors, self._memory),
            start_new_session=True,  # Ctrl+C is for the supervisor, which stops its workers
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(plan) + b"\n")
        if await process.stdout.readline() != b"open\n":
            await process.wait()
            self._release(name, row)
            return None
        worker = Worker(name, process, asyncio.get_running_loop().time(), row)
        self.workers.append(worker)
        self._begin(self._attend(worker))
        return worker

    async def _attend(self, worker: Worker) -> None:
        """Wait until a worker ends, and start another unless the supervisor stopped it."""
        code = await worker.process.wait()
        self.workers.remove(worker)
        SharedLimits(self._memory, self._rows, worker.row, self._key, NO_LIMITS).clear()
        self._release(worker.name, worker.row)
        await asyncio.to_thread(self._free_tables, worker)
        if worker.leaving or self.stopping.is_set():
            return
        log.error("a worker exited with %s; restarting it", code)
        lived = asyncio.get_running_loop().time() - worker.since
        self._failures = 0 if lived > STEADY_SECONDS else self._failures + 1
        while not self.stopping.is_set():
            if self._failures > 1:
                await asyncio.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (self._failures - 2)))
            if self.stopping.is_set() or await self._start() is not None:
                return
            self._failures += 1

    def _release(self, name: str, row: int) -> None:
        self._free.append(row)
        shutil.rmtree(self._nodes / folder_name(str(row), name), ignore_errors=True)

    def _free_tables(self, worker: Worker) -> None:
        """Free the tables of a worker that is certainly dead, so that nobody waits for its lease."""
        assert self.store.connect_nodes is not None
        try:
            nodes = self.store.connect_nodes()
        except StoreFailed as error:
            log.warning("cannot release the lease of an ended worker; it will expire: %s", error)
            return
        with suppress(StoreFailed):
            nodes.remove_all_of(worker.name)
        nodes.close()

    async def _stop(self, worker: Worker) -> None:
        worker.leaving = True
        await _end(worker.process)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Stop a process with a signal, and kill it if it does not end."""
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGCONT)
    try:
        await asyncio.wait_for(process.wait(), STOP_SECONDS)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
