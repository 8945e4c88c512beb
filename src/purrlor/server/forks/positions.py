"""Shared positions on the server: tries, results as matches end, the seed when a position closes."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core import commitment
from purrlor.table import wire
from purrlor.table.checks import checked_cat, checked_name
from purrlor.table.positions import PositionTry, position_result, position_standings, position_writes
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.rows import Write

from ..http.requests import Feature
from ..live.registry import LiveTable
from ..services import Services
from ..tasks import KeyedTasks
from .queries import (
    PositionRow,
    begin_position_try,
    count_position_try,
    find_position,
    own_position_table,
    tries_of_position,
    uncounted_position_tries,
)

MOST_COUNTED = 50
"""Maximum number of tries counted in one request."""


class Positions(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.work = KeyedTasks(services.tasks, "a shared position")
        self.tables.on_over.append(self.note_over)
        self.tables.seed_revealers.append(self.reveal_seed)

    async def begin(self, row: PositionRow, person: str, wanted: wire.PlayPosition) -> wire.TableMade:
        """Return this person's table, creating it if there is none."""
        name, cat = checked_name(wanted.name), checked_cat(wanted.cat)
        known = await self.store.read(own_position_table, row.fate.id, person)
        if known is None:
            made: wire.TableMade
            writes: list[Write]
            made, writes = await self.thinkers.document(
                position_writes, row.fate, person, wanted, self.now(), self.tables.node
            )
            own = PositionTry(0, person, name, cat, made.id, counted=False, result=None)
            known = await self.store.transact(begin_position_try, row.fate.id, own, now=self.now(), writes=writes)
            if known == made.id:
                return made
        if await self.store.load(known) is None:
            raise refused("position_tried")
        return wire.TableMade(known, "")

    # Results

    def note_over(self, live: LiveTable) -> None:
        """Count a match that has ended, if it is a try."""
        if position := live.table.setup.position:
            self.work.start((position,), self._count(position))

    async def _count(self, position: str) -> None:
        try:
            row = await self.store.read(find_position, position)
            for each in await self.store.read(uncounted_position_tries, position, MOST_COUNTED):
                stored = await self.store.load(each.table)
                if stored is not None:
                    result = await self.thinkers.document(position_result, stored, row.fate)
                    await self.store.transact(count_position_try, position, each.number, result)
        except RequestRefused:  # the position was deleted, or too much waits: the next request tries again
            return

    # The seed

    async def reveal_seed(self, live: LiveTable) -> None:
        """Reveal the seed of a finished table, and let everybody view its match, once its position is closed."""
        table = live.table
        if not table.setup.position or table.status != "over" or table.setup.watch == "anyone":
            return
        try:
            row = await self.store.read(find_position, table.setup.position)
        except RequestRefused as error:
            if error.code != "no_position":
                raise
        else:
            if row.open(self.now()):
                return
        await self.tables.carry_out(live, table.reveal(self.now()))

    # What is shown

    async def shown(self, row: PositionRow, person: str, by: str) -> wire.Position:
        """Return the position as this person sees it; `by` is the host's name."""
        position, setup = row.fate.id, row.fate.setup
        if await self.store.read(uncounted_position_tries, position, 1):
            self.work.start((position,), self._count(position))
        tries = await self.store.read(tries_of_position, position)
        own = next((each for each in tries if person and each.person == person), None)
        is_open, host = row.open(self.now()), row.host == person
        finished = own is not None and own.counted
        shown = host or finished or not is_open
        return wire.Position(
            id=position,
            key=row.word,
            name=row.name,
            by=by,
            host=host,
            game=setup.game,
            at=len(setup.events),
            seat=setup.seat,
            levels=list(setup.levels),
            status="open" if is_open else "over",
            until=row.fate.until,
            people=len(tries),
            own=own.table if own is not None else "",
            finished=finished,
            shown=shown,
            counting=(position,) in self.work,
            results=_results(row, tries, person, is_open=is_open) if shown else [],
            commitment=commitment(row.fate.secret),
            secret="" if is_open else row.fate.secret.hex(),
        )


def _results(
    row: PositionRow, tries: Sequence[PositionTry], person: str, *, is_open: bool
) -> list[wire.PositionResult]:
    setup, by_number = row.fate.setup, {each.number: each for each in tries}
    found: list[wire.PositionResult] = []
    for standing in position_standings(setup, tries):
        each = by_number[standing.person]
        assert each.result is not None
        you = bool(person) and each.person == person
        found.append(
            wire.PositionResult(
                person=each.number,
                name=each.name,
                cat=each.cat,
                place=standing.place,
                score=each.result.scores[setup.seat],
                won=setup.seat in each.result.winners,
                mark=float(standing.points),
                relieved=setup.seat in each.result.relieved,
                you=you,
                table=each.table if you or not is_open else "",
            )
        )
    return found
