"""The real server on a free port, and devices that visit it over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, TypeVar, cast
from unittest.mock import patch

import msgspec
from aiohttp import ClientResponse, ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, web

from purrlor.server.app import App
from purrlor.server.bots import workers as thinking
from purrlor.server.bots.workers import Thinkers
from purrlor.server.cluster.member import ClusterPlan
from purrlor.server.http.limits import NO_LIMITS, Limits
from purrlor.server.http.requests import endpoint_of
from purrlor.server.http.server import RunningServer
from purrlor.server.live import registry
from purrlor.server.live.live_tables import SteadyClock
from purrlor.server.store import open_store
from purrlor.table import bots as answers
from purrlor.table import checks
from purrlor.table.bots import Options
from purrlor.table.effects import BotRequest
from purrlor.table.wire import Review

T = TypeVar("T")
PATIENCE = 120
"""A limit in seconds that is only exceeded if something is wrong."""
Message = dict[str, Any]


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


class Inline(Thinkers):
    """Computes in the calling process instead of starting others."""

    def __init__(self) -> None:
        pass

    async def choose(self, name: str, options: Options, ask: BotRequest) -> tuple[str, int]:
        return answers.choose(name, options, ask)

    async def advise(self, name: str, options: Options, ask: BotRequest) -> Any:
        return answers.advise(name, options, ask)

    async def review(self, record: str, number: int, seats: tuple[int, ...] | None = None) -> Review | None:
        return thinking.review(record, number, seats)

    async def study(self, work: Callable[..., T], *values: Any) -> T:
        return work(*values)

    async def document(self, make: Callable[..., T], *values: Any) -> T:
        return make(*values)

    def progress(self, number: int) -> float:  # noqa: ARG002
        return 0.0

    def close(self) -> None:
        pass


class Chair:
    """One socket at a table, with all its messages and the latest picture of each seat."""

    def __init__(self, socket: ClientWebSocketResponse[Any]) -> None:
        self.socket = socket
        self.heard: list[Message] = []
        self.updates: dict[int | None, Message] = {}

    async def hear(self) -> Message:
        """Return the next message; raise `ConnectionError` with the reason when the server closes."""
        frame = await asyncio.wait_for(self.socket.receive(), PATIENCE)
        if frame.type is not WSMsgType.TEXT:
            raise ConnectionError(frame.extra)
        message: Message = json.loads(frame.data)
        self.heard.append(message)
        if message["type"] == "update":
            self.updates[message["seat"]] = message
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        while not wanted(message := await self.hear()):
            pass
        return message

    async def until_type(self, kind: str) -> Message:
        return await self.until(lambda message: message["type"] == kind)

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send_str(json.dumps({"type": kind, **fields}))

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Send a message that is refused; return the refusal."""
        await self.send(kind, **fields)
        return await self.until_type("refused")

    async def act(self, seat: int, action: str) -> None:
        await self.send("act", seat=seat, version=self.updates[seat]["version"], action=action)

    async def play(self, random: Random, until: Callable[[Message], bool] = lambda _: False) -> None:
        """Act at random whenever this seat is expected to, until the match is over or `until` is true."""
        acted: set[tuple[int, int]] = set()
        while not any(update["over"] for update in self.updates.values()):
            for seat, update in self.updates.items():
                moment = (seat or 0, update["version"])
                if update["legal"] and moment not in acted:
                    acted.add(moment)
                    await self.act(seat or 0, random.choice(update["legal"]))
            if until(await self.hear()):
                return

    async def leave(self) -> None:
        await self.socket.close()


