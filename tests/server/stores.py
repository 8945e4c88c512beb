"""Stores of released versions, to work on."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

from purrlor.cli import main

RELEASED = sorted((Path(__file__).parents[1] / "golden" / "stores").glob("*.sqlite.gz"))
NOW = int(time.time() * 1000)
DAY = 24 * 3_600_000


def unpacked(packed: Path, folder: Path, name: str = "released.sqlite") -> Path:
    path = folder / name
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    return path


def command(*arguments: str | Path) -> int:
    """The exit code of `purrlor store …`."""
    return main(["store", *map(str, arguments)])
