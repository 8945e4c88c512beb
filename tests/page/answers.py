"""Record what the server answers, for component tests of the web client: `python -m tests.page.answers` prints JSON.

The component tests record it each time they start, so it is never out of date. Clubs, tables and whatever else has a
random id on the server are called by a fixed name. It is always the same night, whose date and hours left are long in
every language, and codes have the widest letters: what fits once fits always.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import chain, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from purrlor.kit.puzzles import PuzzleFile, with_puzzles
from purrlor.kit.registry import games
from purrlor.server.tables import codes
from purrlor.words import languages
from tests.server.parlour import Device, parlour

GOLDEN = Path(__file__).parents[1] / "golden"
PATHS = (
    "games", "tables", "me", "history", "today", "puzzles", "passkeys", "bringing", "push", "regulars", "invitations",
    "clubs", "evenings", "rooms",
)  # fmt: skip
NIGHT = datetime(2026, 9, 30, 0, 10, tzinfo=UTC)
"""A Wednesday."""
WIDEST_LETTERS = "WM"
Answers = dict[str, Any]


class Recorder:
    """The answers to one device, and the tables at which it sits."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.answers: Answers = {}
        self.tables: Answers = {}

    async def get(self, paths: Iterable[str]) -> None:
        for path in paths:
            status, answer = await self.device.get(path)
            assert status == 200, (path, status, answer)
            self.answers[re.sub(r"\?(month|puzzle)=.*", "", path)] = answer

    async def post(self, path: str, body: Any = None) -> Any:
        status, answer = await self.device.post(path, body)
        assert status in (200, 201), (path, status, answer)
        return answer

    async def keep_post(self, path: str, body: Any = None) -> None:
        """Keep the answer to a request that a page makes by itself."""
        answer = await self.post(path, body)
        self.answers[path] = answer.decode() if isinstance(answer, bytes) else answer

    async def get_table(self, table: str, updates: int = 0) -> None:
        """Keep a table's description and what its socket sends until it has sent updates to this number of seats."""
        chair = await self.device.sit(table)
        await chair.send("ready")
        await chair.until_type("table")
        while len(chair.updates) < updates:
            await chair.hear()
        await chair.leave()
        self.tables[table] = chair.heard
        await self.get([f"/api/tables/{table}"])

    def as_json(self) -> Answers:
        return {"answers": self.answers, "tables": self.tables}


async def record_host(host: Recorder) -> dict[str, str]:
    """Record a club, a tournament, a room for children and tables as their host sees them; return what has which id."""
    await host.post("/api/me", {"name": "Ann"})
    club = (await host.post("/api/clubs", {"name": "The Whiskers"}))["id"]
    wanted = {"name": "Friday paws", "format": "duplicate", "game": "yatzy", "seats": 1, "rounds": 2, "host": "Ann"}
    evening = (await host.post("/api/evenings", wanted))["id"]
    await host.post(f"/api/evenings/{evening}/round")
    room = await host.post("/api/rooms")
    lobby, lobby_key = await host.device.host("yatzy", "person", "open", cat="calico")
    shared, _ = await host.device.host("meow", "person", "person", "uniform", options={"first": "2"})
    await host.get(f"/api/{path}" for path in PATHS)
    await host.get(f"/api/today/{game}" for game in games())
    await host.get(f"/api/puzzles/{game}?puzzle={crowded_puzzle(file)}" for game, file in with_puzzles().items())
    for kind in ("guide", "rules"):
        await host.get(f"/api/games/{game}/{kind}?language={each}" for game in games() for each in languages())
    await host.get(f"/api/clubs/{club}{more}" for more in ("", "/challenge", "/today", "/month?month=2026-01"))
    await host.get([f"/api/evenings/{evening}", f"/api/rooms/{room['id']}", f"/api/rooms/{room['id']}/knowledge"])
    await host.keep_post(f"/api/rooms/{room['id']}/code")
    await host.keep_post(f"/api/tables/{lobby}/code")
    await host.keep_post("/api/qr", {"text": "https://example.org/t/1"})
    await host.get_table(lobby)
    await host.get_table(shared, updates=2)
    named = {club: "club", evening: "evening", room["id"]: "room", room["key"]: "roomkey", lobby: "lobby"}
    return {**named, lobby_key: "lobbykey", shared: "shared", **await record_matches(host)}


def crowded_puzzle(file: PuzzleFile) -> str:
    """Return the first puzzle with the most seats: everyone gets puzzles in an order of their own."""
    return max(file.puzzles, key=lambda each: len(file.matches[each.match].levels)).id


async def record_matches(host: Recorder) -> dict[str, str]:
    """Record the result and the replay of a golden match of each game."""
    names: dict[str, str] = {}
    for game in games():
        golden = min(GOLDEN.glob(f"{game}*.purr")).read_text(encoding="utf-8")
        async with host.device.session.post("/api/records", data=golden) as response:
            table = (await response.json())["id"]
        await host.get_table(table, updates=1)
        await host.get(f"/api/tables/{table}/replay{seat}" for seat in ("", "?seat=0"))
        for kind in ("link", "code"):
            await host.keep_post(f"/api/tables/{table}/{kind}")
        names[table] = f"golden-{game}"
    yatzy = next(table for table, name in names.items() if name == "golden-yatzy")
    return {**names, await record_position(host, yatzy): "position"}


async def record_position(host: Recorder, table: str) -> str:
    """Record a shared position of a match with three seats."""
    seats = [{"kind": "person"}, {"kind": "bot"}, {"kind": "bot"}]
    wanted = {"name": "The turn", "host": "Ann", "seats": seats, "table": table, "at": 12}
    position = str((await host.post("/api/positions", wanted))["id"])
    await host.keep_post(f"/api/positions/{position}/look")
    await host.keep_post(f"/api/positions/{position}/code")
    await host.get(["/api/positions"])
    return position


async def record() -> Answers:
    with tempfile.TemporaryDirectory() as folder:
        async with parlour(Path(folder) / "store") as house, house.device() as ann, house.device() as ben:
            host, guest, child = Recorder(ann), Recorder(ben), Recorder(ben)
            letters = chain.from_iterable(product(WIDEST_LETTERS, repeat=codes.LENGTH))

            def choose(_: str) -> str:
                return next(letters)

            wide = SimpleNamespace(choice=choose)
            with (
                house.later(int(NIGHT.timestamp() * 1000) - house.app.tables.now()),
                patch.object(codes, "secrets", wide),
            ):
                names = await record_host(host)
            ids = {name: found for found, name in names.items()}
            await guest.get([f"/api/tables/{ids['lobby']}", "/api/games"])
            room = f"/api/rooms/{ids['room']}"
            await child.post(f"{room}/enter", {"key": ids["roomkey"], "child": True})
            await child.get([room, "/api/games"])
            chosen = Recorder(ben)
            await chosen.post(f"{room}/cat", {"cat": "kiki"})
            await chosen.get([room, "/api/games"])
    people = {"host": host, "guest": guest, "child": child, "kiki": chosen}
    text = json.dumps({name: each.as_json() for name, each in people.items()})
    for found, name in names.items():
        text = text.replace(found, name)
    answers: Answers = json.loads(text)
    return answers


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(record())))
