"""What all tests share."""

import gc
import logging
import os
from collections.abc import Generator

import pytest

from purrlor.compiled.runner import prefer_numba

prefer_numba()
"""Many tests call compiled functions that are not among the kernels. What a test starts as a process of its own, such
as a server or a terminal, runs kernels like everybody else."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Quick tests start no PostgreSQL: what needs one is slow."""
    for item in items:
        if isinstance(item, pytest.Function) and "database_url" in item.fixturenames:
            item.add_marker(pytest.mark.slow)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests of pages and servers wait much of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """What was collected lives to the end: the collector of garbage need not look at it again."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """A data folder of this run alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PURRLOR_DATA", str(tmp_path_factory.mktemp("purrlor-data")))
        yield


@pytest.fixture(scope="session", autouse=True)
def english() -> Generator[None]:
    """Whatever the machine speaks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PURRLOR_LANGUAGE", "en")
        yield


@pytest.fixture(autouse=True)
def quiet_log(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Whatever is logged as a warning or worse fails the test."""
    yield
    heard = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert heard == []
