"""Says when the server has more to do than it can: spectators are refused then, later new tables, players go on.

Messages of spectators have a small share of the time at any moment (`live/spectator_throttle.py`). Under strain it is
smaller still, and players are read a little more slowly, so that a turn of the event loop stays short.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..live.spectator_throttle import SHARE, STRAINED_SHARE, SpectatorThrottle
from .limits import Limits

SMOOTHING = 0.3
"""Weight of the newest of a row of measurements, four a second: one long moment does not count as overload."""
STRAIN = 0.1
"""Of the delay of the event loop that counts as overload: from there on there is strain."""
RELIEF = 0.8
"""How much of the strain is left with the next measurement: gone after some 3 s, even if there was overload."""
LONGEST_PAUSE, DELAYS = 0.25, 2.0
"""After each message of a player under strain: the longest in seconds, and how many times the delay of the event loop.
People who play send a message and wait for its answer, so they do not notice it."""
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
        self._strain = 0.0
        self.strained = False
        """Whether connections are read more slowly."""
        self._full = False
        self.watchers = SpectatorThrottle()

    def measure(self, lag: float) -> None:
        """The event loop was late by this many seconds; called a few times a second."""
        self._lag += SMOOTHING * (lag - self._lag)
        self._strain = max(self._lag, RELIEF * self._strain)
        self.strained = self._strain >= STRAIN * self._limits.lag
        self.watchers.share = STRAINED_SHARE if self.strained else SHARE
        self._full = self._memory() > self._most_memory

    def pause(self) -> float:
        """Under strain: seconds before the next message of a player is read."""
        return min(LONGEST_PAUSE, DELAYS * self._strain)

    @property
    def crowded(self) -> bool:
        """Whether no more spectators are let in."""
        return self.busy or self.watchers.is_full

    @property
    def busy(self) -> bool:
        """Whether new tables are refused, too."""
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
