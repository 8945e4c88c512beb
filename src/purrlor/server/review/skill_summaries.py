"""Luck and skill of seats at finished tables: worked out once, in a thinking process, and kept in the store."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from msgspec import json

from purrlor.kit.merit import Merit

from ..bots.workers import Thinkers
from ..daily import work as challenge_work
from ..history.queries import merit_of_seat, save_merit
from ..store.async_store import AsyncStore


class SkillSummaries:
    def __init__(self, store: AsyncStore, thinkers: Thinkers) -> None:
        self.store = store
        self.thinkers = thinkers
        self.locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()
        """Those who ask for the same seat at once wait for one judgement."""

    async def of(self, table: str, seat: int) -> Merit | None:
        """It takes as long as a review, unless it is known; None: the table is gone, or its game has no review."""
        lock = self.locks.setdefault((table, seat), asyncio.Lock())
        async with lock:
            known = await self.store.read(merit_of_seat, table, seat)
            if known is not None:
                return json.decode(known, type=Merit | None)
            stored = await self.store.load(table)
            if stored is None:
                return None
            merit = await self.thinkers.study(challenge_work.merit, stored, seat)
            await self.store.transact(save_merit, table, seat, json.encode(merit).decode())
            return merit
