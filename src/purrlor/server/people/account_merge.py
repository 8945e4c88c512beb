"""Account merges: the tables of a merged person are moved, each in the process that owns it."""

from __future__ import annotations

from aiohttp import web

from purrlor.table.effects import Effects
from purrlor.table.refusals import refused
from purrlor.table.rows import Unseated
from purrlor.table.seats import hand_over
from purrlor.table.wire import Role

from ..clubs.queries import merge_members
from ..forks.queries import merge_positions
from ..http.requests import Feature, answer, endpoint
from ..rating import merge_ratings
from ..store.connection import DatabaseConnection
from ..store.tables import role_of
from ..tournament.queries import merge_attendees

LEFT_BEHIND = """SELECT DISTINCT table_id FROM seated JOIN merged ON person_id = merged.id
WHERE into_id = ? ORDER BY table_id"""
MOVES = (
    ("UPDATE passkeys SET person_id = ? WHERE person_id = ?", 2),
    ("UPDATE subscriptions SET person_id = ? WHERE person_id = ?", 2),
    (
        """INSERT INTO blocks (person_id, other_id) SELECT ?, other_id FROM blocks
        WHERE person_id = ? AND other_id <> ? ON CONFLICT DO NOTHING""",
        3,
    ),
    (
        """INSERT INTO blocks (person_id, other_id) SELECT person_id, ? FROM blocks
        WHERE other_id = ? AND person_id <> ? ON CONFLICT DO NOTHING""",
        3,
    ),
    ("UPDATE rooms SET person_id = ? WHERE person_id = ?", 2),
    ("UPDATE forfeits SET person_id = ? WHERE person_id = ?", 2),
    (
        """UPDATE tries SET person_id = ? WHERE person_id = ? AND NOT EXISTS (SELECT 1 FROM tries AS own
        WHERE own.day = tries.day AND own.game = tries.game AND own.person_id = ?)""",
        3,
    ),
    (
        """UPDATE puzzle_tries SET person_id = ? WHERE person_id = ? AND NOT EXISTS (SELECT 1 FROM puzzle_tries AS own
        WHERE own.game = puzzle_tries.game AND own.puzzle = puzzle_tries.puzzle AND own.person_id = ?)""",
        3,
    ),
)
"""Statements, each with the number of its parameters: the first ones of new id, old id, new id."""
ROLES: tuple[Role, ...] = ("host", "player", "watcher")
"""Roles by precedence, if both persons were at a table."""


def current_person(reader: DatabaseConnection, person: str) -> str:
    """Return the person's current id, which is another one if two persons were merged."""
    rows = reader.run("SELECT into_id FROM merged WHERE id = ?", (person,))
    return str(rows[0][0]) if rows else person


def merge_persons(writer: DatabaseConnection, old: str, new: str) -> None:
    """Merge `old` into `new`; does nothing if that would create a cycle."""
    rows = writer.run("SELECT into_id FROM merged WHERE id = ?", (new,))
    target = str(rows[0][0]) if rows else new
    if target == old or writer.run("SELECT 1 FROM merged WHERE id = ?", (old,)):
        return
    writer.run("UPDATE merged SET into_id = ? WHERE into_id = ?", (target, old))
    writer.run("INSERT INTO merged (id, into_id) VALUES (?, ?)", (old, target))
    for move, values in MOVES:
        writer.run(move, (target, old, target)[:values])
    merge_ratings(writer, old, target)
    merge_members(writer, old, target)
    merge_attendees(writer, old, target)
    merge_positions(writer, old, target)


def former_persons(reader: DatabaseConnection, person: str) -> list[str]:
    """List the persons who were merged into this one."""
    return [row[0] for row in reader.run("SELECT id FROM merged WHERE into_id = ? ORDER BY id", (person,))]


def tables_left_behind(reader: DatabaseConnection, person: str) -> list[str]:
    """List tables that still belong to a person who was merged into this one."""
    return [row[0] for row in reader.run(LEFT_BEHIND, (person,))]


def count_tables(reader: DatabaseConnection, person: str) -> int:
    """Count the tables that a person belongs to."""
    return int(reader.run("SELECT COUNT(*) FROM seated WHERE person_id = ?", (person,))[0][0])


class AccountMergeRoutes(Feature):
    """Routes with which the web client lists the tables left behind and moves each of them."""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/bringing", self.left_behind),
            web.post("/api/tables/{table}/bring", self.bring),
        ]

    @endpoint(list[str])
    async def left_behind(self, request: web.Request) -> web.Response:
        """List the tables of the identities that were merged into this person."""
        person = self.access.person(request)
        return answer(await self.store.read(tables_left_behind, person) if person else [])

    @endpoint(None)
    async def bring(self, request: web.Request) -> web.Response:
        """Give this person a table of an identity that was merged into theirs."""
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
        role = ROLES[min(ROLES.index(found) for found in roles.values() if found)]
        effects.writes += [*(Unseated(live.id, each) for each in there), table.seated(person, role)]
        await self.tables.carry_out(live, effects)
        return answer({})
