"""The minimal cost of any server: two seats per table, one message in, an update for both out, no rules and no store.

`python -m bench.bare_server` prints its address. It understands only the messages that the benchmark's clients send.
"""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

import msgspec
import uvloop
from aiohttp import WSMsgType, web

from .open_server import serve_until_stopped

SEATS = 2
MOVES = 132
"""The number of moves in a random match of Yatzy."""
FILLING = "x" * 1000
"""Padding: an update of Yatzy has about 1.2 kB."""
DECODER = msgspec.json.Decoder()
ENCODER = msgspec.json.Encoder()


class Bare:
    def __init__(self) -> None:
        self.tables: dict[str, list[Any]] = {}
        self.versions: dict[str, int] = {}
        self.names = itertools.count()

    async def make(self, request: web.Request) -> web.Response:
        await request.json()
        table = str(next(self.names))
        self.tables[table], self.versions[table] = [], 0
        return web.json_response({"id": table, "key": ""})

    async def join(self, request: web.Request) -> web.Response:
        await request.json()
        seats = self.tables[request.match_info["table"]]
        seats.append(None)
        return web.json_response({"seat": len(seats) - 1, "token": str(len(seats) - 1)})

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        table, seat = request.match_info["table"], int(request.headers["Authorization"].split()[1])
        socket = web.WebSocketResponse(compress=False)
        with contextlib.suppress(ConnectionError):  # one of the two players has gone
            await socket.prepare(request)
            self.tables[table][seat] = socket
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear(table, message.data)
        return socket

    async def _hear(self, table: str, text: str) -> None:
        if DECODER.decode(text)["type"] == "act":
            self.versions[table] += 1
        seats = self.tables[table]
        if None not in seats and len(seats) == SEATS:
            await self._tell(table)

    async def _tell(self, table: str) -> None:
        version = self.versions[table]
        for seat, socket in enumerate(self.tables[table]):
            legal = ["roll"] if version % SEATS == seat else []
            over = version >= MOVES
            update = {"type": "update", "version": version, "legal": legal, "over": over, "view": FILLING}
            await socket.send_frame(ENCODER.encode(update), WSMsgType.TEXT)


async def serve() -> None:
    bare, app = Bare(), web.Application()
    app.add_routes(
        [
            web.post("/api/tables", bare.make),
            web.post("/api/tables/{table}/join", bare.join),
            web.get("/api/tables/{table}/socket", bare.socket),
        ]
    )
    await serve_until_stopped(app)


if __name__ == "__main__":
    uvloop.run(serve())
