"""The files that one roll passes through in the server: from the frame that arrives to the update that leaves.

`python -m bench one_roll` starts a server in this process, rolls the dice at a table of Yatzy, and lists our modules
in the order in which the roll first enters them.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any

from aiohttp import ClientSession, CookieJar

import purrlor
from purrlor.server.app import App
from purrlor.server.bots.workers import Thinkers
from purrlor.server.http.limits import NO_LIMITS
from purrlor.server.http.server import RunningServer
from purrlor.server.store import open_store

SOURCES = Path(purrlor.__file__).parent


class Trail:
    """Records the modules that are entered while it is active, in order, with the first function of each."""

    def __init__(self) -> None:
        self.entered: dict[str, str] = {}
        self.on = False
        threading.setprofile(self)  # for threads that start later
        sys.setprofile(self)

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if self.on and event == "call":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(SOURCES):
                self.entered.setdefault(str(path.relative_to(SOURCES)), frame.f_code.co_qualname)


async def roll(address: str, trail: Trail) -> None:
    """Roll twice, so that what the first roll imports or caches does not count."""
    async with ClientSession(address, cookie_jar=CookieJar(unsafe=True)) as session:
        wanted = {"game": "yatzy", "seats": [{"kind": "person"}], "name": "Ann"}
        async with session.post("/api/tables", json=wanted) as response:
            table = (await response.json())["id"]
        async with session.ws_connect(f"/api/tables/{table}/socket") as socket:

            async def update() -> dict[str, Any]:
                while (message := json.loads(await socket.receive_str()))["type"] != "update":
                    pass
                return dict(message)

            async def act(seen: dict[str, Any], action: str) -> dict[str, Any]:
                await socket.send_json({"type": "act", "seat": 0, "version": seen["version"], "action": action})
                return await update()

            await socket.send_json({"type": "ready"})
            seen = await update()
            while not seen["legal"]:
                seen = await update()
            seen = await act(seen, "roll")
            seen = await act(seen, next(action for action in seen["legal"] if action.startswith("score")))
            trail.on = True
            await act(seen, "roll")
            trail.on = False


async def traced() -> Trail:
    trail = Trail()
    with tempfile.TemporaryDirectory() as folder:
        thinkers = Thinkers()
        server = RunningServer(App(open_store(f"{folder}/store"), thinkers, NO_LIMITS))
        await server.open("127.0.0.1", 0)
        try:
            await roll(f"http://127.0.0.1:{server.port}", trail)
        finally:
            await server.close()
            thinkers.close()
    return trail


def main() -> None:
    trail = asyncio.run(traced())
    for number, (file, function) in enumerate(trail.entered.items(), 1):
        print(f"{number:3} {file:45} {function}")


if __name__ == "__main__":
    main()
