"""How much anybody may ask for. Generous for people, tight for floods."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

LONGEST_MESSAGE = 4096
LONGEST_BODY = 16 * 1024
PATIENCE = 100
"""A connection that goes on after this many refusals for haste is cut."""

REQUESTS_AT_ONCE, TABLES_AT_ONCE, CODES_AT_ONCE, NUMBERS_AT_ONCE = 10.0, 60.0, 60.0, 50.0
"""How many times as many as in a second may come at once."""
ALL_ADDRESSES = 6
"""How many times as many pass phrases of one table, or wrong codes, may come from all addresses together."""


@dataclass(frozen=True, slots=True)
class Limits:
    messages: float = 40
    """Messages per second on one connection; three times as many at once."""
    requests: float = 20
    """Requests to the API per second from one address; ten times as many at once. Files of the page are not counted."""
    tables: float = 0.5
    """New tables per second from one address; sixty times as many at once."""
    guesses: float = 1
    """Pass phrases per minute for one table from one address; five times as many at once, and six times as many from
    all addresses together."""
    numbers: float = 6
    """Numbers per minute that one device types to lift the lock of its room; five at once. Other devices have their
    own, so that a child who tries numbers does not lock out the opener."""
    passkey_tries: float = 20
    """Steps with passkeys per minute from one address; as many at once."""
    code_tries: float = 10
    """Wrong codes of tables, rooms and evenings per minute from one address; as many at once, and six times as many
    from all addresses together."""
    sockets: int = 200
    """Open WebSockets from one address."""
    connections: int = 300
    """Open TCP connections from one address."""
    all_connections: int = 20_000
    """Open TCP connections in all, if the system allows that many open files."""
    lag: float = 1.0
    """Seconds by which the event loop may be late on average; beyond, new tables and spectators are refused."""
    waiting: int = 5000
    """Changes that may wait for their commit; beyond, the same."""
    memory: int = 0
    """Bytes that the process may use; beyond, the same. 0: a share of what the machine has."""


NO_LIMITS = Limits(
    messages=1e9, requests=1e9, tables=1e9, guesses=1e9, numbers=1e9, passkey_tries=1e9, code_tries=1e9, sockets=10**9,
    connections=10**9, all_connections=20_000, lag=1e9, waiting=10**9, memory=10**18,
)  # fmt: skip


@lru_cache(maxsize=10_000)
def share_of(address: str) -> str:
    """The share that an address counts for: an IPv4 address itself, or the /64 network of an IPv6 address.

    Anybody with IPv6 has a /64 at least, so its addresses together are what one IPv4 address is. A share counts for
    itself, and so does text that is not an address (a Unix socket's peer has none).
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(IPv6Network((int(found) >> 64 << 64, 64)))
        found = found.ipv4_mapped
    return str(found)


class Bucket:
    """Fills at a steady rate, empties by one with each thing done."""

    __slots__ = ("level", "rate", "size", "when")

    def __init__(self, rate: float, size: float, now: int) -> None:
        self.rate = rate
        self.size = size
        self.level = size
        self.when = now

    def take(self, now: int) -> bool:
        """Whether one more is allowed."""
        self.level = min(self.size, self.level + (now - self.when) * self.rate / 1000)
        self.when = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def give_back(self) -> None:
        """Undo the last `take`."""
        self.level = min(self.size, self.level + 1)

    def full(self, now: int) -> bool:
        return self.level + (now - self.when) * self.rate / 1000 >= self.size


class Buckets:
    """One bucket for each address; those that are full again are forgotten."""

    def __init__(self, rate: float, times: float) -> None:
        self.rate = rate
        self.size = rate * times
        self.buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: int) -> bool:
        if len(self.buckets) > 10_000:
            self.buckets = {each: bucket for each, bucket in self.buckets.items() if not bucket.full(now)}
        if address not in self.buckets:
            self.buckets[address] = Bucket(self.rate, self.size, now)
        return self.buckets[address].take(now)

    def give_back(self, address: str, now: int) -> None:  # noqa: ARG002
        """Undo a `take` of this address."""
        if address in self.buckets:
            self.buckets[address].give_back()


class AddressCounts:
    """How many of something each address has."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()

    def of(self, address: str) -> int:
        return self._here[address]

    def add(self, address: str, number: int) -> None:
        self._here[address] += number
        if not self._here[address]:
            del self._here[address]

    def total(self) -> int:
        """Of all addresses, in this process."""
        return self._here.total()


@dataclass(frozen=True, slots=True)
class Counting:
    """What is counted for each address, in this process or in all workers of the machine."""

    requests: Buckets
    tables: Buckets
    codes: Buckets
    """Codes that are typed."""
    all_codes: Buckets
    """The same for all addresses together: there is one bucket."""
    numbers: Buckets
    """Numbers that are typed to lift a lock: for each device in a room, not for each address."""
    connections: AddressCounts
    sockets: AddressCounts


def counting(limits: Limits) -> Counting:
    """In this process alone."""
    return Counting(
        Buckets(limits.requests, REQUESTS_AT_ONCE),
        Buckets(limits.tables, TABLES_AT_ONCE),
        Buckets(limits.code_tries / 60, CODES_AT_ONCE),
        Buckets(ALL_ADDRESSES * limits.code_tries / 60, CODES_AT_ONCE),
        Buckets(limits.numbers / 60, NUMBERS_AT_ONCE),
        AddressCounts(),
        AddressCounts(),
    )
