"""Send push messages after the commit, with a bounded queue, few requests at a time, and retries."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from typing import Literal, TypeAlias

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector
from msgspec import Struct
from msgspec.structs import replace

from purrlor.table.table import Table
from purrlor.words import words

from ..live.registry import LiveTable
from ..metrics import Metrics
from ..store.async_store import AsyncStore
from ..tasks import BackgroundTasks, FairThreads
from .encryption import TOKEN_SECONDS, authorization, encrypted, from_text, is_installed, new_key, private_key
from .subscriptions import Subscription, is_allowed, public_socket, remove_subscription, subscriptions_of

Kind: TypeAlias = Literal["turn", "rematch", "invitation", "round"]
MOST_WAITING = 10_000
"""Maximum number of messages that wait to be sent or retried; further ones are dropped."""
AT_ONCE = 64
BATCH = 256
TRIES = 3
FIRST_WAIT, LONGEST_WAIT = 5.0, 3600.0
"""Seconds until a retry, unless the push service names a time; and the maximum."""
REQUEST_SECONDS = 10
KEPT_SECONDS = 24 * 3600
"""How long a push service keeps a message for an unreachable device."""
GONE = (404, 410)
TOKEN_MARGIN = 3600


class Presence:
    """The people who are connected to any table of this process, or wait here for news of a tournament."""

    def __init__(self) -> None:
        self._connections: Counter[str] = Counter()

    def __contains__(self, person: str) -> bool:
        return person in self._connections

    def __len__(self) -> int:
        """Return the number of people."""
        return len(self._connections)

    @contextmanager
    def of(self, person: str) -> Generator[None]:
        """Count one connection of a person while it is open."""
        self._connections[person] += 1
        try:
            yield
        finally:
            self._connections[person] -= 1
            if not self._connections[person]:
                del self._connections[person]


class Call(Struct, frozen=True):
    """A pending notification for one person about a table."""

    person: str
    kind: Kind
    table: str
    topic: str
    """A newer notification of the same kind and topic replaces this one."""
    since: float
    """The time at which its reason was committed, by `time.perf_counter`."""

    @property
    def tag(self) -> str:
        return f"{self.kind}-{self.topic}"


class Message(Struct, frozen=True):
    """One request to a push service."""

    subscription: Subscription
    call: Call
    body: bytes = b""
    tries: int = 0


class Sender:
    def __init__(
        self,
        store: AsyncStore,
        threads: FairThreads,
        tasks: BackgroundTasks,
        present: Presence,
        metrics: Metrics,
        *,
        local: bool = False,
    ) -> None:
        """Prepare the sender; `local` allows push services anywhere, including private networks."""
        self.store = store
        self.threads = threads
        self.tasks = tasks
        self.present = present
        self.metrics = metrics
        self.local = local
        self.key = private_key(store.blocking.keep_setting("push_key", new_key)) if is_installed() else None
        """Key that signs requests to push services; None if the library is missing, so that nobody is notified."""
        self.waiting: asyncio.Queue[Call | Message] = asyncio.Queue(MOST_WAITING)
        self.later = 0
        """Number of messages that wait for a retry."""
        self.tokens: dict[tuple[str, str], tuple[str, float]] = {}
        self.slots = asyncio.Semaphore(AT_ONCE)

    def call(self, person: str, kind: Kind, table: str, topic: str = "") -> None:
        """Queue a notification and return at once. `topic` defaults to the table.

        It is sent if the person has subscribed and is not connected.
        """
        if self.key is not None and person not in self.present:
            self._put(Call(person, kind, table, topic or table, time.perf_counter()))

    def _put(self, what: Call | Message) -> None:
        try:
            self.waiting.put_nowait(what)
        except asyncio.QueueFull:
            self.metrics.push.labels("dropped").inc()

    async def run(self) -> None:
        """Send queued messages until cancelled."""
        connector = TCPConnector(limit=AT_ONCE, socket_factory=None if self.local else public_socket)
        timeout = ClientTimeout(total=REQUEST_SECONDS)
        async with ClientSession(connector=connector, timeout=timeout, trust_env=False) as session:
            while True:
                found = [await self.waiting.get()]
                while len(found) < BATCH and not self.waiting.empty():
                    found.append(self.waiting.get_nowait())
                for message in await self._messages(found):
                    await self.slots.acquire()
                    self.tasks.start(self._send(session, message))

    async def _messages(self, found: Sequence[Call | Message]) -> list[Message]:
        """Return the messages to send: those to retry, and notifications encrypted for their subscriptions."""
        calls = [each for each in found if isinstance(each, Call)]
        again = [each for each in found if isinstance(each, Message)]
        if not calls:
            return again
        subscriptions = await self.store.read(subscriptions_of, sorted({call.person for call in calls}))
        return again + await self.threads.run_long(self._encrypted, calls, subscriptions)

    def _encrypted(self, calls: Sequence[Call], subscriptions: Sequence[Subscription]) -> list[Message]:
        by_person: dict[str, list[Subscription]] = {}
        for each in subscriptions:
            by_person.setdefault(each.person, []).append(each)
        return [
            Message(subscription, call, self._body(subscription, call))
            for call in calls
            for subscription in by_person.get(call.person, ())
            if is_allowed(subscription.endpoint, local=self.local)
        ]

    def _body(self, subscription: Subscription, call: Call) -> bytes:
        """Return the encrypted body, without names, cards or scores.

        Push services run on third-party machines, and other people may see the screen.
        """
        say = words(subscription.language)
        payload = {
            "title": say("page.name"),
            "body": say(f"server.push.{call.kind}"),
            "tag": call.tag,
            "path": f"/t/{call.table}" if call.table else "/",
        }
        text = json.dumps(payload, ensure_ascii=False).encode()
        return encrypted(text, from_text(subscription.point), from_text(subscription.auth))

    async def _send(self, session: ClientSession, message: Message) -> None:
        try:
            if not message.tries:
                self.metrics.push_delay.observe(time.perf_counter() - message.call.since)
            endpoint = message.subscription.endpoint
            headers = self._headers(message)
            async with session.post(endpoint, data=message.body, headers=headers, allow_redirects=False) as response:
                status, after = response.status, response.headers.get("Retry-After", "")
        except (ClientError, OSError, TimeoutError):
            status, after = 0, ""
        finally:
            self.slots.release()
        if 200 <= status < 300:
            self.metrics.push.labels("sent").inc()
        elif status in GONE:
            self.metrics.push.labels("gone").inc()
            await self.store.transact(remove_subscription, message.subscription.endpoint)
        elif (not status or status == 429 or status >= 500) and message.tries + 1 < TRIES:
            self._try_later(message, after)
        else:
            self.metrics.push.labels("failed").inc()

    def _try_later(self, message: Message, after: str) -> None:
        if self.later >= MOST_WAITING:
            self.metrics.push.labels("dropped").inc()
            return
        self.metrics.push.labels("again").inc()
        self.later += 1

        def again() -> None:
            self.later -= 1
            self._put(replace(message, tries=message.tries + 1))

        wait = requested_wait(after, time.time())
        asyncio.get_running_loop().call_later(FIRST_WAIT * 4**message.tries if wait is None else wait, again)

    def _headers(self, message: Message) -> dict[str, str]:
        return {
            "Authorization": self._authorization(message.subscription),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "normal",
            "Topic": message.call.tag[:32],
        }

    def _authorization(self, subscription: Subscription) -> str:
        """Return the Authorization header, signed once for many messages to the same push service."""
        assert self.key is not None
        audience = "/".join(subscription.endpoint.split("/")[:3])
        subject = subscription.origin if subscription.origin.startswith("https://") else ""
        token, until = self.tokens.get((audience, subject), ("", 0.0))
        now = time.time()
        if until < now:
            if len(self.tokens) > 1000:
                self.tokens.clear()
            token = authorization(self.key, audience, subject, int(now))
            self.tokens[audience, subject] = token, now + TOKEN_SECONDS - TOKEN_MARGIN
        return token


def requested_wait(after: str, now: float) -> float | None:
    """Return the seconds that a Retry-After header requests, within limits; None if it requests none."""
    if not after:
        return None
    try:
        seconds = float(after) if after.isdigit() else parsedate_to_datetime(after).timestamp() - now
    except (ValueError, OverflowError):
        return None
    return min(max(seconds, 0.0), LONGEST_WAIT)


class Notices:
    def __init__(self, sender: Sender) -> None:
        self.sender = sender

    def loaded(self, live: LiveTable) -> None:
        """Note whose turn it is in a loaded table: they were notified when their turn began."""
        live.waiting_for = waiting_for(live.table)
        live.rematch = live.table.setup.next

    def row_sent(self, live: LiveTable) -> None:
        """Notify people of their turn or a rematch.

        With a day per turn every move writes the table's row; a rematch does so at every table.
        """
        table = live.table
        if table.setup.next != live.rematch:
            live.rematch = table.setup.next
            for person in table.setup.people:
                self._call(table, person, "rematch", live.rematch)
        if table.setup.clock == "day":
            before, live.waiting_for = live.waiting_for, waiting_for(table)
            for person in live.waiting_for - before:
                self._call(table, person, "turn", live.id)

    def _call(self, table: Table, person: str, kind: Kind, about: str) -> None:
        if not table.is_here(person):
            self.sender.call(person, kind, about)


def waiting_for(table: Table) -> frozenset[str]:
    """Return the people whose move is expected at a table with a day per turn."""
    if table.setup.clock != "day" or table.status != "running":
        return frozenset()
    seats = [table.setup.seats[seat] for seat in table.play.match.awaiting.seats]
    return frozenset(seat.person for seat in seats if seat.person and not seat.played_by_bot)
