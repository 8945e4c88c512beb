from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from purrlor.games.yatzy.bots import cache
from purrlor.games.yatzy.bots.tables import Floats, Options


class Solves:
    """Stands in for the solver and counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, options: Options) -> Floats:
        self.calls += 1
        return np.full((8192, 64), 7.0 if options.scratch == "free" else 5.0)


@pytest.fixture
def solves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Solves]:
    counted = Solves()
    monkeypatch.setenv("PURRLOR_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "solve", counted)
    cache.solution.cache_clear()
    yield counted
    cache.solution.cache_clear()


def reopened() -> float:
    """The value that a new process would see."""
    cache.solution.cache_clear()
    return cache.solution().value(0, 0)


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_a_table_is_solved_once_and_then_read(solves: Solves, tmp_path: Path) -> None:
    assert [reopened(), reopened()] == [5, 5]
    assert solves.calls == 1
    assert only_file(tmp_path).name == "yatzy-values-forced-five-is-no-fat-cat-v1.table"


def test_options_have_files_of_their_own(solves: Solves) -> None:
    assert cache.solution(scratch="free").value(0, 0) == 7
    assert reopened() == 5
    assert solves.calls == 2


@pytest.mark.parametrize("place", [3, cache.HEADER - 200, cache.HEADER, -1])
def test_a_damaged_table_is_built_again(place: int, solves: Solves, tmp_path: Path) -> None:
    reopened()
    path = only_file(tmp_path)
    damaged = bytearray(path.read_bytes())
    damaged[place] ^= 1
    path.write_bytes(damaged)
    assert [reopened(), reopened()] == [5, 5]
    assert solves.calls == 2


@pytest.mark.parametrize("size", [0, 100, cache.HEADER, 100_000])
def test_a_truncated_table_is_built_again(size: int, solves: Solves, tmp_path: Path) -> None:
    reopened()
    path = only_file(tmp_path)
    path.write_bytes(path.read_bytes()[:size])
    assert reopened() == 5
    assert solves.calls == 2


def test_a_table_of_an_older_version_is_not_read(solves: Solves, monkeypatch: pytest.MonkeyPatch) -> None:
    reopened()
    monkeypatch.setattr(cache, "VERSION", 2)
    assert reopened() == 5
    assert solves.calls == 2


def test_a_table_under_a_wrong_name_is_not_read(solves: Solves, tmp_path: Path) -> None:
    cache.solution(scratch="free")
    path = only_file(tmp_path)
    path.rename(path.with_name(path.name.replace("free", "forced")))
    assert reopened() == 5
    assert solves.calls == 2


def test_a_folder_that_cannot_be_written_is_no_error(
    solves: Solves, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PURRLOR_CACHE", str(tmp_path / "file" / "below"))
    assert [reopened(), reopened()] == [5, 5]
    assert solves.calls == 2


def test_a_full_disk_leaves_nothing_behind(solves: Solves, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    assert reopened() == 5
    assert list(tmp_path.iterdir()) == []
    assert solves.calls == 1
