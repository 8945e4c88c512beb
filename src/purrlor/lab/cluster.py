"""Arenas on many machines: a Dask cluster as an executor."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, cast

from distributed import Client

PATIENCE = 10
"""Seconds within which a scheduler answers."""


@contextmanager
def cluster_executor(address: str) -> Generator[Executor]:
    """What runs on the workers of the scheduler at `address`; OSError if none answers.

    Dask hands the work of a lost worker to another one.
    """
    client = cast("Any", Client)(address, timeout=PATIENCE, set_as_default=False)
    try:
        yield cast("Executor", client.get_executor(pure=False))
    finally:
        client.close()
