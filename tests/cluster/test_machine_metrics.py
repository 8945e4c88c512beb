"""One scrape gives the metrics of all workers of a machine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from purrlor.server.cluster import machine_metrics
from purrlor.server.cluster.machine_metrics import merged
from purrlor.server.cluster.member import ClusterPlan
from purrlor.server.metrics import Metrics
from tests.server.parlour import PATIENCE, Parlour, parlour, run

pytest_plugins = ["tests.server.postgres"]
Samples = dict[str, float]


async def scraped(house: Parlour, name: str) -> Samples:
    """The samples of this name, by worker."""
    async with house.device() as prometheus:
        status, text = await prometheus.get("/metrics")
    assert status == 200
    families = text_string_to_metric_families(text.decode())
    return {each.labels["worker"]: each.value for family in families for each in family.samples if each.name == name}


@pytest.mark.skipif(sys.platform == "win32", reason="workers need Unix sockets")
def test_any_worker_answers_for_all_of_its_machine(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_metrics, "ANSWER_SECONDS", PATIENCE)

    async def work() -> None:
        plans = [ClusterPlan(folder=str(tmp_path), worker=each) for each in ("0", "1")]
        async with parlour(database_url, plan=plans[0]) as one, parlour(database_url, plan=plans[1]) as other:
            async with one.device() as ann:
                table, _ = await ann.host("yatzy", "person", "open")
                chair = await ann.sit(table)
                await chair.until_type("table")
                for house in (one, other):
                    assert await scraped(house, "purrlor_tables") == {"0": 1, "1": 0}
                    assert await scraped(house, "purrlor_sockets") == {"0": 1, "1": 0}
                    assert await scraped(house, "purrlor_worker_up") == {"0": 1, "1": 1}
                await chair.leave()
            (tmp_path / "2-killed").mkdir()
            assert await scraped(other, "purrlor_worker_up") == {"0": 1, "1": 1, "2": 0}

    run(work())


def test_a_server_without_siblings_answers_for_itself_without_a_label(database_url: str) -> None:
    async def work() -> None:
        async with parlour(database_url, plan=ClusterPlan()) as house, house.device() as prometheus:
            assert b"\npurrlor_worker_up 1.0\n" in (await prometheus.get("/metrics"))[1]

    run(work())


def test_every_family_stands_once_with_the_samples_of_all() -> None:
    workers = [Metrics(each) for each in ("0", "1")]
    workers[1].refusals.labels("busy").inc(3)
    text = merged(worker.text().decode() for worker in workers)
    families = list(text_string_to_metric_families(text))
    assert len({family.name for family in families}) == len(families)
    refusals = next(family for family in families if family.name == "purrlor_refusals")
    assert [(each.labels, each.value) for each in refusals.samples if each.name.endswith("_total")] == [
        ({"code": "busy", "worker": "1"}, 3)
    ]
    moves = next(family for family in families if family.name == "purrlor_move_seconds")
    assert [each.labels["worker"] for each in moves.samples if each.name.endswith("_count")] == ["0", "1"]
