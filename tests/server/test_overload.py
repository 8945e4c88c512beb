"""Beyond what a server holds new tables and watchers are refused first, in words; it recovers by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError

from purrlor.server.limits import Limits
from purrlor.server.overload import Overload
from tests.server.parlour import parlour, run


def overload(*, waiting: int = 0, memory: int = 0) -> Overload:
    return Overload(Limits(lag=1.0, waiting=10, memory=100), lambda: waiting, lambda: memory)


def after(load: Overload, lag: float, times: int) -> bool:
    for _ in range(times):
        load.measure(lag)
    return load.busy


def test_one_long_moment_is_no_overload_but_many_are() -> None:
    load = overload()
    assert [after(load, 2.0, 1), after(load, 2.0, 4), after(load, 0.0, 8)] == [False, True, False]


def test_under_strain_watchers_are_read_more_slowly_and_players_hardly() -> None:
    load = overload()
    calm = load.strained
    after(load, 0.2, 20)
    assert (calm, load.strained) == (False, True)
    assert (load.pause(plays=False), load.pause(plays=True)) == (2.0, 0.25)
    after(load, 0.0, 10)
    assert 1.0 < load.pause(plays=False) < 2.5
    after(load, 0.0, 30)
    assert not load.strained


@pytest.mark.parametrize(("waiting", "memory", "busy"), [(10, 100, False), (11, 0, True), (0, 101, True)])
def test_too_much_to_write_or_too_much_memory_is_overload(waiting: int, memory: int, busy: bool) -> None:
    load = overload(waiting=waiting, memory=memory)
    load.measure(0.0)
    assert load.busy is busy


def test_new_tables_and_watchers_are_refused_but_players_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, _ = await ann.host("yatzy", "person", "open", watch="anyone")
            with monkeypatch.context() as patch:
                patch.setattr(Overload, "busy", True)
                status, problem = await ben.post("/api/tables", {"game": "yatzy", "seats": [], "name": "Ben"})
                assert (status, problem["code"]) == (503, "too_busy")
                with pytest.raises(WSServerHandshakeError) as refusal:
                    await ben.sit(table)
                assert refusal.value.status == 503
                chair = await ann.sit(table)
                await chair.until_type("table")
            watcher = await ben.sit(table)
            await watcher.until_type("table")
            await watcher.leave()
            await chair.leave()

    run(work())


def test_a_watcher_who_must_wait_keeps_nobody_else_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pause(_: Overload, *, plays: bool) -> float:
        return 0 if plays else 3600

    def measure(_: Overload, lag: float) -> None:
        pass

    monkeypatch.setattr(Overload, "pause", pause)
    monkeypatch.setattr(Overload, "measure", measure)

    async def work() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            house.app.overload.strained = True
            table, _ = await ann.host("yatzy", "person", "open", watch="anyone")
            player, watcher = await ann.sit(table), await ben.sit(table)
            for _ in range(5):
                await watcher.send("act", seat=0, version=0, action="roll")
            await watcher.until_type("refused")
            for _ in range(30):
                await player.ask("act", seat=7, version=0, action="roll")
            assert house.app.metrics.traffic.messages == 1 + 30

    run(work())
