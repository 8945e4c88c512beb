"""The machine and time of a measurement. Figures from other machines, or from busier hours, are not comparable."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from purrlor import __version__

ROOT = Path(__file__).parents[1]


def header() -> dict[str, Any]:
    return {
        "commit": commit(),
        "version": __version__,
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(terse=True),
        "processor": processor(),
        "cores": available_cores(),
        "memory_gb": memory_gb(),
        "load": load(),
    }


def as_text(found: dict[str, Any]) -> str:
    load = "unknown" if found["load"] is None else f"{found['load']:.1f}"
    memory = "" if found["memory_gb"] is None else f", {found['memory_gb']} GB"
    return (
        f"purrlor {found['version']}, commit {found['commit']}, {found['time']}\n"
        f"{found['python']}, {found['system']}, {found['processor']}, {found['cores']} cores{memory}\n"
        f"load before: {load}; value: median of several runs, then the smallest and the largest\n"
    )


def commit() -> str:
    """Return the commit that is checked out, with a plus sign if files have changed since; "unknown" without Git."""
    try:
        name = _git("rev-parse", "--short=10", "HEAD")
        return f"{name}+" if _git("status", "--porcelain", "--untracked-files=no") else name
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout.strip()


def processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def available_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory_gb() -> int | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9)
    except (AttributeError, ValueError, OSError):
        return None


def load() -> float | None:
    """Return the number of processes that want a core, averaged over a minute; None where the system does not say."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
