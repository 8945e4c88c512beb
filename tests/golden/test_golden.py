"""Recorded matches with every seat's view. After a meant change: PURRLOR_GOLDEN=write pytest tests/golden"""

import os
from pathlib import Path

import pytest

from purrlor.core import Record
from purrlor.kit import games

from .transcript import AnyRecord, transcript

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.purr"))


def read(path: Path) -> AnyRecord:
    return Record.parse(path.read_text(encoding="utf-8"), games())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_everybody_sees_what_they_always_saw(path: Path) -> None:
    expected = path.with_suffix(".views.txt")
    found = transcript(read(path))
    if os.environ.get("PURRLOR_GOLDEN") == "write":
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_record_is_written_as_it_always_was(path: Path) -> None:
    assert str(read(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_chance_gives_what_it_always_gave(path: Path) -> None:
    assert read(path).check_fate() > 0


def test_every_game_has_a_golden_record() -> None:
    assert {read(path).game.name for path in RECORDS} == set(games())
