"""A tournament over several servers: its tables live at different ones, and all servers show the same tournament."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import ClientError

from purrlor.cli import main
from purrlor.server.store import open_store
from purrlor.server.tournament.queries import find_tournament
from purrlor.table.tournament import fault
from tests.cluster.doors import Caller, callers, three_servers
from tests.cluster.killable import Cluster, answers, started
from tests.cluster.own_postgres import own_postgres
from tests.server.parlour import PATIENCE, Chair, Message, Parlour, run

pytest_plugins = ["tests.server.postgres"]
PEOPLE, SEATS, ROUNDS = 4, 2, 2
HOST_DOOR = 2


class Evening:
    """A tournament with a host who does not play, and four people at tables of two."""

    def __init__(self, host: Caller, people: Sequence[Caller], made: Any) -> None:
        self.host, self.people = host, people
        self.id, self.way = str(made["id"]), f"/api/evenings/{made['id']}"

    async def shown(self, who: Caller, door: int, query: str = "") -> Any:
        status, found = await who.at(door).get(self.way + query)
        assert status == 200, found
        return found

    async def own_tables(self) -> dict[str, list[Caller]]:
        """Return the tables of the round that are not over, with their players; the host's server is not used."""
        found: dict[str, list[Caller]] = {}
        for door, person in enumerate(self.people):
            for table in (await self.shown(person, door % HOST_DOOR))["rounds"][-1]["tables"]:
                if table["yours"] and table["status"] != "over":
                    found.setdefault(table["id"], []).append(person)
        return found

    async def over(self, door: int) -> Any:
        """Return the tournament at this server once its round is over; wait as the web client does."""
        found = await self.shown(self.host, door)
        while not found["rounds"][-1]["over"]:
            found = await self.shown(self.host, door, f"?after={found['version']}")
        return found


async def opened(host: Caller, people: Sequence[Caller], kind: str) -> Evening:
    wish = {"name": "Friday", "format": kind, "game": "yatzy", "seats": SEATS, "rounds": ROUNDS, "host": "Ann"}
    made = await host.post(HOST_DOOR, "/api/evenings", {**wish, "plays": False})
    for door, person in enumerate(people):
        await person.post(door, f"/api/evenings/{made['id']}/join", {"name": f"Cat {door}", "key": made["key"]})
    return Evening(host, people, made)


def outcome(shown: Any) -> Any:
    """Return the tournament without what each server computes in the background when somebody views it."""
    places = [(each["person"], each["place"], each["points"], each["rounds"]) for each in shown["standings"]]
    return shown["status"], shown["rounds"], places


async def sat(person: Caller, door: int, table: str) -> Chair:
    chair = await person.at(door).sit(table)
    await chair.until_type("table")
    await chair.send("ready")
    return chair


async def play_round(evening: Evening) -> dict[str, int]:
    """Play all tables, the next one at the next door; its players come through two doors. At which each one was."""
    doors: dict[str, int] = {}
    found = await evening.shown(evening.host, 0)
    while found["status"] == "playing":
        chairs: list[Chair] = []
        for door, (table, people) in enumerate((await evening.own_tables()).items()):
            doors[table] = door
            chairs += [await sat(person, door + number, table) for number, person in enumerate(people)]
        await asyncio.gather(*(chair.play(Random(seed)) for seed, chair in enumerate(chairs)))
        for chair in chairs:
            await chair.leave()
        found = await evening.shown(evening.host, 0, f"?after={found['version']}")
    return doors


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["duplicate", "swiss", "knockout"])
def test_tables_of_a_round_live_at_different_servers_and_all_have_the_same_standings(
    database_url: str, kind: str
) -> None:
    async def work() -> None:
        async with (
            three_servers(database_url, lease=PATIENCE) as houses,
            callers([house.address for house in houses], 1 + PEOPLE) as (host, *people),
        ):
            evening = await opened(host, people, kind)
            for number in range(ROUNDS):
                await host.post(HOST_DOOR + number, f"{evening.way}/round")
                assert not any(house.app.tables.live for house in houses) or number
                doors = await play_round(evening)
                assert all(table in houses[door].app.tables.live for table, door in doors.items())
                found = [outcome(await evening.over(door)) for door in range(len(houses))]
                assert found[0] == found[1] == found[2]
            assert (await evening.shown(host, 0))["status"] == "over"
            row = houses[0].app.tables.store.blocking.read(find_tournament, evening.id)
            assert fault(row.setup.plan, row.rounds) is None

    run(work())


