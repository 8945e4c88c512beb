"""Says when the server has more to do than it can: new tables and watchers are refused then, players go on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .limits import Limits

SMOOTHING = 0.3
"""Weight of the newest of a row of measurements, four a second: one long moment does not count as overload."""
MEMORY_SHARE = 0.8
"""Of the memory that this machine or container has."""
MEMORY_FILES = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
STATM = Path("/proc/self/statm")


class Overload:
    """`waiting`: changes that wait for their commit. `memory`: bytes that this process uses."""

    def __init__(self, limits: Limits, waiting: Callable[[], int], memory: Callable[[], int] | None = None) -> None:
        self._limits = limits
        self._waiting = waiting
        self._memory = memory or used_memory
        self._most_memory = limits.memory or MEMORY_SHARE * whole_memory()
        self._lag = 0.0
        self._full = False

    def measure(self, lag: float) -> None:
        """The event loop was late by this many seconds; called a few times a second."""
        self._lag += SMOOTHING * (lag - self._lag)
        self._full = self._memory() > self._most_memory

    @property
    def busy(self) -> bool:
        return self._full or self._lag > self._limits.lag or self._waiting() > self._limits.waiting


def used_memory() -> int:
    """0 where it is not known."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def whole_memory() -> float:
    """What this process may use of the machine; without bounds where that is not known."""
    if sys.platform == "win32":
        return float("inf")
    found = [float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")]
    for each in MEMORY_FILES:
        with suppress(OSError, ValueError):
            found.append(float(each.read_text()))
    return min(found)
