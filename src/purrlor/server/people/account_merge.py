"""Tables follow a person who has become another one: each table in the process that owns it."""

from __future__ import annotations

from aiohttp import web

from purrlor.table.effects import Effects
from purrlor.table.refusals import refused
from purrlor.table.rows import Unseated
from purrlor.table.seats import hand_over

from ..http.bodies import answer
from ..http.endpoint import endpoint
from ..http.feature import Feature
from ..store.tables import role_of
from .merge_queries import former_persons, tables_left_behind

ROLES = ("host", "player", "watcher")
"""The first one counts, if both persons were at a table."""


class AccountMergeRoutes(Feature):
    """The page asks which tables are left behind, and for each of them to be brought along."""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/bringing", self.left_behind),
            web.post("/api/tables/{table}/bring", self.bring),
        ]

    @endpoint(list[str])
    async def left_behind(self, request: web.Request) -> web.Response:
        person = self.access.person(request)
        return answer(await self.store.read(tables_left_behind, person) if person else [])

    @endpoint(None)
    async def bring(self, request: web.Request) -> web.Response:
        """Give a table of somebody who has become this person to this person."""
        person = self.access.person(request)
        live = await self.tables.load_committed(request.match_info["table"])
        former = await self.store.read(former_persons, person) if person else []
        roles = {each: await self.store.read(role_of, live.id, each) for each in (*former, person)}
        there = [each for each in former if roles[each]]
        if not there:
            raise refused("not_at_table")
        table = live.table
        for each in there:
            hand_over(table, each, person)
        if table.guests:
            effects = table.seat_changed(self.now())
        else:
            effects = Effects(self.now())
            table.save(effects, changed=table.last_changed)
        role = min((found for found in roles.values() if found), key=ROLES.index)
        effects.writes += [*(Unseated(live.id, each) for each in there), table.seated(person, role)]
        await self.tables.carry_out(live, effects)
        return answer({})
