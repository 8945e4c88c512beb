"""A client that plays the races of Addi Cat's, honestly or not."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, NamedTuple

import aiohttp

from harness.delayed_network import Delay
from purrlor.core import pledge

MEAN, SPREAD, TAIL = 300.0, 40.0, 60.0
"""The reflexes of an adult (docs/research/bots/addi-cats.md), ex-Gaussian, in milliseconds."""


class Client(NamedTuple):
    """A client's behaviour. Cheats react like everybody else, but report or do something untrue."""

    delay: Delay
    shaves: int = 0
    """Milliseconds that it subtracts from its reaction time in every report."""
    answers_pings: bool = True
    late: int = 0
    """Milliseconds by which it delays every pong."""
    unsteady: int = 0
    """The maximum delay of a pong in milliseconds, drawn for each."""
    patient: int = 0
    """Milliseconds by which it also delays everything else, except its hits."""


class Racer:
    """A player that turns its cards at once, and hits in every Chase."""

    def __init__(
        self,
        socket: aiohttp.ClientWebSocketResponse,
        seat: int,
        client: Client,
        chance: random.Random,
        probe: Callable[[], Awaitable[None]],
    ) -> None:
        """`probe` opens a connection by which a proxy measures the round trip."""
        self.socket = socket
        self.probe = probe
        self.seat = seat
        self.client = client
        self.chance = chance
        self.led: list[int] = []
        """The seats that led the chases."""
        self.errors: list[int] = []
        """By how many milliseconds each of its presses counted as later than it was."""
        self.answered = -1
        self.share = f"{chance.getrandbits(64):x}"
        """Its contribution to fate."""
        self.doing: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Play a match. Needs a socket with `autoping=False`, because pings are answered here."""
        self._start(self._send({"type": "ready", "pledge": pledge(self.share)}))
        async for message in self.socket:
            if message.type is aiohttp.WSMsgType.PING:
                self._start(self._answer(bytes(message.data)))
            elif message.type is aiohttp.WSMsgType.TEXT:
                heard = json.loads(message.data)
                if heard["type"] == "table" and heard["revealing"]:
                    self._start(self._send({"type": "reveal", "contribution": self.share}))
                elif heard["type"] == "measure_line":
                    self._start(self._measure_line(heard["times"]))
                elif heard["type"] == "race":
                    self._compare(heard["entries"])
                elif heard["type"] == "update" and not self._see(heard):
                    return
            elif message.type is not aiohttp.WSMsgType.PONG:
                return

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.doing.add(task)
        task.add_done_callback(self.doing.discard)

    async def _answer(self, nonce: bytes) -> None:
        client = self.client
        if not client.answers_pings:
            return
        if wait := client.late + self.chance.uniform(0, client.unsteady):
            await asyncio.sleep(wait / 1000)
        try:
            await self.socket.pong(nonce)
        except (ConnectionError, RuntimeError):
            return

    async def _measure_line(self, times: int) -> None:
        for _ in range(times):
            try:
                await self.probe()
            except (aiohttp.ClientError, OSError):
                return

    def _compare(self, entries: list[dict[str, Any]]) -> None:
        own = [entry for entry in entries if entry["seat"] == self.seat and entry["reported"] is not None]
        self.errors += [entry["reaction"] - entry["reported"] - self.client.shaves for entry in own]

    def _see(self, update: dict[str, Any]) -> bool:
        """Return whether the match continues."""
        notes = [told["note"] for told in update["notes"]]
        self.led += [note["seat"] for note in notes if note["kind"] == "leads_chase"]
        view = update["view"]
        if view["phase"] == "chase" and view["cards_turned"] != self.answered and "hit head" in update["legal"]:
            self.answered = view["cards_turned"]
            self._start(self._hit(update["version"]))
        elif "turn" in update["legal"]:
            self._start(self._act("turn", update["version"], None))
        return not update["over"]

    async def _hit(self, version: int) -> None:
        seen = perf_counter()
        reaction = max(120.0, self.chance.gauss(MEAN, SPREAD) + self.chance.expovariate(1 / TAIL))
        await asyncio.sleep(reaction / 1000)
        pressed = round((perf_counter() - seen) * 1000)
        await self._act("hit head", version, max(0, pressed - self.client.shaves))

    async def _act(self, action: str, version: int, reaction: int | None) -> None:
        act = {"type": "act", "seat": self.seat, "version": version, "action": action, "reaction": reaction}
        await self._send(act)

    async def _send(self, message: dict[str, Any]) -> None:
        if self.client.patient and not message.get("action", "").startswith("hit"):
            await asyncio.sleep(self.client.patient / 1000)
        try:
            await self.socket.send_str(json.dumps(message))
        except (ConnectionError, RuntimeError):
            return
