"""An overloaded server refuses new tables and spectators first, in words; it recovers by itself."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError

from purrlor.server.http import overload as server_overload
from purrlor.server.http.limits import Limits
from purrlor.server.http.overload import LATE, MOST_CREDIT, SHARE, STEP, STRAINED_SHARE, Overload, SpectatorThrottle
from tests.server.parlour import parlour, run


def overload(*, waiting: int = 0, memory: int = 0) -> Overload:
    return Overload(Limits(lag=1.0, waiting=10, memory=100), lambda: waiting, lambda: memory)


def after(load: Overload, lag: float, times: int) -> bool:
    for _ in range(times):
        load.measure(lag)
    return load.busy


def test_one_long_moment_is_not_an_overload_but_many_are() -> None:
    load = overload()
    assert [after(load, 2.0, 1), after(load, 2.0, 4), after(load, 0.0, 8)] == [False, True, False]


def test_under_strain_spectators_have_less_time_and_players_pause_a_little() -> None:
    load = overload()
    calm = load.strained, load.spectators.share
    after(load, 0.2, 20)
    assert [calm, (load.strained, load.spectators.share)] == [(False, SHARE), (True, STRAINED_SHARE)]
    assert load.pause() == 0.25
    after(load, 0.0, 40)
    assert (load.strained, load.spectators.share) == calm


@pytest.mark.slow
def test_many_messages_of_spectators_get_their_share_of_the_time_and_no_more() -> None:
    async def work() -> None:
        time = [0.0]
        gate = SpectatorThrottle(lambda: time[0])
        served: list[int] = []

        async def flood(number: int) -> None:
            while True:
                await gate.pay(0.002)
                served.append(number)

        floods = [asyncio.ensure_future(flood(number)) for number in range(100)]
        while time[0] < 20:
            time[0] += 0.01
            gate.let_pass()
            await asyncio.sleep(0)
        for each in floods:
            each.cancel()
        expected = (SHARE * time[0] + MOST_CREDIT) / 0.002
        assert 0.95 * expected < len(served) < 1.05 * expected
        assert min(Counter(served)[number] for number in range(100)) > 0.9 * expected / 100

    asyncio.run(work())


def test_no_more_spectators_are_let_in_while_those_here_wait_long() -> None:
    async def work() -> None:
        time, load = [0.0], overload()
        load.spectators = SpectatorThrottle(lambda: time[0])
        waiting = [asyncio.ensure_future(load.spectators.pay(1.0)) for _ in range(3)]
        await asyncio.sleep(0)
        assert not load.crowded
        time[0] = 0.1 + LATE
        load.spectators.share = 0
        assert (load.crowded, load.busy) == (True, False)
        for each in waiting:
            each.cancel()

    asyncio.run(work())


@pytest.mark.parametrize("flooding_seconds", [1, 20])
def test_spectators_are_let_in_again_soon_after_a_flood_however_much_it_left_unread(
    flooding_seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """2 400 spectators, who have sent thousands of messages, and a loop that was late until the flood ended."""
    monkeypatch.setattr(server_overload, "STEP", 3600.0)  # the test alone looks at the line

    async def work() -> None:
        time, load = [0.0], overload()
        load.spectators = SpectatorThrottle(lambda: time[0])
        after(load, 2.0, 20)
        cut = [0]

        async def flood() -> None:
            while await load.spectators.pay(0.0001, lambda: True) <= LATE:
                pass
            cut[0] += 1

        floods = [asyncio.ensure_future(flood()) for _ in range(2400)]
        honest = [asyncio.ensure_future(load.spectators.pay(0.0001)) for _ in range(5)]

        async def go_on(seconds: float, lag: float) -> None:
            for step in range(round(seconds / STEP)):
                time[0] += STEP
                load.spectators.let_pass()
                await asyncio.sleep(0)
                if step % 25 == 0:
                    load.measure(lag)

        await go_on(flooding_seconds, lag=0.3)
        assert load.crowded or flooding_seconds > 5  # all who flooded have been cut, and nobody else waits long
        await go_on(5, lag=0.0)
        assert (cut[0], load.crowded, load.strained) == (2400, False, False)
        assert all(each.done() for each in honest)
        await asyncio.gather(*floods, *honest)

    asyncio.run(work())


def test_a_person_who_sent_one_message_and_waits_for_its_answer_is_not_sent_away() -> None:
    async def work() -> None:
        time = [0.0]
        gate = SpectatorThrottle(lambda: time[0])
        gate.share = 0
        await gate.pay(1.0)
        patient = asyncio.ensure_future(gate.pay(1.0, lambda: False))
        hasty = asyncio.ensure_future(gate.pay(1.0, lambda: True))
        await asyncio.sleep(0)
        for now in (LATE, 2 * LATE):
            time[0] = now
            gate.let_pass()
            await asyncio.sleep(0)
            assert (patient.done(), hasty.done()) == (False, now > LATE)
        gate.open()
        await patient

    asyncio.run(work())


@pytest.mark.parametrize(("waiting", "memory", "busy"), [(10, 100, False), (11, 0, True), (0, 101, True)])
def test_too_much_to_write_or_too_much_memory_is_overload(waiting: int, memory: int, busy: bool) -> None:
    load = overload(waiting=waiting, memory=memory)
    load.measure(0.0)
    assert load.busy is busy


def test_new_tables_and_spectators_are_refused_but_players_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
            spectator = await ben.sit(table)
            await spectator.until_type("table")
            await spectator.leave()
            await chair.leave()

    run(work())


def test_a_spectator_who_must_wait_keeps_nobody_else_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def pay(_: SpectatorThrottle, seconds: float, floods: Callable[[], bool]) -> float:  # noqa: ARG001
        if seconds:
            await asyncio.sleep(3600)
        return seconds

    monkeypatch.setattr(SpectatorThrottle, "pay", pay)

    async def work() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, _ = await ann.host("yatzy", "person", "open", watch="anyone")
            player, spectator = await ann.sit(table), await ben.sit(table)
            for _ in range(5):
                await spectator.send("act", seat=0, version=0, action="roll")
            await spectator.until_type("refused")
            for _ in range(30):
                await player.ask("act", seat=7, version=0, action="roll")
            assert house.app.services.metrics.traffic.messages == 1 + 30

    run(work())


def test_a_spectator_who_goes_on_sending_in_an_overloaded_server_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def pay(_: SpectatorThrottle, seconds: float, floods: Callable[[], bool]) -> float:  # noqa: ARG001
        return 2 * LATE + seconds

    monkeypatch.setattr(SpectatorThrottle, "pay", pay)

    async def work() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, _ = await ann.host("yatzy", "person", "open", watch="anyone")
            player, spectator = await ann.sit(table), await ben.sit(table)
            for _ in range(10):
                await spectator.ask("act", seat=0, version=0, action="roll")
            await spectator.send("act", seat=0, version=0, action="roll")
            with pytest.raises(ConnectionError, match="too_much"):
                await spectator.until_type("nothing")
            for _ in range(20):
                await player.ask("act", seat=7, version=0, action="roll")

    run(work())


def test_a_spectator_who_sent_on_during_a_long_wait_is_cut_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def pay(_: SpectatorThrottle, seconds: float, floods: Callable[[], bool]) -> float:
        while not floods():
            await asyncio.sleep(0.001)
        return 2 * LATE + seconds

    monkeypatch.setattr(SpectatorThrottle, "pay", pay)

    async def work() -> None:
        async with (
            parlour(tmp_path / "s") as house,
            house.device() as ann,
            house.device() as ben,
            house.device() as cat,
        ):
            table, _ = await ann.host("yatzy", "person", "open", watch="anyone")
            hasty, patient = await ben.sit(table), await cat.sit(table)
            await patient.ask("act", seat=0, version=0, action="roll")
            for _ in range(60):
                await hasty.send("act", seat=0, version=0, action="roll")
            with pytest.raises(ConnectionError, match="too_much"):
                await hasty.until_type("nothing")
            await patient.until(lambda message: message["type"] == "table")
            assert not patient.socket.closed

    run(work())


def test_a_spectator_who_waited_is_read_again_and_can_sit_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def pay(_: SpectatorThrottle, seconds: float, floods: Callable[[], bool]) -> float:  # noqa: ARG001
        await asyncio.sleep(0)
        return seconds

    monkeypatch.setattr(SpectatorThrottle, "pay", pay)

    async def work() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, key = await ann.host("yatzy", "person", "open", watch="anyone")
            spectator = await ben.sit(table)
            for _ in range(30):
                await spectator.send("act", seat=0, version=0, action="roll")
            await ben.post(f"/api/tables/{table}/join", {"name": "Ben", "key": key})
            await spectator.send("ready")  # changes something, so it does not wait in line
            answers = [await spectator.ask("act", seat=7, version=0, action="roll") for _ in range(30 + 1)]
            assert answers[-1]["code"] == "not_started"

    run(work())


def test_nobody_waits_in_line_when_the_server_stops() -> None:
    async def work() -> None:
        gate = SpectatorThrottle(lambda: 0.0)
        waiting = [asyncio.ensure_future(gate.pay(1.0)) for _ in range(5)]
        await asyncio.sleep(0)
        assert [each.done() for each in waiting] == [True] + 4 * [False]
        gate.open()
        await asyncio.wait_for(asyncio.gather(*waiting, gate.pay(1.0)), 60)

    asyncio.run(work())
