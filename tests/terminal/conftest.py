"""A keyboard and a screen for the tests: lines go in, text comes out."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from purrlor.cli import main
from purrlor.kit import kits


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


class Purrlor(Protocol):
    def __call__(self, *arguments: str | Path, lines: Sequence[str] = ()) -> Outcome: ...


@pytest.fixture(autouse=True)
def without_solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only slow tests may ask those who need tables for their answers."""
    if "slow" not in request.keywords:
        for each in kits().values():
            monkeypatch.setattr(type(each), "reviews", False)


@pytest.fixture
def purrlor(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Purrlor:
    """Run the command with these arguments and these lines on its standard input."""

    def run(*arguments: str | Path, lines: Sequence[str] = ()) -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 1
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


ALONE = ("play", "yatzy", "--players", "Ann", "--bots", "none", "--seed", "purr")
WHOLE_GAME = ("roll", "list", "1", "list", "1", "list", "1") * 13
"""Takes the first possibility each time: roll, roll again, roll again, fill the first box."""


KEPT: dict[str, bytes] = {}
"""Files that many tests begin with, by their name: made once."""


def kept_file(file: Path, make: Callable[[], Outcome]) -> Path:
    """The file as `make` wrote it when it was first asked for."""
    if file.name not in KEPT:
        assert make().code == 0
        KEPT[file.name] = file.read_bytes()
    file.write_bytes(KEPT[file.name])
    return file


@pytest.fixture
def finished(purrlor: Purrlor, tmp_path: Path) -> Path:
    """The record of a whole game."""
    file = tmp_path / "finished.txt"
    return kept_file(file, lambda: purrlor(*ALONE, "--record", file, lines=WHOLE_GAME))