def test_a_result_counts_though_the_server_of_its_table_died_before_counting(database_url: str) -> None:
    def count_nothing(houses: Sequence[Parlour]) -> None:
        for house in houses:
            house.app.tables.on_over.clear()

    async def work() -> None:
        async with (
            three_servers(database_url, lease=PATIENCE) as houses,
            callers([house.address for house in houses], 1 + PEOPLE) as (host, *people),
        ):
            evening = await opened(host, people, "swiss")
            count_nothing(houses)
            await host.post(HOST_DOOR, f"{evening.way}/round")
            await play_round(evening)
            looks = await asyncio.gather(*(evening.over(door) for door in range(len(houses))))
            assert [sum(each["points"] for each in look["standings"]) for look in looks] == 3 * [PEOPLE / SEATS]

    run(work())


async def play_on(person: Caller, door: int, table: str, random: Random, heard: Callable[[Message], None]) -> None:
    """Play to the end; reconnect through the next server whenever the connection is cut."""

    def note(message: Message) -> bool:
        heard(message)
        return False

    deadline = asyncio.get_running_loop().time() + PATIENCE
    while True:
        with suppress(ClientError, OSError):
            chair = await sat(person, door, table)
            await chair.play(random, note)
            await chair.leave()
            return
        assert asyncio.get_running_loop().time() < deadline, "the table is not to be had"
        door += 1
        await asyncio.sleep(0.2)


async def with_kills(cluster: Cluster) -> str:
    """Play two rounds. In the first a server dies with a table at play, in the second the one that dealt the table."""
    addresses = [f"http://127.0.0.1:{port}" for port in cluster.ports]
    for address in addresses:
        await answers(address)
    async with callers(addresses, 1 + PEOPLE) as (host, *people):
        evening = await opened(host, people, "duplicate")
        for number in range(ROUNDS):
            await host.post(HOST_DOOR, f"{evening.way}/round")
            if number == 1:
                await cluster.kill(HOST_DOOR)
            heard: dict[str, int] = {}

            def note(table: str, heard: dict[str, int] = heard) -> Callable[[Message], None]:
                return lambda _: heard.update({table: heard.get(table, 0) + 1})

            tables = await evening.own_tables()
            playing = asyncio.gather(
                *(
                    play_on(person, door, table, Random(seat), note(table))
                    for door, (table, seated) in enumerate(tables.items())
                    for seat, person in enumerate(seated)
                )
            )
            while number == 0 and not (len(heard) == len(tables) and min(heard.values()) > 20):
                await asyncio.sleep(0.01)
                if playing.done():
                    playing.result()
            if number == 0:
                assert not playing.done()
                await cluster.kill(0)
            await playing
            for address in addresses:
                await answers(address)
            found = [outcome(await evening.over(door)) for door in range(len(addresses))]
            assert found[0] == found[1] == found[2]
        assert (await evening.shown(host, 0))["status"] == "over"
    return evening.id


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_an_evening_goes_on_when_a_server_is_killed_in_the_middle_of_a_round(tmp_path: Path) -> None:
    with own_postgres() as database:
        with started(database.url, tmp_path / "servers.log") as cluster:
            evening = run(with_kills(cluster))
        assert main(["store", "check", "--store", database.url]) == 0
        with open_store(database.url) as store:
            row = store.read(find_tournament, evening)
        assert fault(row.setup.plan, row.rounds) is None
        assert all(table.result is not None for each in row.rounds for table in each.tables)
