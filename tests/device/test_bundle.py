"""The files that a web worker loads: complete, small, and the same from the same sources."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from purrlor.browser.bundle import PYODIDE_FILES, archive, msgspec_wheel, ours, write_bundle

MOST_BYTES = 10_000_000


@pytest.fixture(scope="module")
def wheel() -> bytes:
    return msgspec_wheel()


def test_the_archive_holds_what_runs_without_sockets(wheel: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(archive(wheel))) as zipped:
        names = zipped.namelist()
    assert {"purrlor/table/table.py", "purrlor/words/de/yatzy.json", "msgspec/json.py"} <= set(names)
    assert not [name for name in names if name.startswith(("purrlor/server/", "purrlor/terminal/", "purrlor/lab/"))]


def test_the_archive_depends_on_its_contents_alone(wheel: bytes) -> None:
    assert archive(wheel) == archive(wheel)
    assert list(ours())


def test_the_bundle_is_described_and_small_enough(tmp_path: Path) -> None:
    made = write_bundle(tmp_path)
    assert made.compressed <= MOST_BYTES
    assert {each.name for each in made.files} == {*PYODIDE_FILES, "purrlor.zip"}
    for each in made.files:
        assert hashlib.sha256((tmp_path / each.name).read_bytes()).hexdigest() == each.sha256
