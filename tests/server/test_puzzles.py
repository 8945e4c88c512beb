"""Puzzles over HTTP: tries are kept with the person, counted once, exported and deleted with the rest."""

from __future__ import annotations

import asyncio
from pathlib import Path

from purrlor.kit.puzzles import puzzle_of, with_puzzles
from purrlor.server.people.account_merge import merge_persons
from purrlor.server.puzzles import tries_of
from purrlor.server.store import open_store
from purrlor.table.rows import Person, PuzzleTry, SavePerson, SavePuzzleTry
from tests.server.parlour import Device, parlour, run

pytest_plugins = ["tests.server.postgres"]
GAME = "yatzy"


async def answered(device: Device, *, right: bool) -> tuple[str, int]:
    """Try the next puzzle: its id, and the rating after it."""
    status, shown = await device.get(f"/api/puzzles/{GAME}")
    assert status == 200
    puzzle = puzzle_of(GAME, shown["id"])
    assert puzzle is not None
    action = puzzle.choices[0].action if right else puzzle.played
    status, judged = await device.post(f"/api/puzzles/{GAME}", {"puzzle": puzzle.id, "action": action})
    assert status == 200
    assert judged["score"] == (100 if right else 0)
    assert judged["why"]
    assert [each["worth"] for each in judged["choices"]] == sorted(
        (each["worth"] for each in judged["choices"]), reverse=True
    )
    return puzzle.id, judged["standing"]["rating"]


def test_a_guest_solves_puzzles_that_get_harder_and_are_kept(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann:
            _, games = await ann.get("/api/puzzles")
            assert [each["game"] for each in games] == list(with_puzzles())
            assert all(each["tries"] == 0 < each["count"] for each in games)
            first = await answered(ann, right=True)
            second = await answered(ann, right=True)
            third = await answered(ann, right=False)
            assert len({first[0], second[0], third[0]}) == 3
            assert 800 < first[1] < second[1] > third[1]
            _, games = await ann.get("/api/puzzles")
            own = next(each for each in games if each["game"] == GAME)
            assert (own["tries"], own["solved"], own["rating"]) == (3, 2, third[1])
            async with house.device() as ben:
                _, others = await ben.get("/api/puzzles")
                assert all(each["tries"] == 0 for each in others)

    run(go())


def test_the_same_puzzle_at_once_in_two_windows_counts_once(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await answered(ann, right=True)
            _, shown = await ann.get(f"/api/puzzles/{GAME}")
            puzzle = puzzle_of(GAME, shown["id"])
            assert puzzle is not None
            body = {"puzzle": puzzle.id, "action": puzzle.played}
            await asyncio.gather(*(ann.post(f"/api/puzzles/{GAME}", body) for _ in range(4)))
            _, games = await ann.get("/api/puzzles")
            assert next(each["tries"] for each in games if each["game"] == GAME) == 2
            status, again = await ann.get(f"/api/puzzles/{GAME}?puzzle={puzzle.id}")
            assert (status, again["again"]) == (200, True)

    run(go())


def test_bad_requests_are_refused_and_keep_nothing(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            assert (await ann.get("/api/puzzles/chess"))[0] == 404
            assert (await ann.get(f"/api/puzzles/{GAME}?puzzle=none"))[0] == 404
            _, shown = await ann.get(f"/api/puzzles/{GAME}")
            for body, status in (
                ({"puzzle": "none", "action": "roll"}, 404),
                ({"puzzle": shown["id"], "action": "swim"}, 400),
                ({"puzzle": shown["id"]}, 400),
                ({"puzzle": shown["id"], "action": "roll", "score": 100}, 400),
            ):
                assert (await ann.post(f"/api/puzzles/{GAME}", body))[0] == status
            with house.app.tables.store.blocking.reading() as reader:
                assert reader.run("SELECT COUNT(*) FROM puzzle_tries") == [(0,)]

    run(go())


def test_tries_are_exported_and_deleted_with_the_person(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann:
            name, _ = await answered(ann, right=False)
            _, found = await ann.get("/api/history/export")
            assert [row["puzzle"] for row in found["about"]["puzzle_tries"]] == [name]
            async with ann.session.delete("/api/me") as response:
                assert response.status == 200
            with house.app.tables.store.blocking.reading() as reader:
                assert [tuple(row) for row in reader.run("SELECT COUNT(*) FROM puzzle_tries")] == [(0,)]

    run(go())


def test_two_persons_who_become_one_keep_the_tries_of_both(place: str) -> None:
    def tried(puzzle: str, score: int) -> PuzzleTry:
        return PuzzleTry(GAME, puzzle, 1, 1, score, score, 1000, 4)

    with open_store(place) as store:
        store.write(
            [
                SavePerson(Person("old", "Ann")),
                SavePuzzleTry("old", tried("a", 100)),
                SavePuzzleTry("old", tried("b", 0)),
                SavePuzzleTry("new", tried("b", 100)),
            ]
        )
        store.transact(merge_persons, "old", "new")
        tries = store.read(tries_of, "new")[GAME]
        assert {name: each.score for name, each in tries.items()} == {"a": 100, "b": 100}
