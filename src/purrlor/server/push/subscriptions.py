"""Push subscriptions: over HTTP, in the store, and checks of the addresses that push messages go to."""

from __future__ import annotations

import errno
import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Literal

from aiohttp import web
from msgspec import Struct
from msgspec.structs import astuple
from yarl import URL

from purrlor.table import wire
from purrlor.table.refusals import refused
from purrlor.table.rows import Person

from ..http.requests import Feature, answer, endpoint, read_body
from ..http.security import spoken_by
from ..store.connection import DatabaseConnection
from ..store.statements import KEEP_PERSON
from .encryption import AUTH, POINT, from_text, point_of, public_key, to_text

COLUMNS = "endpoint, person_id, point, auth, origin, language, created"
ADD = f"""INSERT INTO subscriptions ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (endpoint) DO UPDATE SET person_id = excluded.person_id, point = excluded.point, auth = excluded.auth,
origin = excluded.origin, language = excluded.language"""  # noqa: S608
OLDEST = """DELETE FROM subscriptions WHERE person_id = ? AND endpoint NOT IN
(SELECT endpoint FROM subscriptions WHERE person_id = ? ORDER BY created DESC, endpoint LIMIT ?)"""
LONGEST_ENDPOINT = 1000
NAME = re.compile(r"(?:[a-z0-9_-]+\.)+(?!0x[0-9a-f]*\.?$|[0-9]+\.?$)[a-z0-9_-]+\.?")
"""Host name with a dot whose last part is not a number: `127.1`, `2130706433` and `0x7f.1` are addresses, too."""
NAT64 = IPv6Network("64:ff9b::/96")


class Subscription(Struct, frozen=True):
    endpoint: str
    person: str
    point: str
    """The browser's public key in base64url."""
    auth: str
    """The secret that the browser shares with the server, in base64url."""
    origin: str
    """The address of the server where the subscription was made."""
    language: str
    created: int


def add_subscription(writer: DatabaseConnection, subscription: Subscription, owner: Person, most: int) -> None:
    """Store a subscription; if a person has more than `most`, the oldest are deleted."""
    writer.run(KEEP_PERSON, (owner.id, owner.name))
    writer.run(ADD, astuple(subscription))
    writer.run(OLDEST, (owner.id, owner.id, most))


def subscriptions_of(reader: DatabaseConnection, persons: Sequence[str]) -> list[Subscription]:
    if not persons:
        return []
    marks = ", ".join("?" * len(persons))
    sql = f"SELECT {COLUMNS} FROM subscriptions WHERE person_id IN ({marks}) ORDER BY created, endpoint"  # noqa: S608
    return [Subscription(*row) for row in reader.run(sql, tuple(persons))]


def remove_subscription(writer: DatabaseConnection, endpoint: str, person: str | None = None) -> None:
    """Remove a subscription; with `person`, only if it belongs to that person."""
    if person is None:
        writer.run("DELETE FROM subscriptions WHERE endpoint = ?", (endpoint,))
    else:
        writer.run("DELETE FROM subscriptions WHERE endpoint = ? AND person_id = ?", (endpoint, person))


def is_allowed(endpoint: str, *, local: bool) -> bool:
    """Return whether an endpoint may be stored.

    `local` allows any host, also over http: for private services and tests.

    The host is checked as the HTTP client will see it: `①②⑦.0.0.1` is 127.0.0.1 there.
    """
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isprintable():
        return False
    try:
        url = URL(endpoint)
        host, port = url.raw_host, url.port
    except ValueError:
        return False
    if not host or url.user is not None or url.password is not None:
        return False
    if local:
        return url.scheme in ("http", "https")
    return url.scheme == "https" and port == 443 and NAME.fullmatch(host) is not None


def is_public(address: str) -> bool:
    """Return whether this IP address is public. Raises `ValueError` if it is not an IP address."""
    found = ip_address(address.partition("%")[0])
    inner = _inner_address(found) if isinstance(found, IPv6Address) else None
    return found.is_global and not found.is_multicast and (inner is None or inner.is_global)


def _inner_address(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that a gateway would send to."""
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


def public_socket(address: tuple[int, int, int, str, tuple[Any, ...]]) -> socket.socket:
    """Create the socket for a connection, for `TCPConnector(socket_factory=…)`. Raises `OSError` unless it is public.

    The connector uses it for every connection, whether the address was resolved, cached or written in the URL.
    """
    family, kind, protocol, _, place = address
    if not is_public(str(place[0])):
        raise OSError(errno.EADDRNOTAVAIL, "the host of a push service has no public address")
    return socket.socket(family, kind, protocol)


MOST_DEVICES = 20
"""Maximum number of subscriptions per person."""


class PushRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/push", self.key),
            web.post("/api/push", self.subscribe),
            web.post("/api/push/stop", self.stop),
        ]

    @endpoint(wire.PushKey)
    async def key(self, _: web.Request) -> web.Response:
        """Return the server's public key for push messages."""
        possible: Literal["yes", "library"] = "yes" if self.services.sender.key else "library"
        point = to_text(point_of(self.services.sender.key.public_key())) if self.services.sender.key else ""
        return answer(wire.PushKey(possible, point))

    @endpoint(None, wire.Subscribe)
    async def subscribe(self, request: web.Request) -> web.Response:
        """Notify this device by push messages."""
        person = self.access.known_person(request)
        if self.services.sender.key is None:
            raise refused("no_push")
        wanted = await read_body(request, wire.Subscribe)
        if not is_allowed(wanted.endpoint, local=self.services.sender.local) or not is_usable(wanted):
            raise refused("bad_subscription")
        owner = Person(person, await self.access.name_of(person))
        scheme = "https" if request.secure else request.scheme
        kept = Subscription(
            wanted.endpoint,
            person,
            wanted.point,
            wanted.auth,
            f"{scheme}://{request.host}"[:300],
            spoken_by(request),
            self.now(),
        )
        # Not among the reads: a write may wait for its turn.
        await self.store.transact(add_subscription, kept, owner, MOST_DEVICES)
        return answer({})

    @endpoint(None, wire.Unsubscribe)
    async def stop(self, request: web.Request) -> web.Response:
        """Stop notifying a device."""
        wanted = await read_body(request, wire.Unsubscribe)
        person = self.access.person(request)
        await self.store.transact(remove_subscription, wanted.endpoint, person)
        return answer({})


def is_usable(wanted: wire.Subscribe) -> bool:
    """Return whether the keys of a subscription can be used for encryption."""
    try:
        public_key(from_text(wanted.point))
        return len(from_text(wanted.point)) == POINT and len(from_text(wanted.auth)) == AUTH
    except ValueError:
        return False
