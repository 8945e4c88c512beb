"""Detect overload: the server then refuses spectators, later new tables, while players go on.

Spectators' messages always get only a small share of the time (`live/spectator_throttle.py`). Under strain the share is
smaller, and players are read a little more slowly, so that an iteration of the event loop stays short.
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
"""Weight of the newest measurement, four a second, so that a single long delay does not count as overload."""
STRAIN = 0.1
"""Share of the overload delay of the event loop at which strain begins."""
RELIEF = 0.8
"""Factor by which strain decays per measurement: it is gone after about 3 s, even after overload."""
LONGEST_PAUSE, DELAYS = 0.25, 2.0
"""Pause after each message of a player under strain: its maximum in seconds, and its multiple of the loop's delay.

Players send a message and wait for its answer, so they do not notice it.
"""
MEMORY_SHARE = 0.8
"""Share of this machine's or container's memory that the process may use."""
MEMORY_FILES = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
STATM = Path("/proc/self/statm")


class Overload:
    """Overload detection.

    `waiting` counts changes that wait for their commit; `memory` is the bytes that this process uses.
    """

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
        """Record that the event loop was late by this many seconds. Runs a few times a second."""
        self._lag += SMOOTHING * (lag - self._lag)
        self._strain = max(self._lag, RELIEF * self._strain)
        self.strained = self._strain >= STRAIN * self._limits.lag
        self.watchers.share = STRAINED_SHARE if self.strained else SHARE
        self._full = self._memory() > self._most_memory

    def pause(self) -> float:
        """Return the seconds to wait before the next message of a player is read; more than 0 only under strain."""
        return min(LONGEST_PAUSE, DELAYS * self._strain)

    @property
    def crowded(self) -> bool:
        """Return whether new spectators are refused."""
        return self.busy or self.watchers.is_full

    @property
    def busy(self) -> bool:
        """Return whether new tables are refused, too."""
        return self._full or self._lag > self._limits.lag or self._waiting() > self._limits.waiting


def used_memory() -> int:
    """Return the bytes of memory in use; 0 if unknown."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def whole_memory() -> float:
    """Return the bytes of memory available to this process; infinity if unknown."""
    if sys.platform == "win32":
        return float("inf")
    found = [float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")]
    for each in MEMORY_FILES:
        with suppress(OSError, ValueError):
            found.append(float(each.read_text()))
    return min(found)
