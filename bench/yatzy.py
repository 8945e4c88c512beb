"""Solving Yatzy: cold, warm, from the cache, and against somebody else's solver in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from harness.figures import Figure, sampled, section, times
from purrlor.games.yatzy.bots import cache
from purrlor.games.yatzy.bots.distribution import distribution
from purrlor.games.yatzy.bots.solver import solve
from purrlor.games.yatzy.bots.tables import Options

OPTIONS = Options(scratch="free")
COLD = """
import resource, time
started = time.perf_counter()
from purrlor.games.yatzy.bots.solver import solve
from purrlor.games.yatzy.bots.tables import Options
solve(Options(scratch="free"))
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def cold() -> tuple[float, float]:
    """Seconds and megabytes of a fresh process that has never compiled anything."""
    with TemporaryDirectory() as empty:
        environment = {**os.environ, "NUMBA_CACHE_DIR": empty, "PURRLOR_CACHE": empty}
        ran = subprocess.run([sys.executable, "-c", COLD], env=environment, capture_output=True, text=True, check=True)
    took, memory = map(float, ran.stdout.split())
    return took, memory


def loading() -> list[float]:
    """Return the seconds of several runs that read a solved table from the cache, its checksum included."""
    with TemporaryDirectory() as folder:
        table = solve(OPTIONS)
        path = Path(folder) / "values.table"
        cache.store(path, table)
        return times(5, lambda: cache.load(path, table.shape, table.dtype.type))


def peer_solve() -> None:
    """The same rules, solved by the package yatzy-solver."""
    peer: Any = import_module("yatzy_solver")
    peer.Solver.build(peer.Variant("american+no-bonus"))


def main() -> None:
    took, memory = cold()
    solve(OPTIONS)
    one, two = (times(7, partial(solve, OPTIONS, threads=threads)) for threads in (1, 2))
    peer = times(3, peer_solve)
    solved = cache.solution(scratch="free")
    section(
        "Yatzy, exact solution (scratch=free, float64)",
        Figure("cold: fresh process, compiling, solving", took, "s", 5),
        Figure("its peak memory", memory, "MB", 400),
        sampled("warm, one thread", one, "s", 0.35),
        sampled("warm, two threads", two, "s", 0.2),
        sampled("yatzy-solver (Rust, all cores), in this run", peer, "s"),
        Figure("the peer's time / ours on two threads", median(peer) / median(two), "times"),
        sampled("loading a cached table", [1000 * spent for spent in loading()], "ms", 50),
        sampled("distribution of the final total, computed", times(3, lambda: distribution(solved)), "s"),
    )
