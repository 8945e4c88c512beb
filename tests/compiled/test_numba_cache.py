"""Machine code belongs to the sources that it was made from."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from purrlor.compiled import numba_cache

OLD = time.time() - numba_cache.OLD_SECONDS - 60


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """The compiled functions of a game, `purrlor.games.tag`."""
    folder = tmp_path / "games" / "tag"
    (folder / "bots").mkdir(parents=True)
    (folder / "bots" / "search.py").write_text("from purrlor.compiled import compiled\n", "utf-8")
    (folder / "story.py").write_text("", "utf-8")
    monkeypatch.setattr(numba_cache, "ROOT", tmp_path)
    monkeypatch.setenv(numba_cache.VARIABLE, str(tmp_path / "kept"))
    numba_cache.folder_of.cache_clear()
    yield folder
    numba_cache.folder_of.cache_clear()


def folder() -> Path:
    numba_cache.folder_of.cache_clear()
    return Path(numba_cache.folder_of("purrlor.games.tag"))


def test_other_compiled_functions_have_another_folder(sources: Path) -> None:
    before = folder()
    (sources / "story.py").write_text("told = 1\n", "utf-8")
    assert folder() == before
    (sources / "bots" / "search.py").write_text("from purrlor.compiled import compiled, inlined\n", "utf-8")
    assert folder() != before


@pytest.mark.parametrize("package", ["purrlor.compiled.rows", "somebody.elses.game"])
def test_what_belongs_to_no_game_has_another_folder_when_any_game_changes(sources: Path, package: str) -> None:
    def named() -> str:
        numba_cache.folder_of.cache_clear()
        return numba_cache.folder_of(package)

    before = named()
    (sources / "bots" / "search.py").write_text("from purrlor.compiled import compiled, inlined\n", "utf-8")
    assert named() != before


@pytest.mark.usefixtures("sources")
def test_another_version_has_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = folder()
    monkeypatch.setattr("purrlor.__version__", "99")
    assert folder() != before


@pytest.mark.usefixtures("sources")
def test_code_of_other_sources_goes_after_a_week() -> None:
    found = folder()
    fresh, old = found.with_name("kernels-tag-fresh"), found.with_name("kernels-tag-old")
    for each in (fresh, old):
        each.mkdir(parents=True)
    os.utime(old, (OLD, OLD))
    folder()
    assert (fresh.exists(), old.exists()) == (True, False)
