"""Letter boxes by which phones that play together find each other with one link.

The host's phone and a guest's exchange one letter each: the description of a WebRTC connection, which they then use
without this server. A box has an unguessable name that both derive from the link. Letters are kept in memory, for a
minute at most, and are never stored or logged. The phones seal them with the link's secret, which the server does not
know, so it can read the addresses in them but cannot put another phone in between.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from collections.abc import Callable, Generator
from contextlib import contextmanager

from aiohttp import web
from msgspec import Struct

from purrlor.table import wire
from purrlor.table.refusals import refused

from .http.requests import Feature, answer, endpoint, read_body
from .services import Services

BOX = re.compile(r"[0-9a-f]{32}")
LONGEST_LETTER = 1000
"""Characters; a description has about 200."""
LETTER_MILLIS = 60_000
WAIT_SECONDS = 15.0
MOST_IN_A_BOX = 10
MOST_OF_AN_ADDRESS = 100
"""Maximum number of letters from one address that wait, and of its requests that wait for one: a school has one."""
MOST_LETTERS = 20_000


class WaitingLetter(Struct, eq=False):
    text: str
    address: str
    until: int


class LetterBoxes:
    """The letters that wait in this process."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._boxes: dict[str, deque[WaitingLetter]] = {}
        self._letters: deque[tuple[str, WaitingLetter]] = deque()
        """All letters in the order of their arrival, with those that have been taken since."""
        self._sent: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._waiters: dict[str, list[asyncio.Future[None]]] = {}

    def put(self, box: str, text: str, address: str) -> None:
        """Leave a letter. Refuses if the address or the box has too many."""
        self._expire()
        if self._sent[address] >= MOST_OF_AN_ADDRESS or len(self._boxes.get(box, ())) >= MOST_IN_A_BOX:
            raise refused("too_many_letters")
        if len(self._letters) >= MOST_LETTERS:
            raise refused("too_busy")
        letter = WaitingLetter(text, address, self._now() + LETTER_MILLIS)
        self._boxes.setdefault(box, deque()).append(letter)
        self._letters.append((box, letter))
        self._sent[address] += 1
        for arrival in self._waiters.get(box, ()):
            if not arrival.done():
                arrival.set_result(None)

    async def wait(self, box: str, address: str) -> None:
        """Wait for some time until a box has a letter. Refuses if the address already waits for too many."""
        self._expire()
        if box in self._boxes:
            return
        arrival: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._counted(address):
            waiters = self._waiters.setdefault(box, [])
            waiters.append(arrival)
            await asyncio.wait([arrival], timeout=WAIT_SECONDS)
            waiters.remove(arrival)
            if not waiters:
                self._waiters.pop(box, None)

    def take(self, box: str) -> list[str]:
        """Return the letters of a box and empty it."""
        self._expire()
        return [letter.text for letter in self._boxes.pop(box, ())]

    def _expire(self) -> None:
        while self._letters and self._letters[0][1].until <= self._now():
            box, letter = self._letters.popleft()
            self._sent[letter.address] -= 1
            if not self._sent[letter.address]:
                del self._sent[letter.address]
            if box in self._boxes and self._boxes[box][0] is letter:
                self._boxes[box].popleft()
                if not self._boxes[box]:
                    del self._boxes[box]

    @contextmanager
    def _counted(self, address: str) -> Generator[None]:
        if self._waiting[address] >= MOST_OF_AN_ADDRESS:
            raise refused("too_many_letters")
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]


class TogetherRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.boxes = LetterBoxes(services.now)

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/letters/{box}", self.put), web.get("/api/letters/{box}", self.take)]

    @endpoint(wire.Letters, wire.Letter)
    async def put(self, request: web.Request) -> web.StreamResponse:
        """Leave a letter for a phone that plays without the server."""
        box = checked_box(request)
        if (elsewhere := await self._pass_on(request, box)) is not None:
            return elsewhere
        letter = await read_body(request, wire.Letter)
        if len(letter.text) > LONGEST_LETTER:
            raise refused("too_long", most=LONGEST_LETTER)
        self.boxes.put(box, letter.text, request.remote or "")
        return answer(wire.Letters([]))

    @endpoint(wire.Letters)
    async def take(self, request: web.Request) -> web.StreamResponse:
        """Return the letters in a box and empty it. Waits up to 15 seconds for the first one."""
        box = checked_box(request)
        if (elsewhere := await self._pass_on(request, box)) is not None:
            return elsewhere
        await self.boxes.wait(box, request.remote or "")
        if request.transport is None or request.transport.is_closing():
            raise ConnectionResetError  # the letters are for the phone's next request
        return answer(wire.Letters(self.boxes.take(box)))

    async def _pass_on(self, request: web.Request, box: str) -> web.StreamResponse | None:
        """Pass the request to the process that keeps this box; None if it is this one."""
        member = self.services.member
        return None if member is None else await member.router.pass_to_keeper(request, box)


def checked_box(request: web.Request) -> str:
    box = request.match_info["box"]
    if not BOX.fullmatch(box):
        raise refused("no_page")
    return box
