"""What all tests share: solved tables are built anew for each run, once for all its processes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of this run alone, so that no table of older code can hide a fault."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "purrlor-cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PURRLOR_CACHE", str(folder))
        yield folder
