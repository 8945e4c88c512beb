"""One visit to a table on behalf of an assistant: connect, ask or act, wait for the next turn, disconnect.

A visit is an ordinary client of the server, with the token of its seat: it is sent what a browser is sent and no more.
Between two visits nothing is kept; the seat's key has everything that the next one needs.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qs, urlencode, urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, ClientWebSocketResponse, WSMsgType

Message = dict[str, Any]
PATIENCE = 10.0
"""Seconds within which the server must answer."""
LONGEST_WAIT = 25.0
"""The most seconds that one request waits for a turn."""
LONGEST_LINE = 4 << 20
TABLE = re.compile(r"[\w-]{1,64}")
BARRIER = 1
"""The id of the question whose answer shows that everything before it has arrived."""


class VisitRefused(Exception):
    """The server or the rules refuse; the text says why."""


@dataclass(frozen=True)
class SeatKey:
    """The place of an assistant at a table, in one text that it sends with every request."""

    address: str
    """The server, such as http://localhost:8765."""
    table: str
    seat: int | None
    """The seat; None: a spectator."""
    token: str

    def __str__(self) -> str:
        shown = {"seat": "none" if self.seat is None else str(self.seat), "token": self.token}
        return f"{self.address}/t/{self.table}#{urlencode(shown)}"


def read_seat(text: str, only: str = "") -> SeatKey:
    """Read a seat's key. Raises `VisitRefused` if it is not one, or belongs to another server than `only`."""
    address, table, fields = _parts(text, only)
    seat, token = fields.get("seat", ""), fields.get("token", "")
    if not token or not (seat == "none" or (seat.isascii() and seat.isdigit() and len(seat) < 3)):
        raise VisitRefused("This is not the key of a seat: use the text that take_seat returned, unchanged.")
    return SeatKey(address, table, None if seat == "none" else int(seat), token)


