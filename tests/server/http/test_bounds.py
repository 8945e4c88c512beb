"""Limits on requests, with reasons for those who are refused; and joining is safe to repeat."""

from __future__ import annotations

import asyncio
import pickle
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.server.bots import requests as bots
from purrlor.server.bots.workers import Thinkers
from purrlor.server.http.limits import NO_LIMITS, Limits
from purrlor.server.live import registry
from purrlor.server.live.live_tables import LiveTables
from purrlor.server.people.identity import Signer
from purrlor.server.records import documents
from purrlor.server.records.documents import qr_code
from purrlor.server.store.tables import find_person
from purrlor.server.tables import routes as tables_api
from purrlor.server.tasks import CALLER, MOST_LONG, Caller
from purrlor.table.records import restored
from purrlor.table.refusals import RequestRefused
from purrlor.table.rows import Stored
from purrlor.table.table import Table
from tests.server.parlour import Device, Parlour, parlour, run, two_at_a_table


def visit(tmp_path: Path, work: Callable[[Parlour, Device], Awaitable[Any]], limits: Limits = NO_LIMITS) -> Any:
    async def go() -> Any:
        async with parlour(tmp_path / "s", limits) as house, house.device() as device:
            return await work(house, device)

    return run(go())


# Joining


def test_a_join_that_is_sent_again_gets_the_same_seat(tmp_path: Path) -> None:
    """The first answer was lost: the device has no cookie, but it knows what it asked."""

    async def work(house: Parlour, ann: Device) -> None:
        table, key = await ann.host("yatzy", "person", "open", "open")
        async with house.device() as lost, house.device() as again, house.device() as other:
            assert (await lost.join(table, key, request="a" * 20))["seat"] == 1
            assert (await again.join(table, key, request="a" * 20))["seat"] == 1
            assert (await other.join(table, key, request="b" * 20))["seat"] == 2
            chair = await again.sit(table)
            info = await chair.until_type("table")
            assert [seat["yours"] for seat in info["seats"]] == [False, True, False]
        async with house.device() as hasty:
            status, problem = await hasty.post(f"/api/tables/{table}/join", {"name": "x", "key": key, "request": "no"})
            assert (status, problem["code"]) == (400, "bad_request_word")

    visit(tmp_path, work)


def test_a_device_gets_its_cookie_before_it_joins(tmp_path: Path) -> None:
    async def work(house: Parlour, ann: Device) -> None:
        table, key = await ann.host("yatzy", "person", "open", "open")
        async with house.device() as ben:
            assert await ben.get("/api/me") == (200, {"known": False, "name": "", "room": ""})
            assert [(await ben.join(table, key))["seat"] for _ in range(3)] == [1, 1, 1]

    visit(tmp_path, work)


def test_the_signature_of_a_request_is_checked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    check = Signer.person

    def counted(signer: Signer, signed: str) -> str | None:
        checked.append(signed)
        return check(signer, signed)

    async def work(_house: Parlour, ann: Device) -> None:
        table, _ = await ann.host("yatzy", "person")
        monkeypatch.setattr(Signer, "person", counted)
        await ann.sit(table)

    visit(tmp_path, work)
    assert len(checked) == 1


def test_a_pass_phrase_is_locked_after_wrong_guesses(tmp_path: Path) -> None:
    async def work(house: Parlour, ann: Device) -> list[str]:
        table, key = await ann.host("yatzy", "person", "open", pass_phrase="open sesame")
        codes: list[str] = []
        async with house.device() as ben:
            for phrase in ["barley"] * 6 + ["open sesame"]:
                wanted = {"name": "Ben", "key": key, "pass_phrase": phrase}
                _, problem = await ben.post(f"/api/tables/{table}/join", wanted)
                codes.append(problem.get("code", ""))
        status, _ = await ann.post(f"/api/tables/{table}/join", {"name": "Ann"})
        assert status == 200, "the host needs no phrase"
        return codes

    assert visit(tmp_path, work, Limits()) == ["wrong_phrase"] * 5 + ["phrase_locked"] * 2


def test_the_seed_is_only_for_those_who_may_see_the_match(tmp_path: Path) -> None:
    async def go() -> list[str]:
        async with two_at_a_table(tmp_path / "s") as (house, ann, ben, table):
            chairs = [await ann.sit(table), await ben.sit(table)]
            for chair in chairs:
                await chair.send("ready")
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            async with house.device() as stranger:
                return [(await device.get(f"/api/tables/{table}"))[1]["seed"] for device in (ann, ben, stranger)]

    mine, bens, strangers = run(go())
    assert mine == bens != ""
    assert strangers == ""


# Bounds


def test_a_table_has_only_so_many_spectators(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_api, "MOST_SPECTATORS", 2)

    async def work(house: Parlour, ann: Device) -> None:
        table, _ = await ann.host("yatzy", "person", watch="anyone")
        async with house.device() as stranger:
            chairs = [await stranger.sit(table) for _ in range(2)]
            for chair in chairs:
                await chair.until_type("table")
            status, problem = await stranger.get(f"/api/tables/{table}/socket")
            assert (status, problem["code"], "2 places" in problem["words"]) == (409, "too_many_watchers", True)
        await (await ann.sit(table)).until_type("table")

    visit(tmp_path, work)


