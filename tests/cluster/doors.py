"""Several servers on one PostgreSQL, and people who connect to any of them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from purrlor.server.cluster.lease import LEASE_SECONDS
from purrlor.server.cluster.member import ClusterPlan
from purrlor.server.http.limits import NO_LIMITS, Limits
from tests.server.parlour import Device, Parlour, parlour

MACHINES = ("one", "one", "other")
"""Two servers hand connections to each other; those of the third one are relayed."""


@asynccontextmanager
async def three_servers(
    url: str, limits: Limits = NO_LIMITS, lease: float = LEASE_SECONDS
) -> AsyncGenerator[list[Parlour]]:
    """Run three servers in one process. With a long lease no table changes hands, even on a busy machine."""
    async with AsyncExitStack() as stack:
        plans = [ClusterPlan(machine=machine, host="127.0.0.1", port=0, lease=lease) for machine in MACHINES]
        yield [await stack.enter_async_context(parlour(url, limits, plan=plan)) for plan in plans]


class Caller:
    """One person with a device at each of the servers; a cookie that one server sets is known to all devices."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.devices = [Device(address) for address in addresses]

    def at(self, door: int) -> Device:
        device = self.devices[door % len(self.devices)]
        for other in self.devices:
            if other is not device:
                device.session.cookie_jar.update_cookies(_cookies(other))
        return device

    async def post(self, door: int, path: str, body: Any = None) -> Any:
        status, found = await self.at(door).post(path, body)
        assert status in (200, 201), found
        return found

    async def close(self) -> None:
        for device in self.devices:
            await device.session.close()


def _cookies(device: Device) -> dict[str, str]:
    return {cookie.key: cookie.value for cookie in device.session.cookie_jar}


@asynccontextmanager
async def callers(addresses: Sequence[str], count: int) -> AsyncGenerator[list[Caller]]:
    made = [Caller(addresses) for _ in range(count)]
    try:
        yield made
    finally:
        for each in made:
            await each.close()


Machines = tuple[str, str]


@asynccontextmanager
async def pair(url: str, machines: Machines) -> AsyncGenerator[tuple[Parlour, Parlour]]:
    plans = [ClusterPlan(machine=machine, host="127.0.0.1", port=0) for machine in machines]
    async with parlour(url, plan=plans[0]) as one, parlour(url, plan=plans[1]) as other:
        yield one, other