def _parts(text: str, only: str) -> tuple[str, str, Mapping[str, str]]:
    """Return server, table and fields of a link."""
    try:
        parts = urlsplit(text.strip())
        fields = {name: values[-1] for name, values in parse_qs(parts.fragment).items()}
    except ValueError:
        parts, fields = urlsplit(""), {}
    table = parts.path.removeprefix("/t/").strip("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not TABLE.fullmatch(table):
        raise VisitRefused("An invitation looks like http://HOST/t/TABLE#k=KEY.")
    address = f"{parts.scheme}://{parts.netloc}"
    if only and address != only:
        raise VisitRefused(f"Only tables of {only} can be joined here.")
    return address, table, fields


class ToolCaller:
    """Makes the requests of all visits. `only`: the one server that links may lead to; empty: any.

    With `through`, requests go to that address instead, whatever the link says: the server's own port. `headers` are
    added to each request.
    """

    def __init__(self, only: str = "", through: str = "", headers: Mapping[str, str] | None = None) -> None:
        self.only, self.through, self.headers = only, through, dict(headers or {})

    async def join(self, link: str, **wanted: Any) -> SeatKey:
        """Take a seat, or come to watch."""
        address, table, fields = _parts(link, self.only)
        body = {"key": fields.get("k", ""), "token": True, "request": secrets.token_hex(16), **wanted}
        joined = await self._http("POST", address, f"/api/tables/{table}/join", body)
        return SeatKey(address, table, joined["seat"], joined["token"])

    async def get(self, key: SeatKey, path: str) -> Any:
        return await self._http("GET", key.address, f"/api/tables/{key.table}{path}", token=key.token)

    async def post(self, key: SeatKey, path: str) -> Any:
        return await self._http("POST", key.address, f"/api/tables/{key.table}{path}", {}, token=key.token)

    async def _http(self, method: str, address: str, path: str, body: Any = None, token: str = "") -> Any:
        async with self._session(token) as session:
            try:
                async with session.request(method, f"{self.through or address}{path}", json=body) as response:
                    found = json.loads(await response.read())
            except (ClientError, OSError, TimeoutError, ValueError) as error:
                raise VisitRefused(f"The table cannot be reached: {error or type(error).__name__}.") from None
            if response.status >= 400:
                words = cast("Message", found).get("words") if isinstance(found, dict) else None
                raise VisitRefused(str(words or "The server refuses."))
            return found

    @asynccontextmanager
    async def visit(self, key: SeatKey, language: str) -> AsyncGenerator[Visit]:
        """Connect to the table, until the end of the block."""
        async with self._session(key.token, {"Accept-Language": language}) as session:
            url = f"{self.through or key.address}/api/tables/{key.table}/socket"
            try:
                socket = await session.ws_connect(url, max_msg_size=LONGEST_LINE)
            except (ClientError, OSError, TimeoutError, ValueError):
                await self.get(key, "")  # says why in words, if the server is there
                raise VisitRefused("This seat does not belong to the table any more.") from None
            async with socket:
                visit = Visit(socket, key)
                await visit.arrive()
                yield visit

    def _session(self, token: str, headers: Mapping[str, str] | None = None) -> ClientSession:
        sent = self.headers | dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        return ClientSession(headers=sent, timeout=ClientTimeout(total=PATIENCE))


class Visit:
    """A connection to the table, and the latest that it was sent."""

    def __init__(self, socket: ClientWebSocketResponse[Any], key: SeatKey) -> None:
        self.socket, self.key = socket, key
        self.table: Message = {}
        self.update: Message = {}
        """The latest update of the seat; empty before the match."""

    async def arrive(self) -> None:
        """Receive everything that the server sends first, and say that this seat is ready."""
        if self.key.seat is not None:
            await self._send({"type": "ready", "contribution": secrets.token_hex(16)})
        message = {"type": "ask", "seat": self.key.seat, "question": "lead", "id": BARRIER}
        found = await self._reply(message, "answer")
        if found["type"] == "refused" and found["code"] != "not_started":
            raise VisitRefused(found["words"])

    async def ask(self, question: str, language: str = "") -> list[str]:
        """Return the answer in words to one of the questions that players may ask."""
        message = {
            "type": "ask",
            "seat": self.key.seat,
            "question": question,
            "language": language,
            "id": BARRIER,
        }
        lines: list[str] = (await self._answer(message, "answer"))["lines"]
        return lines

    async def view(self) -> Message:
        """Return the seat's view, with the fields that it has in the game."""
        return await self._answer({"type": "view", "seat": self.key.seat, "id": BARRIER}, "view")

    async def act(self, action: str, version: int) -> None:
        """Play an action. Raises `VisitRefused` with the reason and what is possible."""
        acted = {"type": "act", "seat": self.key.seat, "version": version, "action": action, "id": BARRIER}
        await self._send(acted)
        async with self._patience(PATIENCE):
            while True:
                message = await self._receive()
                if message["type"] == "refused" and message["id"] == BARRIER:
                    raise VisitRefused(message["words"])
                if message["type"] == "update" and message["seat"] == self.key.seat and message["version"] > version:
                    return

    async def until_turn(self, seconds: float) -> None:
        """Wait until the seat can act, the match is over, or the time is up."""
        try:
            async with asyncio.timeout(max(0.0, min(seconds, LONGEST_WAIT))):
                while not self.update.get("legal") and not self.update.get("over"):
                    await self._receive()
        except TimeoutError:
            return

    async def _answer(self, message: Message, kind: str) -> Message:
        found = await self._reply(message, kind)
        if found["type"] == "refused":
            raise VisitRefused(found["words"])
        return found

    async def _reply(self, message: Message, kind: str) -> Message:
        """Return the answer of this kind, or the refusal."""
        await self._send(message)
        async with self._patience(PATIENCE):
            while True:
                found = await self._receive()
                if found["type"] in ("refused", kind) and found["id"] == BARRIER:
                    return found

    async def _send(self, message: Message) -> None:
        await self.socket.send_str(json.dumps(message))

    async def _receive(self) -> Message:
        frame = await self.socket.receive()
        if frame.type is not WSMsgType.TEXT:
            raise VisitRefused("The server has closed the connection; try again.")
        message: Message = json.loads(frame.data)
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "update" and message["seat"] == self.key.seat:
            self.update = message
        return message

    @asynccontextmanager
    async def _patience(self, seconds: float) -> AsyncGenerator[None]:
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            raise VisitRefused("The server does not answer in time; look again.") from None