def test_one_person_has_only_so_many_connections_to_a_table(tmp_path: Path) -> None:
    async def work(_house: Parlour, ann: Device) -> None:
        table, _ = await ann.host("yatzy", "person")
        chairs = [await ann.sit(table) for _ in range(tables_api.MOST_OF_ONE)]
        for chair in chairs:
            await chair.until_type("table")
        assert (await ann.get(f"/api/tables/{table}/socket"))[1]["code"] == "too_much"

    visit(tmp_path, work)


def test_while_bots_are_busy_hints_and_tables_with_bots_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(_house: Parlour, ann: Device) -> None:
        table, _ = await ann.host("yatzy", "person")
        chair = await ann.sit(table)
        await chair.send("ready")
        await chair.until_type("update")
        monkeypatch.setattr(bots, "MOST_WAITING", -1)
        assert (await chair.ask("hint", seat=0))["code"] == "too_busy"
        wanted: dict[str, Any] = {"game": "yatzy", "name": "Ann", "seats": [{"kind": "person"}, {"kind": "bot"}]}
        status, problem = await ann.post("/api/tables", wanted)
        assert (status, problem["code"]) == (503, "too_busy")
        assert (await ann.post("/api/tables", {**wanted, "seats": [{"kind": "person"}]}))[0] == 201

    visit(tmp_path, work)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("addi-cats", {"most_cards": "3001"}),
        ("addi-cats", {"most_cards": "9" * 300}),
        ("addi-cats", {"patience": "600001"}),
    ],
)
def test_numbers_of_new_tables_are_bounded(game: str, options: dict[str, str], tmp_path: Path) -> None:
    async def work(_house: Parlour, ann: Device) -> tuple[int, str]:
        seats = [{"kind": "person"}, {"kind": "open"}]
        status, problem = await ann.post("/api/tables", {"game": game, "name": "A", "seats": seats, "options": options})
        return status, str(problem["code"])

    assert visit(tmp_path, work) == (400, "bad_option")


# Work that takes long


class IdleThinkers(Thinkers):
    """Records the work for its processes, and finishes none of it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.begun: list[str] = []

    async def _run(self, kind: str, work: Callable[..., Any], *_: Any) -> Any:
        self.begun.append(f"{kind} {work.__name__}")
        await asyncio.Event().wait()


def test_a_qr_code_waits_for_no_replays_and_replays_of_one_address_are_bounded() -> None:
    async def go() -> tuple[list[str], RequestRefused]:
        thinkers = IdleThinkers()
        CALLER.set(Caller("attacker", bounded=True))
        work = [asyncio.ensure_future(thinkers.document(documents.replay, n)) for n in range(MOST_LONG + 1)]
        await asyncio.sleep(0)
        refusal = work.pop().exception()
        CALLER.set(Caller("visitor", bounded=True))
        work.append(asyncio.ensure_future(thinkers.document(qr_code, "x")))
        await asyncio.sleep(0)
        for each in work:
            each.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        thinkers.close()
        assert isinstance(refusal, RequestRefused)
        return thinkers.begun, refusal

    begun, refusal = run(go())
    assert begun == ["documents replay", "short documents qr_code"]
    assert (refusal.code, refusal.status) == ("queue_full", 429)


def test_a_review_of_another_address_does_not_wait_for_all_of_the_first() -> None:
    async def go() -> int:
        thinkers = IdleThinkers()
        CALLER.set(Caller("attacker"))
        work: list[asyncio.Task[Any]] = [asyncio.ensure_future(thinkers.review("", n)) for n in range(20)]
        await asyncio.sleep(0)
        CALLER.set(Caller("visitor"))
        work.append(asyncio.ensure_future(thinkers.study(qr_code, "x")))
        await asyncio.sleep(0)
        done = 0
        for done in range(20):
            if thinkers.begun[-1] == "reviews qr_code":
                break
            work[done].cancel()
            await asyncio.gather(work[done], return_exceptions=True)
        for each in work:
            each.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        thinkers.close()
        return done

    assert run(go()) <= 3


class SlowLoading:
    """Long matches whose loading waits; `begun` lists their tables in the order of loading."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = threading.Event()

    def load(self, stored: Stored, now: int) -> Table:
        self.begun.append(stored.row.id)
        self.go_on.wait(60)
        return restored(stored, now)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowLoading:
    made = SlowLoading()
    monkeypatch.setattr(registry, "restored", made.load)
    monkeypatch.setattr("purrlor.server.store.async_store.SHORT_EVENTS", -1)
    return made


async def cold_tables(live_tables: LiveTables, ann: Device, count: int) -> list[str]:
    tables = [(await ann.host("yatzy", "person"))[0] for _ in range(count)]
    for table in tables:
        live_tables.forget(live_tables.live[table])
    return tables


