"""Short codes of tables, tournaments, shared positions and rooms, typed by people who cannot scan a link."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator
from contextlib import contextmanager

import msgspec
from aiohttp import web

from purrlor.table import admission, wire
from purrlor.table.refusals import refused
from purrlor.table.setup import Setup

from ..http.limits import Counting
from ..http.requests import Feature, answer, endpoint, read_body
from ..services import Services
from ..store.connection import DatabaseConnection

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters without vowels, so that no code is a word, and without characters that look alike."""
LENGTH = 5
VALID_MILLIS = 4 * 3600 * 1000
RENEWED = "UPDATE codes SET until = ? WHERE table_id = ? AND until > ? RETURNING code"
TAKEN = "INSERT INTO codes (code, table_id, until) VALUES (?, ?, ?) ON CONFLICT (code) DO NOTHING RETURNING code"
EVERYBODY = ""
"""The only key of the bucket for all addresses together."""
LONGEST_CODE = 4 * LENGTH
SETUP = msgspec.json.Decoder(Setup)


def code_of(writer: DatabaseConnection, target: str, now: int) -> str:
    """Return the code that leads to `target`, valid for the next hours, creating it if there is none."""
    writer.run("DELETE FROM codes WHERE until <= ?", (now,))
    found = writer.run(RENEWED, (now + VALID_MILLIS, target, now))
    while not found:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        found = writer.run(TAKEN, (code, target, now + VALID_MILLIS))
    return str(found[0][0])


def target_of_code(reader: DatabaseConnection, code: str, now: int) -> str | None:
    """Return the target of this code, typed in any style; None if the code is not valid now."""
    typed = "".join(letter for letter in code.upper() if letter.isalnum())
    rows = reader.run("SELECT table_id FROM codes WHERE code = ? AND until > ?", (typed, now))
    return str(rows[0][0]) if rows else None


class CodeAttempts:
    def __init__(self, counting: Counting, now: Callable[[], int]) -> None:
        self._now = now
        self._each = counting.codes
        self._all = counting.all_codes

    @contextmanager
    def counted(self, request: web.Request) -> Generator[None]:
        """Count an attempt to use a code, which is free if the block ends without a refusal.

        A class behind one address can join at once, and correct codes do not use up the limit for all addresses. Raises
        `RequestRefused` after too many attempts.
        """
        address = request.remote or ""
        if not self._each.take(address, self._now()):
            raise refused("too_many_codes")
        if not self._all.take(EVERYBODY, self._now()):
            raise refused("too_many_wrong_codes")
        yield
        self._each.give_back(address, self._now())
        self._all.give_back(EVERYBODY, self._now())


class CodeRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.attempts = CodeAttempts(services.counting, services.now)
        services.code_owners.append(self.find_table)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/api/tables/{table}/code", self.make),
            web.post("/api/codes", self.take),
        ]

    @endpoint(wire.TableCode)
    async def make(self, request: web.Request) -> web.Response:
        """Create a code; allowed for the people at the table, the host, and the screen that shows the table."""
        live = await self.tables.find(request.match_info["table"])
        person = self.access.person(request)
        if not admission.belongs(live.table, person) and (not person or live.table.setup.screen != person):
            raise refused("wrong_key")
        return answer(wire.TableCode(await self.store.transact(code_of, live.id, self.now())))

    @endpoint(wire.CodeFound, wire.TableCode)
    async def take(self, request: web.Request) -> web.Response:
        """Return the target of a code and the right to join. Attempts are limited, so that nobody tries all codes."""
        wanted = await read_body(request, wire.TableCode)
        with self.attempts.counted(request):
            target = await self.store.read(target_of_code, wanted.code[:LONGEST_CODE], self.now())
            if target is None:
                raise refused("wrong_code")
            for find in self.services.code_owners:
                if (found := await find(request, target)) is not None:
                    return answer(found)
            raise refused("wrong_code")

    async def find_table(self, _: web.Request, target: str) -> wire.CodeFound | None:
        stored = await self.store.load(target)
        return None if stored is None else wire.CodeFound("table", stored.row.id, SETUP.decode(stored.row.setup).key)
