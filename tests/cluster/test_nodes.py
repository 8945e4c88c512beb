"""Leases and owners of tables in a real PostgreSQL, and the fence that every commit passes."""

from __future__ import annotations

import threading
from collections.abc import Generator

import pytest

from purrlor.server.cluster.lease import Lease
from purrlor.server.cluster.ownership import Elsewhere, Ownership
from purrlor.server.store import LeaseLost, Node, Nodes, Store, StoreFailed, WriteRefused, open_store
from purrlor.server.store.tables import due_tables
from purrlor.table.refusals import RequestRefused
from purrlor.table.rows import AddEvents, ClaimTable, EventRow, Fence, SaveTable, TableRow

pytest_plugins = ["tests.server.postgres"]
TABLE = TableRow("t1", "yatzy", "{}", b"secret", "running", 0, 0)
LONG = 60_000
OVER = -1
"""A lease that has run out when it begins."""


@pytest.fixture
def store(database_url: str) -> Generator[Store]:
    with open_store(database_url, serving=True) as opened:
        yield opened


@pytest.fixture
def nodes(store: Store) -> Generator[Nodes]:
    assert store.connect_nodes is not None
    opened = store.connect_nodes()
    yield opened
    opened.close()


def node(name: str) -> Node:
    return Node(name, "machine", f"/tmp/{name}", "")


def event(number: int) -> AddEvents:
    return AddEvents("t1", (EventRow(number, 0, "seat1 roll"),))


def made_by(store: Store, nodes: Nodes, name: str, millis: int = LONG) -> None:
    """Register a node that has created the table."""
    nodes.add(node(name), LONG)
    store.write([Fence(name), SaveTable(TABLE), ClaimTable("t1", name)])
    nodes.renew(name, millis)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def member(store: Store, name: str, clock: Clock | None = None) -> Ownership:
    """Return the ownership of a server process whose lease is renewed by hand."""
    assert store.connect_nodes is not None
    lease = Lease(store.connect_nodes(), node(name), clock=clock or Clock())
    lease.register()
    return Ownership(store.connect_nodes(), lease)


