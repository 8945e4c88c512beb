"""Run arenas on many machines: a Dask cluster as an executor."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, cast

from distributed import Client

PATIENCE = 10
"""The seconds within which a scheduler must answer."""


@contextmanager
def cluster_executor(address: str) -> Generator[Executor]:
    """Yield an executor on the workers of the scheduler at `address`; raises `OSError` if none answers.

    Dask reassigns the work of a lost worker.
    """
    client = cast("Any", Client)(address, timeout=PATIENCE, set_as_default=False)
    try:
        yield cast("Executor", client.get_executor(pure=False))
    finally:
        client.close()
