"""Tournaments on the server: rounds and their tables, results as matches end, luck and skill in the background."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from purrlor.kit import kit
from purrlor.kit.review import SkillSummary
from purrlor.table.creation import first_writes
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.table import Table
from purrlor.table.tournament import (
    BOT,
    NoMoreRounds,
    TableResult,
    TournamentRound,
    TournamentTable,
    is_complete,
    next_round,
    replays,
)
from purrlor.table.tournament.tables import draw_word, result_of, round_setup, tournament_table

from ..clubs.queries import skill_summaries_at_tables
from ..http.requests import Feature
from ..live.registry import LiveTable
from ..services import Services
from ..store.connection import DatabaseConnection
from ..tasks import KeyedTasks
from .queries import TournamentRow, find_tournament, lock_tournament, save_round, table_statuses, touch_tournament
from .view import decoded_skill_summaries

log = logging.getLogger("purrlor.server")


class Tournaments(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.work = KeyedTasks(services.tasks, "a tournament")
        self.unjudged: set[tuple[str, int]] = set()
        """Seats that could not be judged because their tables are gone."""
        self.tables.on_over.append(self.note_over)
        self.tables.seed_revealers.append(self.reveal_seed)

    # Rounds

    async def start_round(self, tournament: str, person: str) -> None:
        self._open(await self.store.transact(self._start_round, tournament, person, self.now()))

    def _open(self, made: Sequence[Table]) -> None:
        """Notify the players of tables that were just written, unless their web client is open.

        Among several servers, the server that the first player connects to owns a table, so all of them share a large
        round.
        """
        for table in made:
            if self.tables.ownership is None:
                self.tables.add(table)
            for person in table.setup.people:
                self.services.sender.call(person, "round", table.row.id, topic=table.setup.evening)

    def _start_round(self, writer: DatabaseConnection, tournament: str, person: str, now: int) -> list[Table]:
        row = lock_tournament(writer, tournament)
        check_host(row, person)
        if row.status in ("playing", "over"):
            raise refused("round_running" if row.status == "playing" else "evening_over")
        number = len(row.rounds) + 1
        present = [each.number for each in row.attendees if each.plays]
        try:
            drawn = next_round(row.setup.plan, row.rounds, present, draw_word(row.secret, number))
        except NoMoreRounds:
            raise refused("too_few_people") from None
        made = self._made(row, number, drawn.tables, now)
        tables = [replace(each, id=table.row.id) for each, table in zip(drawn.tables, made, strict=True)]
        writes = [write for table in made for write in self._first_writes(table)]
        save_round(writer, row.id, replace(drawn, tables=tuple(tables)), writes)
        return made

    def _made(self, row: TournamentRow, number: int, tables: Sequence[TournamentTable], now: int) -> list[Table]:
        people = {each.number: each for each in row.attendees}
        of = round_setup(row.id, number, row.setup, row.secret)
        return [tournament_table(of, table, people, now) for table in tables]

    def _first_writes(self, table: Table) -> list[Any]:
        """Return a table's first writes, without persons' names: a person may use another name at a tournament."""
        seated = [table.seated(person, "player") for person in table.setup.people]
        first, *rest = first_writes(table, {})
        return [first, *seated, *rest]

    async def close_round(self, tournament: str, person: str) -> None:
        """End the round; tables without a result count as draws."""
        closed = await self.store.transact(self._close_round, tournament, person)
        self._show_seeds(closed)

    def _close_round(self, writer: DatabaseConnection, tournament: str, person: str) -> TournamentRound:
        row = lock_tournament(writer, tournament)
        check_host(row, person)
        if row.status != "playing":
            raise refused("no_round")
        closed = replace(row.rounds[-1], closed=True)
        save_round(writer, row.id, closed)
        return closed

    # Results

    def note_over(self, live: LiveTable) -> None:
        setup = live.table.setup
        if setup.evening:
            self.work.start(("count", live.id), self._count(setup.evening, setup.round, live.id))

    async def count(self, row: TournamentRow) -> bool:
        """Count tables whose matches ended while no server could count them; return whether there were any."""
        if row.status != "playing":
            return False
        waiting = [table.id for table in row.rounds[-1].tables if table.result is None]
        statuses = await self.store.read(table_statuses, waiting)
        over = [table for table in waiting if statuses.get(table) == "over" and ("count", table) not in self.work]
        for table in over:
            await self._count(row.id, len(row.rounds), table)
        return bool(over)

    async def _count(self, tournament: str, number: int, table: str) -> None:
        stored = await self.store.load(table)
        row = await self.store.read(find_tournament, tournament)
        kept = next((each for each in row.rounds[number - 1].tables if each.id == table), None)
        if stored is None or kept is None or kept.result is not None:
            return
        of = round_setup(row.id, number, row.setup, row.secret)
        found: TableResult | None = await self.thinkers.document(result_of, stored, of, kept)
        if found is None:
            log.warning("the result of a tournament table was rejected", extra={"table": table})
            return
        made, after = await self.store.transact(self._keep_result, tournament, number, table, found)
        self._open(made)
        if after is not None:
            self._show_seeds(after)

    def _keep_result(
        self, writer: DatabaseConnection, tournament: str, number: int, table: str, result: TableResult
    ) -> tuple[list[Table], TournamentRound | None]:
        """Store a result. Return new tables, where a draw is replayed, and the round if it is over now."""
        row = lock_tournament(writer, tournament)
        before = row.rounds[number - 1]
        if is_complete(row.setup.plan, before):
            return [], None
        ended = [
            replace(each, result=result) if each.id == table and each.result is None else each for each in before.tables
        ]
        after = replace(before, tables=tuple(ended))
        again = replays(row.setup.plan, after)
        made = self._made(row, number, again, self.now())
        added = [replace(each, id=new.row.id) for each, new in zip(again, made, strict=True)]
        after = replace(after, tables=(*ended, *added))
        writes = [write for new in made for write in self._first_writes(new)]
        save_round(writer, row.id, after, writes)
        return made, after if is_complete(row.setup.plan, after) else None

    # Seeds that tables share

    async def reveal_seed(self, live: LiveTable) -> None:
        """Reveal the seed of a table, and let everybody view its match, once its round is over."""
        table = live.table
        if not table.setup.evening or table.status != "over" or table.setup.sealed_until <= self.now():
            return
        try:
            row = await self.store.read(find_tournament, table.setup.evening)
        except Exception as error:
            if getattr(error, "code", "") != "no_evening":
                raise
        else:
            if row.ended is None and not is_complete(row.setup.plan, row.rounds[table.setup.round - 1]):
                return
        await self.tables.carry_out(live, table.reveal(self.now()))

    def _show_seeds(self, over: TournamentRound) -> None:
        """Reveal the seeds of this server's tables; those loaded elsewhere check when they are next requested."""
        for table in over.tables:
            if (live := self.tables.live.get(table.id)) is not None and live.table.setup.shared_fate:
                self.work.start(("unseal", table.id), self.reveal_seed(live))

    # Luck and skill

    async def skill_summaries(self, row: TournamentRow) -> tuple[dict[tuple[str, int], SkillSummary | None], bool]:
        """Return luck and skill by table and seat, where known, and whether more are being computed."""
        if not kit(row.setup.game).reviews:
            return {}, False
        over = [each for each in row.rounds if is_complete(row.setup.plan, each)]
        tables = [table for each in over for table in each.tables if table.result is not None]
        texts = await self.store.read(skill_summaries_at_tables, [table.id for table in tables])
        known = decoded_skill_summaries(texts)
        wanted = [
            (table.id, seat)
            for table in tables
            for seat, person in enumerate(table.people)
            if person != BOT and (table.id, seat) not in known and (table.id, seat) not in self.unjudged
        ]
        if wanted:
            self.work.start(("judge", row.id), self._judge(row.id, wanted))
        return known, ("judge", row.id) in self.work

    async def _judge(self, tournament: str, wanted: Sequence[tuple[str, int]]) -> None:
        for table, seat in wanted:
            if await self.services.skill_summaries.of(table, seat) is None:
                self.unjudged.add((table, seat))
            await self.store.transact(touch_tournament, tournament)


