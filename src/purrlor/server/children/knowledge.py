"""The knowledge of the cats of a room: computed from each finished match in the background, shown to the opener."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime

from msgspec import json

from purrlor.core import Seat
from purrlor.kit import kits
from purrlor.kit.children import for_children
from purrlor.table import wire
from purrlor.table.records import record_of
from purrlor.table.rows import Stored
from purrlor.table.setup import Setup

from ..http.requests import Feature
from ..live.registry import LiveTable
from ..services import Services
from .queries import answers_of_room, save_answers, unlearned

log = logging.getLogger("purrlor.server")
MOST_AT_ONCE = 50
"""Maximum number of matches to learn from while a teacher waits."""


class RoomKnowledge(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.one_by_one = asyncio.Lock()
        self.tables.on_over.append(self.note_over)

    def note_over(self, live: LiveTable) -> None:
        setup = live.table.setup
        if setup.room and not self.tables.closing:
            self.services.tasks.start(self._learn_later(setup.room, live.id))

    async def _learn_later(self, room: str, table: str) -> None:
        try:
            await self._learn(room, table)
        except Exception:
            self.services.metrics.errors.inc()
            log.exception("nothing was learned from a match; it is tried again when the teacher looks")

    async def _learn(self, room: str, table: str) -> None:
        async with self.one_by_one:
            stored = await self.store.load(table)
            if stored is None or stored.row.status != "over":
                return
            answers = await self.thinkers.document(answers_of, stored)
            await self.store.transact(save_answers, room, table, stored.row.game, answers)

    async def catch_up(self, room: str) -> None:
        """Learn from matches that ended while a server was stopping."""
        for table in await self.store.read(unlearned, room, MOST_AT_ONCE):
            await self._learn(room, table)

    async def of(self, room: str) -> list[wire.RoomKnowledge]:
        await self.catch_up(room)
        lines = await self.store.read(answers_of_room, room)
        return await self.store.threads.run(shown, lines)


def answers_of(stored: Stored) -> dict[str, list[str]]:
    """Return, by cat, the answers of its seat in a finished match, for games that record knowledge."""
    knowledge, setup = for_children(stored.row.game).knowledge, json.decode(stored.row.setup, type=Setup)
    if knowledge is None:
        return {}
    record, ended = record_of(stored), datetime.fromtimestamp(stored.row.changed / 1000, UTC)
    cats = {seat.cat: Seat(number) for number, seat in enumerate(setup.seats) if seat.kind == "person" and seat.person}
    return {cat: list(knowledge.answers(record, seat, ended)) for cat, seat in cats.items()}


def shown(lines: dict[tuple[str, str], list[str]]) -> list[wire.RoomKnowledge]:
    found: list[wire.RoomKnowledge] = []
    for game in kits():
        knowledge = for_children(game).knowledge
        if knowledge is None:
            continue
        cats: list[wire.CatKnowledge] = []
        for (name, cat), own in lines.items():
            if name == game:
                items = [wire.KnownItem(each.item, each.grade, each.millis) for each in knowledge.known(own)]
                cats.append(wire.CatKnowledge(cat, items))
        if cats:
            found.append(wire.RoomKnowledge(game, cats))
    return found
