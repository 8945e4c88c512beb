"""A server from its first connection to its end: listening sockets, aiohttp's runner, and stopping in time."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from typing import Any

from aiohttp import web

from .app import App
from .listener import Listener, listening_sockets

log = logging.getLogger("purrlor.server")
STOP_SECONDS = 4.5
"""A server that has not stopped by then is ended, whatever it waits for."""
HANDLER_SECONDS = 0.5
"""How long requests may go on once the server stops; aiohttp waits up to twice as long."""


class RunningServer:
    def __init__(self, app: App) -> None:
        self.app = app
        self.runner = web.AppRunner(
            app.application(), access_log=None, handle_signals=False, shutdown_timeout=HANDLER_SECONDS
        )
        self.listeners: list[Listener] = []
        self.port = 0

    async def open(self, host: str | None, port: int) -> None:
        """Start everything; `StoreFailed` or `OSError` says why that cannot be."""
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        await self.runner.setup()
        if sys.platform == "win32":  # its loop has no `add_reader`
            site = web.TCPSite(self.runner, host, port)
            await site.start()
            self.port = self.runner.addresses[0][1]
            return
        assert self.runner.server is not None
        sockets = listening_sockets(host, port)
        self.port = sockets[0].getsockname()[1]
        for each in sockets:
            listener = Listener(self.runner.server, each, self.app.limits, proxied=self.app.proxied)
            listener.start()
            self.listeners.append(listener)

    async def close(self) -> None:
        for listener in self.listeners:
            listener.close()
        await self.runner.cleanup()

    def end_in_time(self) -> None:
        """End the process if it has not stopped by itself, even if a thread hangs or the event loop is blocked."""

        def end() -> None:
            log.error("the server did not stop within %s s and was ended", STOP_SECONDS)
            self.app.kill_children()
            os._exit(1)

        timer = threading.Timer(STOP_SECONDS, end)
        timer.daemon = True
        timer.start()


def log_loop_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What the loop reports, without its details: they name sockets and addresses."""
    error = context.get("exception")
    if not isinstance(error, ConnectionError):
        log.error("an error in the event loop: %s", type(error).__name__, exc_info=error)
