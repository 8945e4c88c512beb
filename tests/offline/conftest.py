"""The bundle that a web worker loads, for tests that inspect it and tests that run in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from purrlor.offline.bundle import write_bundle


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the bundle once: compiling for Pyodide's Python takes many seconds."""
    folder = tmp_path_factory.mktemp("bundle")
    write_bundle(folder)
    return folder
