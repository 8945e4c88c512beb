"""What counts as one address."""

from __future__ import annotations

from pathlib import Path

import pytest

from purrlor.server.http.limits import Limits, share_of
from tests.server.parlour import parlour, run


@pytest.mark.parametrize(
    ("address", "share"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("", ""),
        ("no address", "no address"),
    ],
)
def test_an_ipv6_network_is_one_share(address: str, share: str) -> None:
    assert share_of(address) == share


def test_requests_from_one_ipv6_network_are_counted_together(tmp_path: Path) -> None:
    async def go() -> list[int]:
        async with parlour(tmp_path / "s", Limits(requests=0.2), proxied=True) as house, house.device() as device:
            addresses = ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1", "::ffff:192.0.2.7")
            return [(await device.get("/api/me", headers={"X-Forwarded-For": each}))[0] for each in addresses]

    assert run(go()) == [200, 200, 429, 200, 200]
