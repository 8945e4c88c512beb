"""Matches that were played elsewhere are checked and stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from purrlor.core.record import checksum
from purrlor.server import review
from purrlor.server.http.limits import Limits
from purrlor.server.http.requests import BODY_SECONDS
from purrlor.server.review import MOST_OF_ONE
from purrlor.table.record_import import LONGEST_RECORD, MOST_EVENTS
from tests.server.parlour import parlour, run
from tests.server.uploads import YATZY, keep

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(GOLDEN.glob("*.purr"))


def sealed(text: str) -> str:
    """The same record with a seal that fits what was changed."""
    body = text.rpartition("seal: ")[0]
    return f"{body}seal: {checksum(body)}\n"


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_record_becomes_a_finished_table_of_its_owner(tmp_path: Path, record: Path) -> None:
    async def go() -> None:
        text = record.read_text(encoding="utf-8")
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            status, made = await keep(ann, text)
            _, tables = await ann.get("/api/tables")
            _, again = await ann.get(f"/api/tables/{made['id']}/record")
            _, fates = await ann.get(f"/api/tables/{made['id']}/fates")
            _, replay = await ann.get(f"/api/tables/{made['id']}/replay")
        assert (status, again.decode()) == (201, text)
        assert [(each["id"], each["status"], each["host"]) for each in tables] == [(made["id"], "over", True)]
        assert len(fates) == text.count(" fate ")
        assert len(replay["steps"]) == 1 + tables[0]["events"]

    run(go())


def test_a_record_may_be_sent_again_even_at_the_same_time(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            await ann.get("/api/me")
            answers = await asyncio.gather(*(keep(ann, YATZY) for _ in range(3)))
            _, tables = await ann.get("/api/tables")
            _, other = await keep(ben, YATZY)
        assert sorted(status for status, _ in answers) == [200, 200, 201]
        assert [each["id"] for each in tables] == [answers[0][1]["id"]]
        assert other["id"] != tables[0]["id"]

    run(go())


def test_the_record_of_a_match_that_was_played_here_opens_that_match(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, _ = await ann.host("yatzy", "person")
            chair = await ann.sit(table)
            await chair.send("ready")
            await chair.until_type("update")
            await chair.play(Random(1))
            _, record = await ann.get(f"/api/tables/{table}/record")
            status, made = await keep(ann, record)
            _, tables = await ann.get("/api/tables")
            _, other = await keep(ben, record)
        assert (status, made["id"]) == (200, table)
        assert [each["id"] for each in tables] == [table]
        assert other["id"] != table  # who was not there gets a table of their own

    run(go())


def test_nobody_else_sees_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            _, made = await keep(ann, YATZY)
            status, problem = await ben.get(f"/api/tables/{made['id']}/record")
        assert (status, problem["code"]) == (400, "no_watching")

    run(go())


MOVED = sealed(YATZY.replace(" fate 1 ", " fate 2 ", 1))
UNFINISHED = sealed(
    "\n".join([*(line for line in YATZY.splitlines()[:25] if not line.startswith("result")), "", "seal: "])
)


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("", 400, "bad_record"),
        ("purrlor record 1\ngame: chess 1\n", 400, "bad_record"),
        (YATZY.replace("Ann", "Eve", 1), 400, "bad_record"),
        (MOVED, 400, "bad_record"),
        (UNFINISHED, 409, "record_not_over"),
        (sealed("".join(line for line in YATZY.splitlines(True) if "seed:" not in line)), 400, "bad_record"),
        ("x" * (LONGEST_RECORD + 1), 413, "too_long"),
        (YATZY.partition("\n\n")[0] + "\n\n" + "1 0 fate 2\n" * (MOST_EVENTS + 1), 413, "record_too_long"),
        (b"\xff\xfe", 400, "bad_request"),
    ],
    ids=[
        "empty",
        "no game",
        "changed",
        "other fate",
        "unfinished",
        "no seed",
        "too long",
        "too many events",
        "no text",
    ],
)
def test_what_does_not_verify_is_refused_and_leaves_nothing(
    tmp_path: Path, text: str | bytes, status: int, code: str
) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await ann.get("/api/me")
            found, problem = await keep(ann, text)
            _, tables = await ann.get("/api/tables")
        assert (found, problem["code"]) == (status, code)
        assert problem["words"].endswith(".")
        assert tables == []

    run(go())


def test_records_count_as_new_tables(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s", Limits(tables=1 / 60)) as house, house.device() as ann:
            first, _ = await keep(ann, YATZY)
            second, problem = await keep(ann, YATZY)
        assert (first, second, problem["code"]) == (201, 429, "too_many_tables")

    run(go())


def test_a_record_that_never_arrives_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.records.routes.BODY_SECONDS", 0.05)
    assert BODY_SECONDS > 1

    async def drip() -> Any:
        yield b"purrlor record 1\n"
        await asyncio.sleep(3600)

    async def go() -> None:
        async with (
            parlour(tmp_path / "s") as house,
            house.device() as ann,
            ann.session.post("/api/records", data=drip()) as response,
        ):
            assert (response.status, (await response.json())["code"]) == (408, "too_slow")

    run(go())


def test_a_finished_match_is_played_on_at_a_table_of_its_own(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            _, kept = await keep(ann, YATZY)
            seats = [{"kind": "person"}, {"kind": "bot"}, {"kind": "bot"}]
            wanted = {"name": "Ann", "seats": seats, "table": kept["id"], "at": 12}
            status, made = await ann.post("/api/forks", wanted)
            _, info = await ann.get(f"/api/tables/{made['id']}")
            _, problem = await ben.post("/api/forks", wanted)
        assert (status, problem["code"]) == (201, "no_watching")
        assert info["origin"].split()[1] == "12"
        assert info["rated"] is False

    run(go())


COMPARED = {"at": 218, "seat": 0, "moves": ["keep 3", "score mouser"]}


def test_moves_are_compared_in_random_continuations(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            _, kept = await keep(ann, YATZY)
            path = f"/api/tables/{kept['id']}/continuations"
            while (found := (await ann.post(path, COMPARED))[1])["done"] < found["count"]:
                pass
            assert found["moves"][0]["points"] >= found["moves"][1]["points"]
            _, problem = await ben.post(path, COMPARED)
            assert problem["code"] == "no_watching"

    run(go())


def test_impossible_moves_are_not_compared(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            _, kept = await keep(ann, YATZY)
            _, problem = await ann.post(
                f"/api/tables/{kept['id']}/continuations", {**COMPARED, "moves": ["keep 6 6 6"]}
            )
            assert problem["code"] == "bad_fork"

    run(go())


def test_an_address_compares_a_bounded_number_of_moves_at_once(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            _, kept = await keep(ann, YATZY)
            path, waits = f"/api/tables/{kept['id']}/continuations", asyncio.Event()

            async def study(*_: Any) -> list[Any]:
                await waits.wait()
                return []

            with patch.object(house.app.services.thinkers, "study", study), patch.object(review, "REVIEW_SECONDS", 0):
                for at in range(218, 218 - MOST_OF_ONE, -1):
                    house.app.services.comparisons.works[str(at)] = review.ComparisonWork(
                        [asyncio.ensure_future(study())], "127.0.0.1"
                    )
                _, problem = await ann.post(path, COMPARED)
                waits.set()
            assert problem["code"] == "queue_full"

    run(go())
