"""Solving Yatzy: cold, warm, and compared with another solver in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from importlib import import_module
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from harness.figures import Figure, sampled, section, times
from purrlor.compiled.runner import runner
from purrlor.games.yatzy.bots.solver.distribution import distribution
from purrlor.games.yatzy.bots.solver.solution import solution
from purrlor.games.yatzy.bots.solver.solve import solve
from purrlor.games.yatzy.bots.solver.tables import Options

OPTIONS = Options(scratch="free")
COLD = """
import resource, time
started = time.perf_counter()
from purrlor.games.yatzy.bots.solver.solution import solution
from purrlor.games.yatzy.bots.solver.solve import solve
from purrlor.games.yatzy.bots.solver.tables import Options
solve(Options(scratch="free"))
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def cold() -> tuple[float, float]:
    """Return the seconds and megabytes of a fresh process that has never compiled anything."""
    with TemporaryDirectory() as empty:
        environment = {**os.environ, "NUMBA_CACHE_DIR": empty, "XDG_CACHE_HOME": empty}
        ran = subprocess.run([sys.executable, "-c", COLD], env=environment, capture_output=True, text=True, check=True)
    took, memory = map(float, ran.stdout.split())
    return took, memory


def peer_solve() -> None:
    """Solve the same rules with the package yatzy-solver."""
    peer: Any = import_module("yatzy_solver")
    peer.Solver.build(peer.Variant("american+no-bonus"))


def main() -> None:
    took, memory = cold()
    solve(OPTIONS)
    warm = times(7, partial(solve, OPTIONS))
    peer = times(3, peer_solve)
    solved = solution(scratch="free")
    section(
        "Yatzy, exact solution (scratch=free, float64)",
        Figure("cold: fresh process without any cache", took, "s", 2),
        Figure("its peak memory", memory, "MB", 400),
        sampled(f"warm ({runner()})", warm, "s", 0.35 if runner() == "numba" else None),
        sampled("yatzy-solver (Rust, all cores), in this run", peer, "s"),
        Figure("the peer's time / ours on one core", median(peer) / median(warm), "times"),
        sampled("distribution of the final total, computed", times(3, lambda: distribution(solved)), "s"),
    )
