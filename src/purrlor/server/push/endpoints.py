"""Which addresses the server sends push messages to: https, and public hosts alone.

A subscription comes from a client, so its endpoint could name a machine in the server's own network.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

LONGEST_ENDPOINT = 1000


def is_allowed(endpoint: str, *, local: bool) -> bool:
    """`local`: any host and plain http will do, for a push service of one's own and for tests."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isprintable() or not parts.hostname or parts.username:
        return False
    if local:
        return parts.scheme in ("http", "https")
    return parts.scheme == "https" and port in (None, 443) and not _is_private(parts)


def _is_private(parts: SplitResult) -> bool:
    """Whether the host is written as an address of a private network; names are looked at when they are resolved."""
    host = parts.hostname or ""
    try:
        return not is_public(host)
    except ValueError:
        return "." not in host  # localhost, or a machine next door


def is_public(address: str) -> bool:
    """`ValueError` unless it is an IP address."""
    found = ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    return found.is_global and not found.is_multicast and (mapped is None or mapped.is_global)


class PublicResolver(AbstractResolver):
    """Resolves names to public addresses only, when a connection is made: a name may change what it stands for."""

    def __init__(self) -> None:
        self.resolver = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self.resolver.resolve(host, port, family)
        public = [each for each in found if is_public(each["host"])]
        if not public:
            raise OSError("the name of a push service leads to no public address")
        return public

    async def close(self) -> None:
        await self.resolver.close()
