"""The simulation behind docs/host/scale-out.md behaves as the model says."""

from __future__ import annotations

import pytest

from harness.scale_model import EVENTS_PER_MESSAGE, MESSAGE_SECONDS, STEPS, CommitCost, Database, split

COST = CommitCost(per_commit=0.005, per_event=0.00005, base=0.0001)


def test_an_idle_server_takes_one_message_and_one_commit() -> None:
    seen = Database(servers=1, messages=1, cost=COST, seconds=100).run()
    alone = MESSAGE_SECONDS + COST.base + EVENTS_PER_MESSAGE * COST.per_event + COST.per_commit
    assert seen.p50 == pytest.approx(alone)
    assert seen.events_per_commit == pytest.approx(EVENTS_PER_MESSAGE, rel=0.1)


def test_commits_grow_with_the_load_so_that_the_wait_for_the_disk_is_shared() -> None:
    calm, busy = (Database(servers=1, messages=rate, cost=COST, seconds=10).run() for rate in (100, 1500))
    assert busy.events_per_commit > 5 * calm.events_per_commit
    assert busy.p99 < 4 * COST.per_commit


def test_beyond_what_a_process_can_do_everybody_waits() -> None:
    fits, too_much = (
        Database(servers=1, messages=share / MESSAGE_SECONDS, cost=COST, seconds=10).run() for share in (0.6, 1.3)
    )
    assert too_much.p99 > 10 * fits.p99


def test_beyond_what_a_database_can_do_more_servers_do_not_help() -> None:
    most = 1 / COST.per_event / EVENTS_PER_MESSAGE
    seen = Database(servers=50, messages=1.3 * most, cost=COST, seconds=5).run()
    assert seen.server_busy < 0.2
    assert seen.p99 > 1


def test_commits_that_wait_for_company_spare_the_database_and_cost_their_wait() -> None:
    hasty, patient = (
        Database(servers=2, messages=2000, cost=COST, seconds=5, patience=seconds).run() for seconds in (0, 0.005)
    )
    assert patient.database_busy < hasty.database_busy
    assert hasty.p50 < patient.p50 < hasty.p50 + 0.01


@pytest.mark.parametrize("tables", STEPS[:3])
def test_every_step_is_split_so_that_nothing_is_too_busy(tables: int) -> None:
    shape, seen = split(tables, COST)
    assert shape.servers % shape.databases == 0
    assert seen.database_busy <= 0.5
    assert seen.server_busy <= 0.65
    assert seen.p99 < 0.05


def test_ten_times_the_tables_need_about_ten_times_the_databases() -> None:
    few, many = (split(tables, COST)[0].databases for tables in (100_000, 400_000))
    assert 3 * few <= many <= 5 * few