class Device:
    """A browser with its cookies and requests."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.session = ClientSession(address, cookie_jar=CookieJar(unsafe=True), headers=headers)

    async def __aenter__(self) -> Device:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.session.close()

    async def get(self, path: str, **how: Any) -> tuple[int, Any]:
        async with self.session.get(path, **how) as response:
            return response.status, await _content(await response.read())

    async def post(self, path: str, body: Any = None, **how: Any) -> tuple[int, Any]:
        async with self.session.post(path, json=body if body is not None else {}, **how) as response:
            return response.status, await _content(await response.read())

    async def host(self, game: str, *seats: Any, **wanted: Any) -> tuple[str, str]:
        """Create a table; return its id and its key. A seat is "person", "open" or the level of a bot."""
        asked = [{"kind": each} if each in ("person", "open") else {"kind": "bot", "level": each} for each in seats]
        fixed = {"name": "Ann", "pace": 1, "lesson": "sockets", **wanted}
        status, made = await self.post("/api/tables", {"game": game, "seats": asked, **fixed})
        assert status == 201, made
        return made["id"], made["key"]

    async def join(self, table: str, key: str, name: str = "Ben", **wanted: Any) -> Message:
        status, joined = await self.post(f"/api/tables/{table}/join", {"name": name, "key": key, **wanted})
        assert status == 200, joined
        return dict(joined)

    async def sit(self, table: str, **how: Any) -> Chair:
        session: Any = self.session
        return Chair(await session.ws_connect(f"/api/tables/{table}/socket", **how))


async def _content(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body


class Parlour:
    def __init__(self, app: App, address: str) -> None:
        self.app = app
        self.address = address

    def device(self, token: str = "") -> Device:
        return Device(self.address, token)

    def later(self, millis: int) -> AbstractContextManager[object]:
        """Set the clock of the tables forward."""
        clock = self.app.tables.now
        assert isinstance(clock, SteadyClock)
        return patch.object(clock, "offset", clock.offset + millis / 1000)


def _checked(application: Callable[[], web.Application]) -> web.Application:
    made = application()
    made.on_response_prepare.append(check_answer)
    return made


async def check_answer(request: web.Request, response: web.StreamResponse) -> None:
    """Fail if an answer does not have the type that its handler declares."""
    said = endpoint_of(request.match_info.handler)
    plain = isinstance(response, web.Response) and "Content-Encoding" not in response.headers
    if said is None or not plain or response.status >= 300 or said.answers in (None, str):
        return
    assert isinstance(response, web.Response)
    msgspec.json.decode(cast("bytes", response.body), type=said.answers)


@asynccontextmanager
async def parlour(
    place: Any,
    limits: Limits = NO_LIMITS,
    *,
    proxied: bool = False,
    plan: ClusterPlan | None = None,
    rtt_header: str = "",
    local_push: bool = False,
    mcp: bool = False,
) -> AsyncGenerator[Parlour]:
    """Tables for several may have the fate of a lesson here, so that it is always the same."""
    app = App(
        open_store(str(place)),
        Inline(),
        limits,
        proxied=proxied,
        plan=plan,
        rtt_header=rtt_header,
        local_push=local_push,
        mcp=mcp,
    )
    with patch.object(app, "application", partial(_checked, app.application)):
        server = RunningServer(app)
        await server.open("127.0.0.1", 0)
    try:
        with patch.object(checks, "check_lesson"):
            yield Parlour(app, f"http://127.0.0.1:{server.port}")
    finally:
        await server.close()


@asynccontextmanager
async def two_at_a_table(
    place: Any, game: str = "yatzy", limits: Limits = NO_LIMITS, *, mcp: bool = False, **wanted: Any
) -> AsyncGenerator[tuple[Parlour, Device, Device, str]]:
    """Ann made a table, Ben has joined it."""
    async with parlour(place, limits, mcp=mcp) as open_house, open_house.device() as ann, open_house.device() as ben:
        table, key = await ann.host(game, "person", "open", **wanted)
        await ben.join(table, key)
        yield open_house, ann, ben, table


def visit(tmp_path: Path, work: Any, limits: Limits | None = None) -> Any:
    """Run `work` with a device at a fresh server; return its result."""

    async def go() -> Any:
        opened = parlour(tmp_path / "s", limits) if limits else parlour(tmp_path / "s")
        async with opened as house, house.device() as device:
            return await work(device)

    return run(go())


def answer_to(tmp_path: Path, method: str, path: str, **how: Any) -> tuple[int, Any]:
    """Send one request; return the status and body of the answer."""

    async def ask(device: Device) -> tuple[int, Any]:
        async with device.session.request(method, path, **how) as response:
            return response.status, await _json(response)

    found: tuple[int, Any] = visit(tmp_path, ask)
    return found


async def _json(response: ClientResponse) -> Any:
    text = await response.text()
    return json.loads(text) if response.content_type == "application/json" else text


def refuse_loading() -> Any:
    """Fail if a match is replayed in this context."""

    def fail(*_: object) -> None:
        raise AssertionError("a match was replayed")

    return patch.object(registry, "restored", fail)


ROOT = Path(__file__).parents[2]


@contextmanager
def serving(folder: Path) -> Generator[tuple[str, subprocess.Popen[str]]]:
    """Run the command in a process group of its own; yield its address and process."""
    command = [sys.executable, "-m", "purrlor.cli", "serve", "--local", "--port", "0", "--store", str(folder / "s")]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True, **pipes) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1].rstrip("/").replace("localhost", "127.0.0.1"), process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
