"""The life of a server: listening sockets, aiohttp's runner, and stopping in time."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from types import FrameType
from typing import Any

from aiohttp import web

from ..app import App
from .listener import Listener, listening_sockets

log = logging.getLogger("purrlor.server")
STOP_SECONDS = 4.5
"""Time after the signal at which a server that has not stopped is ended, whatever it waits for."""
HANDLER_SECONDS = 0.5
"""How long requests may continue once the server stops; aiohttp waits up to twice as long."""


class RunningServer:
    def __init__(self, app: App) -> None:
        self.app = app
        self.runner = web.AppRunner(
            app.application(),
            access_log=None,
            handle_signals=False,
            shutdown_timeout=HANDLER_SECONDS,
            auto_decompress=False,
        )
        self.listeners: list[Listener] = []
        self.port = 0
        self.closed = False
        self._ending: threading.Timer | None = None

    async def open(self, host: str | None, port: int) -> None:
        """Start everything. Raises `StoreFailed` or `OSError` with the reason if that is impossible."""
        await self._set_up()
        if sys.platform == "win32":  # its loop has no `add_reader`
            site = web.TCPSite(self.runner, host, port)
            await site.start()
            self.port = self.runner.addresses[0][1]
            return
        self.listen(listening_sockets(host, port))

    async def open_with(self, sockets: Sequence[socket.socket]) -> None:
        """Start everything on sockets that are already listening."""
        await self._set_up()
        self.listen(sockets)

    async def _set_up(self) -> None:
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        await self.runner.setup()

    def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Accept connections on these sockets, and connections that other processes hand over."""
        assert self.runner.server is not None
        self.port = sockets[0].getsockname()[1]
        member = self.app.services.member
        from_nodes = () if member is None else (member.listening, member.relaying)
        internal = [each for each in from_nodes if each is not None]
        for each in (*sockets, *internal):
            is_internal = each in internal
            listener = Listener(
                self.runner.server,
                each,
                self.app.services.limits,
                proxied=self.app.services.proxied,
                internal=is_internal,
                counts=None if is_internal else self.app.services.counting.connections,
            )
            listener.start()
            self.listeners.append(listener)
        if member is not None:
            member.adopt_with(self.listeners[0].adopt)

    async def close(self) -> None:
        for listener in self.listeners:
            listener.close()
        await self.runner.cleanup()
        self.closed = True

    def stop_signal(self) -> asyncio.Event:
        """Return an event that SIGINT and SIGTERM set; from the signal on, the process has `STOP_SECONDS` to stop."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, stop.set)
            by_loop = signal.getsignal(each)

            def count_time(number: int, frame: FrameType | None, by_loop: Any = by_loop) -> None:
                self.end_in_time()  # now: a busy event loop may notice the signal late
                if callable(by_loop):
                    by_loop(number, frame)

            signal.signal(each, count_time)
        return stop

    def end_in_time(self) -> None:
        """End the process if it does not stop by itself, even if a thread hangs or the event loop is blocked."""
        if self._ending is None:
            self._ending = threading.Timer(STOP_SECONDS, self._end)
            self._ending.daemon = True
            self._ending.start()

    def _end(self) -> None:
        """End the process. Log an error only if the server is not closed: a thread that still replays is harmless."""
        if not self.closed:
            log.error("the server did not stop within %s s; exiting", STOP_SECONDS)
        self.app.kill_children()
        os._exit(0 if self.closed else 1)


def log_loop_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what the loop reports without its details, which name sockets and addresses."""
    error = context.get("exception")
    if not isinstance(error, ConnectionError):
        log.error("an error in the event loop: %s", type(error).__name__, exc_info=error)
