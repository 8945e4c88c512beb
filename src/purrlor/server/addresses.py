"""What counts as one address: an IPv4 address, or the /64 network of an IPv6 address, which one home or machine has."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network

NETWORK_BITS = 64


@lru_cache(maxsize=10_000)
def network(address: str) -> str:
    """Return the address that limits count for this one; a text that is not an IPv6 address is returned as it is."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), NETWORK_BITS), strict=False))
