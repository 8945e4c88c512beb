"""Empty stores for the tests, in files and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from harness.postgres import database
from purrlor.server.store import Store, open_store


@pytest.fixture
def database_url() -> Generator[str]:
    with database() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[str]:
    """Yield the place of an empty store: once as a file, once in PostgreSQL."""
    if request.param == "sqlite":
        yield str(tmp_path / "parlour.sqlite")
    else:
        yield request.getfixturevalue("database_url")


@pytest.fixture
def store(place: str) -> Generator[Store]:
    with open_store(place) as opened:
        yield opened
