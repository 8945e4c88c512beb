"""A program for the tests: the real server without limits, whose bots think where they are asked. It says its port."""

import asyncio
import sys

from purrlor.server.app import App
from purrlor.server.http.limits import NO_LIMITS
from purrlor.server.http.server import RunningServer
from purrlor.server.store import open_store
from tests.server.parlour import Inline


async def main() -> None:
    app = App(open_store(sys.argv[1], serving=True), Inline(), NO_LIMITS, separate_writer=True)
    server = RunningServer(app)
    await server.open("127.0.0.1", 0)
    sys.stdout.write(f"{server.port}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