class TournamentWatch:
    """Requests that wait for news of a tournament: one store query per second, however many wait."""

    def __init__(self, ask: Callable[[str], Coroutine[Any, Any, int]], seconds: float = 1.0) -> None:
        self.ask = ask
        self.seconds = seconds
        self.waiting: dict[str, tuple[asyncio.Task[None], set[asyncio.Future[None]]]] = {}

    async def news(self, tournament: str, after: int, patience: float) -> None:
        """Wait until the version differs from `after`, but at most this many seconds."""
        if await self.ask(tournament) != after:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if tournament not in self.waiting:
            self.waiting[tournament] = (asyncio.ensure_future(self._look(tournament, after)), set())
        task, futures = self.waiting[tournament]
        futures.add(done)
        try:
            await asyncio.wait_for(done, patience)
        except TimeoutError:
            return
        finally:
            futures.discard(done)
            if not futures and self.waiting.get(tournament, (None,))[0] is task:
                task.cancel()
                del self.waiting[tournament]

    async def _look(self, tournament: str, version: int) -> None:
        try:
            with suppress(RequestRefused):  # the server stops
                while await self.ask(tournament) == version:
                    await asyncio.sleep(self.seconds)
        finally:
            _, futures = self.waiting.pop(tournament, (None, set[asyncio.Future[None]]()))
            for each in futures:
                if not each.done():
                    each.set_result(None)


def check_host(row: TournamentRow, person: str) -> None:
    if not person or row.host != person:
        raise refused("evening_host")
