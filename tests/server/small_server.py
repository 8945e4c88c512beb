"""A program for the tests: the real server without limits, whose bots think where they are asked. It says its port."""

import asyncio
import sys

from aiohttp import web

from purrlor.server.app import App
from purrlor.server.limits import NO_LIMITS
from purrlor.server.store import open_store
from tests.server.parlour import Inline


async def main() -> None:
    app = App(open_store(sys.argv[1], exclusive=True), Inline(), NO_LIMITS, writes_apart=True)
    runner = web.AppRunner(app.application(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    sys.stdout.write(f"{runner.addresses[0][1]}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