def test_a_long_match_is_loaded_beside_short_reads_and_not_for_one_address_alone(
    tmp_path: Path, slow: SlowLoading
) -> None:
    """A visitor reads, and opens a cold table, while an address has many long ones loaded."""

    async def work(house: Parlour, ann: Device) -> None:
        live_tables = house.app.tables
        tables = await cold_tables(live_tables, ann, 6)
        CALLER.set(Caller("attacker", bounded=True))
        opened = [asyncio.ensure_future(live_tables.find(table)) for table in tables[:5]]
        while not slow.begun:
            await asyncio.sleep(0)
        CALLER.set(Caller("visitor", bounded=True))
        opened.append(asyncio.ensure_future(live_tables.find(tables[5])))
        assert await live_tables.store.read(find_person, "nobody") is None
        assert len(slow.begun) == 1
        while len(live_tables.store.threads.queue) < 5:
            await asyncio.sleep(0)
        slow.go_on.set()
        assert [live.id for live in await asyncio.gather(*opened)] == tables
        assert slow.begun.index(tables[5]) <= 2

    visit(tmp_path, work)


def test_an_address_that_wants_a_table_does_not_wait_for_the_turn_of_another(tmp_path: Path, slow: SlowLoading) -> None:
    """Both get the same table, which is loaded once."""

    async def work(house: Parlour, ann: Device) -> None:
        live_tables = house.app.tables
        tables = await cold_tables(live_tables, ann, 8)
        CALLER.set(Caller("attacker", bounded=True))
        opened = [asyncio.ensure_future(live_tables.find(table)) for table in tables]
        while len(live_tables.store.threads.queue) < 7:
            await asyncio.sleep(0)
        CALLER.set(Caller("visitor", bounded=True))
        mine = asyncio.ensure_future(live_tables.find(tables[-1]))
        while len(live_tables.store.threads.queue) < 8:
            await asyncio.sleep(0)
        slow.go_on.set()
        found = [*await asyncio.gather(*opened), await mine]
        assert found[-1] is found[-2]
        assert slow.begun.index(tables[-1]) <= 2
        assert len(slow.begun) == len(tables)

    visit(tmp_path, work)


def test_a_match_is_loaded_outside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long match takes over a second to replay."""
    threads: list[threading.Thread] = []

    def noted(stored: Stored, now: int) -> Table:
        threads.append(threading.current_thread())
        return restored(stored, now)

    async def work(house: Parlour, ann: Device) -> None:
        table, _ = await ann.host("yatzy", "person")
        house.app.tables.forget(house.app.tables.live[table])
        monkeypatch.setattr(registry, "restored", noted)
        assert (await ann.get(f"/api/tables/{table}"))[0] == 200

    visit(tmp_path, work)
    assert [thread is threading.main_thread() for thread in threads] == [False]


@pytest.mark.slow
def test_records_replays_fates_and_codes_are_made_by_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    async def work(house: Parlour, ann: Device) -> None:
        thinkers, document = house.app.tables.thinkers, house.app.tables.thinkers.document

        async def noted(make: Any, *values: Any) -> Any:
            made.append(make.__name__)
            return await document(make, *values)

        monkeypatch.setattr(thinkers, "document", noted)
        table, _ = await ann.host("yatzy", "person")
        chair = await ann.sit(table)
        await chair.send("ready")
        await chair.play(Random(1))
        for path in ("record", "replay?seat=0", "fates", "review"):
            status, told = await ann.get(f"/api/tables/{table}/{path}")
            assert (status, bool(told)) in ((200, True), (202, True))
        async with ann.session.get(f"/api/tables/{table}/replay", headers={"Accept-Encoding": "identity"}) as plain:
            assert (await plain.json())["steps"]
        await ann.post("/api/qr", {"text": "http://127.0.0.1/t/x#k=y"})

    visit(tmp_path, work)
    assert made == ["shown_record", "replay", "fates", "record", "replay", "qr_code"]


def test_a_refusal_survives_the_way_from_a_worker() -> None:
    with pytest.raises(RequestRefused) as raised:
        documents.printed_pages({"pages": "99"})
    again: RequestRefused = pickle.loads(pickle.dumps(raised.value))
    assert repr(vars(again)) == repr(vars(raised.value))
    assert (again.code, again.reason.values) == ("bad_pages", {"most": 20})


@pytest.mark.slow
def test_drawing_codes_does_not_hold_up_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes are drawn in another process, and the event loop turns at least once for each of them meanwhile."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("drawn in the server's own process")

    async def go() -> tuple[list[bytes], int]:
        thinkers = Thinkers(1)
        turns = 0
        try:
            work = asyncio.gather(*(thinkers.document(documents.qr_code, f"{n} " * 100) for n in range(40)))
            while not work.done():
                await asyncio.sleep(0)
                turns += 1
            return await work, turns
        finally:
            thinkers.close()

    monkeypatch.setattr("segno.make", refuse)
    codes, turns = run(go())
    assert (len(set(codes)), turns >= 40) == (40, True)
