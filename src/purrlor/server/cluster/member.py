"""This process among those that share its store."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from msgspec import Struct, field

from ..hall import Hall
from ..store import Node
from .lease import Lease, new_process
from .machine import this_machine
from .ownership import Ownership


class Plan(Struct, frozen=True):
    """How other processes know this one."""

    process: str = field(default_factory=new_process)
    machine: str = field(default_factory=this_machine)


class Member:
    """Joins the nodes of the store when the server opens, and leaves them when it closes."""

    def __init__(self, hall: Hall, plan: Plan) -> None:
        self.hall = hall
        self.plan = plan

    async def join(self) -> None:
        """`StoreFailed` says why that cannot be."""
        loop, connect = asyncio.get_running_loop(), self.hall.store.connect_nodes
        assert connect is not None

        def lost() -> None:
            with suppress(RuntimeError):  # the loop was closed
                loop.call_soon_threadsafe(self.hall.drop_all)

        lease = Lease(connect(), Node(self.plan.process, self.plan.machine, socket="", address=""), lost)
        await asyncio.to_thread(lease.open)
        self.hall.ownership = Ownership(connect(), lease)
        self.hall.commits.fence = self.hall.ownership.fence

    async def leave(self) -> None:
        """Everything is free for others when this returns; whatever is to be written must be written before."""
        if self.hall.ownership is not None:
            await asyncio.to_thread(self.hall.ownership.close)
