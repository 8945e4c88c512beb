"""Push subscriptions in the store, and checks of the addresses that push messages go to."""

from __future__ import annotations

import errno
import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple
from yarl import URL

from purrlor.table.rows import Person

from ..people.passkeys import KEEP_PERSON
from ..store.connection import DatabaseConnection

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
