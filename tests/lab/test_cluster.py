"""An arena on a Dask cluster of three processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import closing
from typing import Any, cast

import pytest

pytest.importorskip("distributed")

from distributed import LocalCluster

from purrlor.games.yatzy import Yatzy
from purrlor.lab.arena import Arena
from purrlor.lab.executors import cluster_executor
from purrlor.lab.tally import Tally, merged

ARENA = Arena(Yatzy(seats=2), ("kitten", "tabby"), seed="cluster")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.fixture
def cluster() -> Generator[Any]:
    made = cast("Any", LocalCluster)(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1", silence_logs=50
    )
    with closing(made):
        yield made


def test_a_killed_worker_changes_no_byte(cluster: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(50)
    alone = ARENA.play(600)
    with cluster_executor(cluster.scheduler_address) as executor:
        tallies: list[Tally] = []
        for _, tally in ARENA.parts(ARENA.portions(600), executor=executor):
            tallies.append(tally)
            if len(tallies) == 3:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    assert merged(tallies).as_json() == alone.as_json()


def test_no_scheduler_is_reported_in_time() -> None:
    with pytest.raises(OSError, match=r"127\.0\.0\.1:9"), cluster_executor("tcp://127.0.0.1:9"):
        pass
