"""The files that a web worker loads: complete, small, and the same from the same sources."""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import json

from purrlor.offline.bundle import (
    PACKAGE,
    PACKING,
    PYODIDE_FILES,
    Bundle,
    archive,
    msgspec_wheel,
    ours,
    write_packed,
)
from purrlor.offline.bytecode import OURS, STANDARD_LIBRARY, rewrite

MOST_BYTES = 10_000_000


@pytest.fixture(scope="module")
def wheel() -> bytes:
    return msgspec_wheel()


def source(name: str) -> str:
    return (PACKAGE / name).read_text(encoding="utf-8")


def test_the_archive_holds_what_runs_without_sockets(wheel: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(archive(wheel))) as zipped:
        names = zipped.namelist()
    assert {"purrlor/table/table.py", "purrlor/words/de/yatzy.json", "msgspec/json.py"} <= set(names)
    assert not [name for name in names if name.startswith(("purrlor/server/", "purrlor/terminal/", "purrlor/lab/"))]


def test_the_archive_answers_what_players_ask_and_draws_no_terminal() -> None:
    faces = {name for name in ours() if name.startswith("games/") and "/terminal/" in name}
    assert "games/yatzy/terminal/plain.py" in faces
    assert not any("import rich" in text or "from rich" in text for text in map(source, faces))


def test_the_archive_depends_on_its_contents_alone(wheel: bytes) -> None:
    assert archive(wheel) == archive(wheel)
    assert list(ours())


def test_nothing_that_was_compiled_here_goes_along(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kernel = tmp_path / "compiled" / "__pycache__" / "kernels-meow" / "fast.nbi"
    kernel.parent.mkdir(parents=True)
    for file in (kernel, tmp_path / "plain_code.py"):
        file.touch()
    monkeypatch.setattr("purrlor.offline.bundle.PACKAGE", tmp_path)
    assert list(ours()) == ["plain_code.py"]


def test_a_folder_says_that_it_is_being_packed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`make play` opens before the bundle is packed, and a failure leaves nothing that looks like packing."""
    seen: list[bool] = []

    def write(_: Path) -> Bundle:
        seen.append((tmp_path / PACKING).exists())
        raise OSError("no space left")

    monkeypatch.setattr("purrlor.offline.bundle.write_bundle", write)
    with pytest.raises(OSError, match="no space"):
        write_packed(tmp_path)
    assert (seen, (tmp_path / PACKING).exists()) == ([True], False)


@pytest.mark.slow
def test_the_bundle_is_described_and_small_enough(bundle: Path) -> None:
    made = json.decode((bundle / "bundle.json").read_bytes(), type=Bundle)
    assert made.compressed <= MOST_BYTES
    assert {each.name for each in made.files} == {*PYODIDE_FILES, "purrlor.zip"}
    assert {"enum.pyc", "tarfile.py"} <= names_in(bundle / STANDARD_LIBRARY)
    assert {"purrlor/table/table.pyc", "msgspec/json.pyc"} <= names_in(bundle / OURS)
    assert not [name for name in names_in(bundle / OURS) if name.endswith(".py")]
    for each in made.files:
        content = (bundle / each.name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (each.bytes, each.sha256)


def names_in(archive: Path) -> set[str]:
    with zipfile.ZipFile(archive) as zipped:
        return set(zipped.namelist())


def test_sources_become_bytecode_that_python_imports_from_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "some.zip"
    with zipfile.ZipFile(place, "w") as zipped:
        zipped.writestr("compiled_cat.py", "'Purrs.'\nsound = 'purr'\nassert sound")
        zipped.writestr("kept_cat.py", "sound = 'miau'")
        zipped.writestr("turtle.py", "")
    rewrite(place, "compiled_cat.py".__eq__)
    assert names_in(place) == {"compiled_cat.pyc", "kept_cat.py"}
    monkeypatch.setattr(sys, "path", [str(place), *sys.path])
    assert import_module("compiled_cat").sound + import_module("kept_cat").sound == "purrmiau"