def test_a_new_table_belongs_to_the_node_that_made_it(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a")
    found = nodes.owner("t1")
    assert found is not None
    assert (found.node, found.epoch, found.expired) == (node("a"), 1, False)


def test_the_owner_writes_in_its_epoch_only(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a")
    store.write([Fence("a", ("t1",), (1,)), event(1)])
    with pytest.raises(LeaseLost):
        store.write([Fence("a", ("t1",), (2,)), event(2)])
    assert [row.number for row in events(store)] == [1]


def events(store: Store) -> tuple[EventRow, ...]:
    loaded = store.load("t1")
    assert loaded is not None
    return loaded.events


def test_after_its_lease_a_node_writes_nothing_though_nobody_has_ended_it(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a", OVER)
    with pytest.raises(LeaseLost):
        store.write([Fence("a", ("t1",), (1,)), event(1)])
    nodes.renew("a", LONG)
    store.write([Fence("a", ("t1",), (1,)), event(1)])


def test_a_refused_batch_leaves_the_store_usable(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a")
    with pytest.raises(LeaseLost):
        store.write([Fence("nobody"), event(1)])
    store.write([Fence("a", ("t1",), (1,)), event(1)])


def test_a_live_nodes_table_is_not_taken(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a")
    nodes.add(node("b"), LONG)
    assert not nodes.end("a")
    assert nodes.take("t1", 1, "b") is None


def test_of_two_that_take_a_free_table_one_gets_it(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a")
    nodes.remove("a")
    for name in ("b", "c"):
        nodes.add(node(name), LONG)
    assert [nodes.take("t1", 1, name) for name in ("b", "c")] == [2, None]


def test_a_node_that_was_ended_never_comes_back(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a", OVER)
    assert nodes.end("a")
    assert not nodes.renew("a", LONG)
    with pytest.raises(LeaseLost):
        store.write([Fence("a", ("t1",), (1,)), event(1)])


def test_a_move_that_the_next_owner_has_overtaken_is_late_and_no_fault_of_the_store(store: Store, nodes: Nodes) -> None:
    """A process that was stopped wakes up with an event whose number the next owner has written meanwhile."""
    made_by(store, nodes, "a", OVER)
    assert nodes.end("a")
    nodes.add(node("b"), LONG)
    assert nodes.take("t1", 1, "b") == 2
    store.write([Fence("b", ("t1",), (2,)), event(1)])
    with pytest.raises(LeaseLost):
        store.write([Fence("a", ("t1",), (1,)), event(1)])
    with pytest.raises(WriteRefused, match="there already"):
        store.write([Fence("b", ("t1",), (2,)), event(1)])


def test_ending_a_node_waits_for_its_commit(store: Store, nodes: Nodes, database_url: str) -> None:
    """A commit that has passed the fence is on the disk before anybody else may own the table."""
    made_by(store, nodes, "a")
    with open_store(database_url) as other:
        writer = vars(other)["_writer"]
        ended = threading.Thread(target=nodes.end, args=("a",))
        with writer.transaction():
            writer.run("SELECT 1 FROM nodes WHERE id = ? FOR KEY SHARE", ("a",))
            assert nodes.renew("a", OVER), "a lease is renewed while a commit is under way"
            ended.start()
            ended.join(0.3)
            assert ended.is_alive()
        ended.join()
    assert nodes.all() == []


def test_a_server_that_stops_in_the_middle_of_a_commit_is_thrown_out(
    store: Store, nodes: Nodes, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    monkeypatch.setattr("purrlor.server.store.postgresql.IDLE_MILLIS", 200)
    made_by(store, nodes, "a")
    with open_store(database_url, serving=True) as stopped:
        writer = vars(stopped)["_writer"]

        def stop_in_the_middle() -> None:
            with writer.transaction():
                writer.run("SELECT 1 FROM nodes WHERE id = ? FOR KEY SHARE", ("a",))
                nodes.renew("a", OVER)
                assert nodes.end("a")

        with pytest.raises(StoreFailed):
            stop_in_the_middle()


def test_any_node_may_take_a_dead_nodes_table(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a", OVER)
    b, c = member(store, "b"), member(store, "c")
    assert b.take("t1") == 2
    with pytest.raises(Elsewhere) as elsewhere:
        c.take("t1")
    assert elsewhere.value.node == b.lease.node
    b.close()
    assert c.take("t1") == 3
    c.close()


def test_taking_it_once_more_begins_a_new_epoch(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a", OVER)
    b = member(store, "b")
    assert [b.take("t1"), b.take("t1")] == [2, 3]
    b.close()


def test_a_table_that_nobody_made_is_refused(store: Store) -> None:
    b = member(store, "b")
    with pytest.raises(RequestRefused) as refusal:
        b.take("t1")
    assert refusal.value.code == "no_table"
    b.close()


def test_a_stopped_process_knows_by_itself_that_its_lease_is_over(store: Store, nodes: Nodes) -> None:
    clock = Clock()
    made_by(store, nodes, "a", OVER)
    b = member(store, "b", clock)
    held = [b.held]
    clock.now += 3
    assert [*held, b.held] == [True, False]
    with pytest.raises(RequestRefused) as refusal:
        b.take("t1")
    assert refusal.value.code == "moving"
    b.close()


def test_a_process_that_was_taken_for_dead_goes_on_as_a_new_node(
    store: Store, nodes: Nodes, caplog: pytest.LogCaptureFixture
) -> None:
    lost: list[str] = []
    b = member(store, "b")
    b.lease.lost = lambda: lost.append(b.lease.id)
    nodes.remove("b-1")
    assert b.lease.beat()
    assert [record.getMessage() for record in caplog.records] == [
        "another node has removed this one; continuing under a new node id"
    ]
    caplog.clear()
    assert lost == ["b-1"]
    assert b.held
    assert [each.id for each in nodes.all()] == ["b-2"]
    b.close()
    assert nodes.all() == []


def test_a_lease_that_ran_out_is_renewed_if_nobody_has_ended_it(store: Store) -> None:
    clock, lost = Clock(), list[str]()
    b = member(store, "b", clock)
    b.lease.lost = lambda: lost.append("lost")
    clock.now += 10
    assert b.lease.beat()
    assert (lost, b.held, b.lease.id) == (["lost"], True, "b-1")
    b.close()


def test_nobody_is_taken_for_dead_while_the_database_has_only_just_come_back(store: Store, nodes: Nodes) -> None:
    """After it was away every lease has run out, and everybody needs a moment to renew theirs."""
    clock = Clock()
    made_by(store, nodes, "a", OVER)
    b = member(store, "b", clock)
    b.lease.unbroken_since = clock.now
    with pytest.raises(Elsewhere):
        b.take("t1")
    clock.now += 2
    assert b.lease.beat()
    clock.now += 1.5
    assert b.take("t1") == 2
    b.close()


@pytest.mark.usefixtures("store")
def test_a_server_from_before_there_were_clusters_stays_out(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.store.postgresql.LOCK_SECONDS", 0.2)
    with pytest.raises(StoreFailed, match="another server is using it"):
        open_store(database_url, exclusive=True)
    open_store(database_url, serving=True).close()


def test_clocks_of_a_live_nodes_tables_are_left_to_it(store: Store, nodes: Nodes) -> None:
    made_by(store, nodes, "a")
    store.write([Fence("a", ("t1",), (1,)), SaveTable(TableRow("t1", "yatzy", "{}", b"secret", "running", 0, 0, 5))])
    assert store.read(due_tables, 10, "a") == ["t1"]
    assert store.read(due_tables, 10, "b") == []
    nodes.remove("a")
    assert store.read(due_tables, 10, "b") == ["t1"]
