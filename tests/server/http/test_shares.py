"""The definition of one address; and no address makes others wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.server import review
from purrlor.server.bots.requests import MOST_QUESTIONS
from purrlor.server.children.routes import RoomKnowledge
from purrlor.server.history.routes import Histories
from purrlor.server.http.limits import Limits, share_of
from purrlor.server.rating import Ratings
from purrlor.server.tasks import CALLER, SERVER, Caller, FairQueue, acting_for
from purrlor.table.refusals import RequestRefused, refused
from tests.server.parlour import PATIENCE, Device, Parlour, parlour, run


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


# What waits for one address does not make others wait


GREEDY, VISITOR = "192.0.2.9", "192.0.2.7"


@asynccontextmanager
async def two_addresses(place: Path) -> AsyncGenerator[tuple[Parlour, Device, Device]]:
    async with parlour(place, proxied=True) as house, house.device() as greedy, house.device() as visitor:
        greedy.session.headers["X-Forwarded-For"] = GREEDY
        visitor.session.headers["X-Forwarded-For"] = VISITOR
        yield house, greedy, visitor


def code_of(work: asyncio.Task[Any]) -> str:
    error = work.exception()
    return error.code if isinstance(error, RequestRefused) else ""


def test_one_address_has_only_so_many_reviews_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "REVIEW_SECONDS", 0)

    async def endless(*_: object) -> None:
        await asyncio.Event().wait()

    async def record() -> str:
        await asyncio.sleep(0)
        return ""

    async def go() -> list[str]:
        async with two_addresses(tmp_path / "s") as (house, greedy, _):
            monkeypatch.setattr(house.app.tables.thinkers, "review", endless)
            tables = [await greedy.host("yatzy", "person") for _ in range(review.MOST_OF_ONE + 2)]
            lives = [house.app.tables.live[table] for table, _ in tables]
            CALLER.set(Caller(GREEDY, bounded=True))
            works = [asyncio.ensure_future(house.app.services.reviews.answer(live, record)) for live in lives[:-1]]
            CALLER.set(Caller(VISITOR, bounded=True))
            works.append(asyncio.ensure_future(house.app.services.reviews.answer(lives[-1], record)))
            await asyncio.wait(works)
            assert (await house.app.services.reviews.answer(lives[0], record)).status == "working"
            return [code_of(each) for each in works]

    assert run(go()) == [*[""] * review.MOST_OF_ONE, "queue_full", ""]


def test_an_address_whose_bots_have_too_much_to_do_is_refused_more_of_them(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_addresses(tmp_path / "s") as (house, greedy, visitor):
            table, _ = await greedy.host("yatzy", "person")
            chair = await greedy.sit(table)
            await chair.send("ready")
            await chair.until_type("update")
            house.app.tables.bots.queue.pending[GREEDY, False] = MOST_QUESTIONS + 1
            assert (await chair.ask("hint", seat=0))["code"] == "queue_full"
            wanted = {"game": "yatzy", "name": "Ann", "seats": [{"kind": "person"}, {"kind": "bot"}]}
            status, problem = await greedy.post("/api/tables", wanted)
            assert (status, problem["code"]) == (429, "queue_full")
            assert (await visitor.post("/api/tables", wanted))[0] == 201

    run(go())


def test_bots_think_for_the_address_of_the_host_and_then_for_their_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares: list[tuple[str, str]] = []
    take_turn = FairQueue.run

    async def noted(queue: FairQueue, share: str, *values: Any, part: str = "", **named: Any) -> Any:
        if part:
            shares.append((share, part))
        return await take_turn(queue, share, *values, part=part, **named)

    async def go() -> str:
        async with two_addresses(tmp_path / "s") as (_, greedy, visitor):
            monkeypatch.setattr(FairQueue, "run", noted)
            table, key = await visitor.host("yatzy", "kitten", "person", "open")
            await greedy.join(table, key)
            chairs = [await greedy.sit(table), await visitor.sit(table)]
            for chair in chairs:
                await chair.until_type("table")
            for chair in reversed(chairs):
                await chair.send("ready")
            playing = [chair.play(Random(1), until=lambda _: bool(shares)) for chair in chairs]
            _, others = await asyncio.wait(map(asyncio.ensure_future, playing), return_when=asyncio.FIRST_COMPLETED)
            for other in others:
                other.cancel()
            return table

    table = run(go())
    assert set(shares) == {(VISITOR, table)}


def test_a_table_counts_for_its_host_or_else_a_player_or_else_who_opened_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_addresses(tmp_path / "s") as (house, greedy, visitor):
            table, key = await visitor.host("yatzy", "person", "open", watch="anyone")
            live = house.app.tables.live[table]
            assert live.share == VISITOR
            spectator = await greedy.sit(table)
            await spectator.until_type("table")
            assert live.share == VISITOR
            await greedy.join(table, key)
            player = await greedy.sit(table)
            await player.until_type("table")
            assert live.share == GREEDY
            host = await visitor.sit(table)
            await host.until_type("table")
            assert live.share == VISITOR

    run(go())


@pytest.mark.parametrize("work", ["histories", "ratings", "rooms"])
def test_background_work_of_an_address_waits_only_for_its_own(
    work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    visitors_turn = asyncio.Event()

    async def endless(*names: object) -> None:
        begun.extend(name for name in names if isinstance(name, str))
        if VISITOR in begun:
            visitors_turn.set()
        await asyncio.Event().wait()

    async def go() -> None:
        async with two_addresses(tmp_path / "s") as (house, _, _):
            monkeypatch.setattr(house.app.services.skill_summaries, "of", endless)
            monkeypatch.setattr(house.app.tables.store, "transact", endless)
            monkeypatch.setattr(house.app.tables.store, "load", endless)
            services = house.app.services
            histories: Any = Histories(services)
            ratings: Any = Ratings(services)
            rooms: Any = RoomKnowledge(services)
            for number in range(60):
                share = VISITOR if number == 59 else GREEDY
                table = VISITOR if number == 59 else f"{number}"
                with acting_for(share):
                    if work == "histories":
                        histories._judge(table, 0)
                    elif work == "ratings":
                        ratings._start(table)
                    else:
                        services.tasks.start(rooms._learn_later(share, table))
            await asyncio.wait_for(visitors_turn.wait(), PATIENCE)
            assert len(begun) < 10

    run(go())


def test_the_par_of_a_day_is_nobodys_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> list[Caller]:
        callers: list[Caller] = []

        async def study(*_: object) -> None:
            callers.append(CALLER.get())
            raise refused("too_busy")

        async with two_addresses(tmp_path / "s") as (house, _, _):
            monkeypatch.setattr(house.app.tables.thinkers, "study", study)
            daily: Any = house.app.services.daily
            CALLER.set(Caller(GREEDY, bounded=True))
            with pytest.raises(RequestRefused):
                await daily._par(await daily.challenge("2026-11-19", "yatzy"))
        return callers

    assert run(go()) == [SERVER]
