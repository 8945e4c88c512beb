"""Tiers, time limits and fixtures of all tests."""

import gc
import logging
import os
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from purrlor.compiled.runner import prefer_numba

LIMITS = {"nightly": 3600, "slow": 300}
"""Seconds after which a test of a tier has hung; quick tests have the limit in pyproject.toml. Whole matches, compiling
and a busy machine stay far below."""
SERVER = Path(__file__).parent / "server"
SERVER_LIMIT = 180
"""Seconds for a quick test of the server: more than `tests.server.parlour.PATIENCE`, so that a failure says what did
not come."""

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")
"""How long an example takes says how busy the machine is, and nothing else."""

prefer_numba()
"""Many tests call compiled functions that are not among the kernels. What a test starts as a process of its own, such
as a server or a terminal, runs kernels like everybody else."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs PostgreSQL as slow, so that quick tests start none, and give each tier its time limit."""
    for item in items:
        if isinstance(item, pytest.Function) and "database_url" in item.fixturenames:
            item.add_marker(pytest.mark.slow)
        if isinstance(item, pytest.Function) and repeats_on_postgresql(item):
            item.add_marker(pytest.mark.nightly)
        usual = SERVER_LIMIT if SERVER in item.path.parents else None
        limit = next((seconds for tier, seconds in LIMITS.items() if item.get_closest_marker(tier)), usual)
        if limit and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(limit))


def repeats_on_postgresql(item: pytest.Function) -> bool:
    """Tell whether a test that is not about the store itself runs on PostgreSQL as well as on SQLite.

    Tests of clusters run whole servers on PostgreSQL anyway.
    """
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    contract = "store" in item.fixturenames or item.path.name.startswith("test_store")
    return parameters.get("place") == "postgresql" and not contract


def pytest_xdist_auto_num_workers() -> int:
    """Use one more than there are cores: tests of pages and servers wait much of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Exempt what was collected from garbage collection: it lives to the end."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Use a data folder of this run alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PURRLOR_DATA", str(tmp_path_factory.mktemp("purrlor-data")))
        yield


@pytest.fixture(scope="session", autouse=True)
def english() -> Generator[None]:
    """Speak English whatever the system's locale."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PURRLOR_LANGUAGE", "en")
        yield


@pytest.fixture(autouse=True)
def quiet_log(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Fail a test that logs a warning or worse."""
    yield
    heard = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert heard == []


@pytest.fixture(scope="session")
def wheel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.environment import build_wheel

    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def environment(tmp_path: Path, wheel_file: Path) -> Callable[..., Any]:
    """Makes a virtual environment with the wheel, an extra and other packages."""
    from tests.environment import Environment

    return lambda *wanted: Environment(tmp_path, wheel_file, *wanted)
