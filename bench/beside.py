"""The servers of two checkouts, compared under the same load in alternating turns.

Both run all the time, so that other work on the machine affects both equally. It counts the CPU time of each
server's process per move; the servers share one core, and the clients have another.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING

from purrlor.kit.statistics import standard_error

from .server import Plan, playing

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

HERE = Path(__file__).parents[1]
PLANS = {"yatzy": Plan("yatzy", 200, 2), "meow": Plan("meow", 150, 4)}
SECONDS = 3.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Checkout:
    """A server, and the CPU time of each of its turns."""

    process: int
    address: str
    micros: list[float] = field(default_factory=list[float])

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def serving(root: Path) -> Generator[Checkout]:
    pin = ["taskset", "-c", "1"] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else []
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    with tempfile.TemporaryDirectory() as folder:
        command = [*pin, sys.executable, "-m", "bench.open_server", f"{folder}/parlour.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=root)
        assert server.stdout is not None
        try:
            yield Checkout(server.pid, server.stdout.readline().strip())
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


async def take_turn(checkout: Checkout, plan: Plan) -> None:
    """Let all tables of the plan play for some seconds."""
    async with playing(checkout.address, plan) as load:
        moves, began = load.moves, checkout.cpu_seconds()
        await asyncio.sleep(SECONDS)
        checkout.micros.append(1e6 * (checkout.cpu_seconds() - began) / max(1, load.moves - moves))


async def compare(other: Checkout, here: Checkout, plan: Plan, turns: int) -> None:
    for turn in range(turns):
        for checkout in (other, here) if turn % 2 else (here, other):
            await take_turn(checkout, plan)
        print(f"  turn {turn + 1}: {other.micros[-1]:.0f} and {here.micros[-1]:.0f} µs", flush=True)
    logs = [math.log(now / then) for then, now in zip(other.micros, here.micros, strict=True)]
    mean, margin = fmean(logs), 2.1 * standard_error(logs)
    low, ratio, high = (math.exp(mean + part) for part in (-margin, 0, margin))
    print(f"{plan.game}: there {median(other.micros):.0f}, here {median(here.micros):.0f} µs of CPU time for a move")
    print(f"{plan.game}: here takes {ratio:.3f} times as long ({low:.3f} to {high:.3f})")


def main(arguments: Sequence[str]) -> None:
    import uvloop

    parser = argparse.ArgumentParser(prog="python -m bench beside", description=__doc__)
    parser.add_argument("other", type=Path, help="the root of another checkout, for instance a git worktree")
    parser.add_argument("--turns", type=int, default=24, help="turns of each server, at least 2 (24)")
    parser.add_argument("--game", choices=PLANS, default="yatzy")
    args = parser.parse_args(arguments)
    if not (args.other / "bench" / "open_server.py").exists():
        parser.error(f"{args.other} holds no bench/open_server.py")
    if args.turns < 2:
        parser.error(f"--turns takes at least 2, not {args.turns}")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    with ExitStack() as stack:
        other, here = (stack.enter_context(serving(root)) for root in (args.other.resolve(), HERE))
        uvloop.run(compare(other, here, PLANS[args.game], args.turns))


if __name__ == "__main__":
    main(sys.argv[1:])
