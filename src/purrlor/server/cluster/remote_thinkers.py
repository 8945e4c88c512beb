"""A worker's client for the thinking service, and the messages between them."""

from __future__ import annotations

import asyncio
import itertools
import logging
import pickle
import struct
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from purrlor.table import wire
from purrlor.table.bots import Options
from purrlor.table.effects import BotRequest

from ..bots.workers import MOVE_WORKERS, Thinkers
from ..tasks import CALLER, Caller

SIZE = struct.Struct(">I")
PROGRESS = 0
"""Number of a message that reports the progress of reviews instead of answering a request."""
log = logging.getLogger("purrlor.server.cluster")
T = TypeVar("T")
PATIENCE_SECONDS = 15.0
"""How long requests are repeated while the service, which is restarted when it ends, is unreachable."""
RETRY_SECONDS = 0.1


class ClusterQuestion(NamedTuple):
    number: int
    method: str
    """Name of a method of `Thinkers`."""
    table: str
    kind: tuple[Any, ...]
    """Kind of work; requests of one kind take about the same time."""
    values: tuple[Any, ...]
    caller: Caller
    """The caller on whose behalf a worker sends the request."""


class ClusterAnswer(NamedTuple):
    number: int
    found: Any
    error: Exception | None = None


def framed(message: ClusterQuestion | ClusterAnswer) -> bytes:
    text = pickle.dumps(message)
    return SIZE.pack(len(text)) + text


async def read_message(reader: asyncio.StreamReader) -> Any:
    """Read one message. Raises `IncompleteReadError` when the other side is gone."""
    (size,) = SIZE.unpack(await reader.readexactly(SIZE.size))
    return pickle.loads(await reader.readexactly(size))  # noqa: S301


class RemoteThinkers(Thinkers):
    """Sends requests to the machine's thinking service at `path`."""

    def __init__(self, path: str) -> None:
        self.slots = MOVE_WORKERS
        self._path = path
        self._numbers = itertools.count(PROGRESS + 1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._shares: dict[int, float] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._connecting = asyncio.Lock()
        self._reading: asyncio.Task[None] | None = None

    async def choose(self, name: str, options: Options, ask: BotRequest) -> tuple[str, int]:
        found: tuple[str, int] = await self._ask("choose", ask.table, (name, ask.level), name, options, ask)
        return found

    async def advise(self, name: str, options: Options, ask: BotRequest) -> Any:
        return await self._ask("advise", ask.table, (name, ""), name, options, ask)

    async def review(self, record: str, number: int, seats: tuple[int, ...] | None = None) -> wire.Review | None:
        try:
            found: wire.Review | None = await self._ask("review", "", (), record, number, seats)
        finally:
            self._shares.pop(number, None)
        return found

    async def study(self, work: Callable[..., T], *values: Any) -> T:
        found: T = await self._ask("study", "", (), work, *values)
        return found

    async def document(self, make: Callable[..., T], *values: Any) -> T:
        found: T = await self._ask("document", "", (), make, *values)
        return found

    def progress(self, number: int) -> float:
        return self._shares.get(number, 0.0)

    async def warm(self) -> None:
        """Do nothing: the service warms itself."""

    async def _ask(self, method: str, table: str, kind: tuple[Any, ...], *values: Any) -> Any:
        loop = asyncio.get_running_loop()
        patience = loop.time() + PATIENCE_SECONDS
        while True:
            try:
                writer = await self._connected()
                number = next(self._numbers)
                answer = self._waiting[number] = loop.create_future()
                try:
                    writer.write(framed(ClusterQuestion(number, method, table, kind, values, CALLER.get())))
                    return await answer
                finally:
                    self._waiting.pop(number, None)
            except OSError:
                if loop.time() > patience:
                    raise
                await asyncio.sleep(RETRY_SECONDS)

    async def _connected(self) -> asyncio.StreamWriter:
        async with self._connecting:
            if self._writer is None:
                reader, self._writer = await asyncio.open_unix_connection(self._path)
                self._reading = asyncio.ensure_future(self._read(reader, self._writer))
            return self._writer

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                self._hear(await read_message(reader))
        except (asyncio.IncompleteReadError, OSError):
            pass  # the service has ended
        except Exception:
            log.exception("invalid answer from the bot service")
        self._writer = None
        writer.close()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError("the thinking service has ended"))

    def _hear(self, answer: ClusterAnswer) -> None:
        if answer.number == PROGRESS:
            self._shares.update(answer.found)
            return
        waiting = self._waiting.get(answer.number)
        if waiting is None or waiting.done():
            return
        if answer.error is None:
            waiting.set_result(answer.found)
        else:
            waiting.set_exception(answer.error)

    def kill(self) -> None:
        """Do nothing: this process does not own the service."""

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        if self._writer is not None:
            self._writer.close()
