"""Limits for each address that hold for several machines."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

import msgspec
import pytest

from purrlor.server.cluster.lease import Lease
from purrlor.server.cluster.member import ClusterPlan
from purrlor.server.cluster.shared_limits import SharedBuckets, SharedLimits, UsageExchange, new_memory
from purrlor.server.http.limits import Limits
from purrlor.server.store import Node, open_store
from tests.server.parlour import PATIENCE, Device, parlour, run

pytest_plugins = ["tests.server.postgres"]
KEY = bytes(16)
LIMITS = Limits(requests=10, sockets=20)
"""A hundred requests at once."""


class Machine:
    """One process, whose clock is moved by hand."""

    def __init__(self, name: str, shared: SharedLimits | None = None) -> None:
        self.name = name
        self.time = 1_800_000_000_000
        self.limits = shared or SharedLimits(-1, 1, 0, KEY, LIMITS)
        self.exchange = UsageExchange(self.limits, name, lambda: self.time)

    def given(self, times: int, address: str = "a") -> int:
        """Return how many of these requests are allowed."""
        return sum(self.limits.requests.take(address, self.time) for _ in range(times))


def tell_each_other(machines: Sequence[Machine], seconds: float = 0) -> None:
    reports = {machine.name: machine.exchange.report() for machine in machines}
    for machine in machines:
        machine.exchange.learn({name: text for name, text in reports.items() if name != machine.name and text})
        machine.time += int(1000 * seconds)


@pytest.fixture
def machines() -> list[Machine]:
    made = [Machine("one"), Machine("two")]
    tell_each_other(made)
    return made


def test_what_one_machine_gives_is_taken_from_the_bucket_of_the_other(machines: list[Machine]) -> None:
    one, two = machines
    assert one.given(80) == 80
    assert two.given(1) == 1
    tell_each_other(machines)
    assert two.given(100) in range(19, 31)
    tell_each_other(machines)
    assert one.given(100) in range(11)


def test_an_address_gets_no_more_from_two_machines_than_from_one(machines: list[Machine]) -> None:
    """Over a minute: the burst of one, and what refills, within a tenth of the burst for each machine."""
    total = 0
    for _ in range(60):
        total += sum(machine.given(50) for machine in machines)
        tell_each_other(machines, seconds=1)
    assert total in range(600, 720 + 2 * 50)  # and what both give before they hear of each other


def test_numbers_that_were_tried_at_one_machine_are_not_tried_again_at_the_other(machines: list[Machine]) -> None:
    one, two = machines
    assert sum(one.limits.numbers.take("room", one.time) for _ in range(9)) == 5
    tell_each_other(machines)
    assert not two.limits.numbers.take("room", two.time)


def test_wrong_codes_of_everybody_at_one_machine_count_at_the_other(machines: list[Machine]) -> None:
    one, two = machines
    assert sum(one.limits.all_codes.take("", one.time) for _ in range(99)) == 60
    one.limits.all_codes.give_back("", one.time)
    assert sum(one.limits.all_codes.take("", one.time) for _ in range(9)) == 1
    tell_each_other(machines)
    assert sum(two.limits.all_codes.take("", two.time) for _ in range(99)) in range(8)  # the first tenth is unreported


def test_others_are_not_told_of_people_who_use_little(machines: list[Machine]) -> None:
    one, _ = machines
    for number in range(50):
        one.given(5, f"person {number}")
        one.limits.sockets.add(f"person {number}", 1)
    assert one.exchange.report() == ""


def test_a_report_that_was_not_read_is_made_up_for_by_the_next(machines: list[Machine]) -> None:
    one, two = machines
    one.given(30)
    one.exchange.report()
    one.given(30)
    tell_each_other(machines)
    tell_each_other(machines)
    assert two.given(100) in range(40, 51)


def test_an_address_is_forgotten_when_its_bucket_is_full_again(machines: list[Machine]) -> None:
    one, two = machines
    one.given(60)
    assert one.exchange.report()
    for machine in machines:
        machine.time += 10_000
    tell_each_other(machines)
    assert (one.exchange.report(), two.given(100)) == ("", 100)


def test_sockets_at_other_machines_count(machines: list[Machine]) -> None:
    one, two = machines
    two.limits.sockets.add("a", 1)
    one.limits.sockets.add("a", 7)
    tell_each_other(machines)
    assert (one.limits.sockets.of("a"), two.limits.sockets.of("a"), two.limits.sockets.total()) == (7, 8, 1)
    one.limits.sockets.add("a", -7)
    tell_each_other(machines)
    assert two.limits.sockets.of("a") == 1


def test_a_machine_that_ends_takes_its_sockets_with_it(machines: list[Machine]) -> None:
    one, two = machines
    one.limits.sockets.add("a", 7)
    tell_each_other(machines)
    two.exchange.learn({})
    assert two.limits.sockets.of("a") == 0


def test_a_new_server_begins_with_what_others_have_given(machines: list[Machine]) -> None:
    one, _ = machines
    for _ in range(9):
        one.given(90)
        one.time += 5000
    new = Machine("new")
    new.time = one.time
    tell_each_other([one, new])
    assert new.given(1) == 0
    new.time += 1000
    assert new.given(100) in range(9, 11)


def test_a_report_from_before_codes_and_numbers_were_told_still_counts(machines: list[Machine]) -> None:
    one, two = machines
    one.given(60)
    old = msgspec.json.encode(msgspec.json.decode(one.exchange.report())[:5]).decode()
    two.exchange.learn({"one": old})
    assert two.given(100) in range(40, 51)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '["x",{"-1":2},{},{},{}]', '["x",{"99999":2},{},{},{}]', "nonsense"])
def test_a_report_of_another_version_counts_nothing(text: str, machines: list[Machine]) -> None:
    one, _ = machines
    one.exchange.learn({"other": text})
    assert one.given(100) == 100


@pytest.mark.skipif(sys.platform == "win32", reason="workers need Unix")
def test_workers_of_one_machine_do_not_count_twice() -> None:
    """They share their memory already, and one of them reads what others report."""
    descriptor = new_memory(2)
    workers = [Machine("same", SharedLimits(descriptor, 2, row, KEY, LIMITS)) for row in range(2)]
    for worker in workers:
        worker.exchange.learn({})
    workers[0].given(40)
    report = workers[0].exchange.report()
    assert workers[1].exchange.report() == ""
    workers[1].exchange.learn({"sibling": report})
    assert workers[1].given(100) == 60


def test_nodes_read_each_others_reports_from_the_store(database_url: str) -> None:
    with open_store(database_url, serving=True) as store:
        connect = store.connect_nodes
        assert connect is not None
        machines = [Machine("one"), Machine("two")]
        leases = [Lease(connect(), Node(each.name, each.name, "", "")) for each in machines]
        for lease in leases:
            lease.register()

        def beat() -> None:
            for lease, machine in zip(leases, machines, strict=True):
                assert lease.beat()
                lease.exchange(machine.exchange)

        beat()
        machines[0].given(60)
        beat()
        assert machines[1].given(100) in range(40, 51)
        for machine in machines:
            machine.time += 60_000
        beat()
        watching = connect()
        assert watching.usage_of_others("") == {}
        watching.close()
        for lease in leases:
            lease.close()


def test_new_tables_are_limited_at_both_doors_together(database_url: str) -> None:
    """Fifteen at once: twelve are made at one server, and the other one hears of it with the next renewals."""
    limits = Limits(tables=0.25)

    async def made(device: Device) -> bool:
        seats = [{"kind": "person"}, {"kind": "open"}]
        status, _ = await device.post("/api/tables", {"game": "yatzy", "seats": seats, "name": "Ann"})
        return bool(status == 201)

    async def work() -> None:
        async with (
            parlour(database_url, limits, plan=ClusterPlan(machine="one")) as one,
            parlour(database_url, limits, plan=ClusterPlan(machine="two")) as two,
            one.device() as ann,
            two.device() as ben,
        ):
            assert [await made(ann) for _ in range(12)] == 12 * [True]
            tables, began = two.app.services.counting.tables, two.app.tables.now()
            assert isinstance(tables, SharedBuckets)
            while tables.left("127.0.0.1", two.app.tables.now()) > 8:
                assert two.app.tables.now() < began + 1000 * PATIENCE
                await asyncio.sleep(0.05)
            count = 0
            while await made(ben):
                count += 1
            assert count <= 8 + limits.tables * (two.app.tables.now() - began) / 1000

    run(work())
