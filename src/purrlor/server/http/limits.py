"""Rate limits and other limits for clients: generous for people, tight for floods."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

LONGEST_MESSAGE = 4096
LONGEST_BODY = 16 * 1024
PATIENCE = 100
"""Number of rate-limit refusals after which a connection that goes on sending is cut."""

REQUESTS_AT_ONCE, TABLES_AT_ONCE, CODES_AT_ONCE, NUMBERS_AT_ONCE = 10.0, 60.0, 60.0, 50.0
"""Bursts, as multiples of the amount per second."""
ALL_ADDRESSES = 6
"""Factor for the limits of all addresses together, on pass phrases of one table and on wrong codes."""


@dataclass(frozen=True, slots=True)
class Limits:
    messages: float = 40
    """Messages per second on one connection, with bursts of three times as many."""
    requests: float = 20
    """API requests per second from one address, with bursts of ten times as many.

    The web client's files do not count.
    """
    tables: float = 0.5
    """New tables per second from one address, with bursts of sixty times as many."""
    guesses: float = 1
    """Pass phrases per minute for one table from one address, with bursts of five times as many.

    All addresses together may try six times as many.
    """
    numbers: float = 6
    """Numbers per minute that one device may try to lift the lock of its room, with bursts of five.

    Other devices have their own limit, so that a child who tries numbers does not lock out the opener.
    """
    passkey_tries: float = 20
    """Passkey steps per minute from one address, with bursts of as many."""
    code_tries: float = 10
    """Wrong codes of tables, rooms and tournaments per minute from one address, with bursts of as many.

    All addresses together may try six times as many.
    """
    sockets: int = 200
    """Maximum number of open WebSockets from one address."""
    connections: int = 300
    """Maximum number of open TCP connections from one address."""
    all_connections: int = 20_000
    """Maximum number of open TCP connections in total, if the system allows that many open files."""
    lag: float = 1.0
    """Average delay of the event loop in seconds above which new tables and spectators are refused."""
    waiting: int = 5000
    """Number of changes waiting for their commit above which new tables and spectators are refused."""
    memory: int = 0
    """Bytes of memory above which new tables and spectators are refused; 0 means a share of the machine's memory."""


NO_LIMITS = Limits(
    messages=1e9, requests=1e9, tables=1e9, guesses=1e9, numbers=1e9, passkey_tries=1e9, code_tries=1e9, sockets=10**9,
    connections=10**9, all_connections=20_000, lag=1e9, waiting=10**9, memory=10**18,
)  # fmt: skip


@lru_cache(maxsize=10_000)
def share_of(address: str) -> str:
    """Return the share that an address counts for: an IPv4 address itself, or the /64 network of an IPv6 address.

    Every IPv6 user has at least a /64, so all its addresses together correspond to one IPv4 address. A share maps to
    itself, and so does text that is not an address (the peer of a Unix socket has none).
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
    """A token bucket: it fills at a steady rate, and each action takes one token."""

    __slots__ = ("level", "rate", "size", "when")

    def __init__(self, rate: float, size: float, now: int) -> None:
        self.rate = rate
        self.size = size
        self.level = size
        self.when = now

    def take(self, now: int) -> bool:
        """Take one token; return whether there was one."""
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
    """One bucket per address; full ones are removed."""

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
    """A count per address."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()

    def of(self, address: str) -> int:
        return self._here[address]

    def add(self, address: str, number: int) -> None:
        self._here[address] += number
        if not self._here[address]:
            del self._here[address]

    def total(self) -> int:
        """Return the total over all addresses, in this process."""
        return self._here.total()


@dataclass(frozen=True, slots=True)
class Counting:
    """All counts per address, in this process or across all workers of the machine."""

    requests: Buckets
    tables: Buckets
    codes: Buckets
    """Typed codes, per address."""
    all_codes: Buckets
    """Typed codes of all addresses together, in a single bucket."""
    numbers: Buckets
    """Numbers typed to lift a lock, per device in a room rather than per address."""
    connections: AddressCounts
    sockets: AddressCounts


def counting(limits: Limits) -> Counting:
    """Create counters for this process alone."""
    return Counting(
        Buckets(limits.requests, REQUESTS_AT_ONCE),
        Buckets(limits.tables, TABLES_AT_ONCE),
        Buckets(limits.code_tries / 60, CODES_AT_ONCE),
        Buckets(ALL_ADDRESSES * limits.code_tries / 60, CODES_AT_ONCE),
        Buckets(limits.numbers / 60, NUMBERS_AT_ONCE),
        AddressCounts(),
        AddressCounts(),
    )
