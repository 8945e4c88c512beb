"""A player's answers, stored by name."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from purrlor.games.addi_cats import Addition
from purrlor.games.addi_cats.practice import Kind, Notebook, PracticeAnswer, UnusableNotebook, Verdict
from purrlor.games.addi_cats.practice.notebook import notebook_file, parse_answer

NOON = datetime(2026, 7, 30, 12, tzinfo=UTC)
ANSWER = PracticeAnswer(NOON, Addition(3, 8), Verdict.RIGHT, Kind.MATCH, 1240, "9f86d0818842")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PURRLOR_DATA", str(tmp_path))
    return tmp_path


def later(seconds: int, match: str | None = None) -> PracticeAnswer:
    return PracticeAnswer(NOON + timedelta(seconds=seconds), Addition(1, 1), Verdict.WRONG, Kind.SUM, None, match)


@pytest.mark.parametrize("answer", [ANSWER, later(5), later(9, "0123456789ab")])
def test_an_answer_is_one_line(answer: PracticeAnswer) -> None:
    assert parse_answer(str(answer)) == answer


def test_the_line_can_be_read_by_people() -> None:
    assert str(ANSWER) == "2026-07-30T12:00:00Z 3+8 1240 right match 9f86d0818842"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "2026-07-30T12:00:00Z 3+8 1240 right match",
        "2026-07-30T12:00:00Z 3+8 -5 right match -",
        "2026-07-30T12:00:00Z 11 5 right match -",
        "2026-07-30T12:00:00Z 3+11 5 right match -",
        "2026-07-30T12:00:00Z 3+8 5 maybe match -",
        "2026-13-30T12:00:00Z 3+8 5 right match -",
        "2026-07-30T12:00:00Z 3+8 5 right match x",
    ],
)
def test_other_lines_are_not_answers(line: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_answer(line)


def test_what_was_written_is_read_again() -> None:
    Notebook("Ann").with_answers([later(5), ANSWER]).save()
    assert Notebook.read("Ann").answers == (ANSWER, later(5))
    assert Notebook.read("ANN").answers == (ANSWER, later(5))
    assert Notebook.read("Bob").answers == ()


def test_a_match_is_remembered_once() -> None:
    notebook = Notebook("Ann").with_answers([ANSWER, later(1)])
    again = notebook.with_match("9f86d0818842", [later(2, "9f86d0818842")])
    assert again.answers == (later(1), later(2, "9f86d0818842"))


def test_any_name_has_a_file_of_its_own() -> None:
    names = ["Ann", "../ann", "Ännchen", "猫", "a/b", "a b", "x" * 60]
    files = {notebook_file(name) for name in names}
    assert len(files) == len(names)
    assert len({file.parent for file in files}) == 1


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("sum -\n", "s", 1),
        ("notebook 1", "notebook 9", 2),
        ("player: ", "", 2),
        ("3+8", "3+88", 1),
        ("match 9f86d0818842\n", "match", 0),
    ],
)
def test_a_damaged_file_is_set_aside_and_what_can_be_read_is_kept(old: str, new: str, kept: int) -> None:
    Notebook("Ann").with_answers([ANSWER, later(5)]).save()
    file = notebook_file("Ann")
    damaged = file.read_text(encoding="utf-8").replace(old, new)
    file.write_text(damaged, encoding="utf-8")
    notebook = Notebook.read("Ann")
    assert notebook.damage is not None
    assert (len(notebook.answers), notebook.damage.kept) == (kept, kept)
    assert notebook.damage.aside.read_text(encoding="utf-8") == damaged
    assert Notebook.read("Ann").damage is None


@pytest.mark.parametrize("text", ["", "\n", "\x00\n", "purrlor notebook 1", "purrlor notebook 1\nplayer: Ann"])
def test_a_file_without_its_beginning_or_end_is_damaged(text: str) -> None:
    file = notebook_file("Ann")
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    assert Notebook.read("Ann").damage is not None


def test_bytes_that_are_not_text_are_damage() -> None:
    file = notebook_file("Ann")
    file.parent.mkdir(parents=True)
    file.write_bytes(b"\xff\xfe\x00")
    assert Notebook.read("Ann").damage is not None


def test_no_set_aside_file_is_overwritten() -> None:
    file = notebook_file("Ann")
    file.parent.mkdir(parents=True)
    for text in ("one", "two"):
        file.write_text(text, encoding="utf-8")
        Notebook.read("Ann")
    assert sorted(each.read_text(encoding="utf-8") for each in file.parent.glob("*.damaged*")) == ["one", "two"]


def test_a_folder_that_cannot_be_written_is_reported(data_folder: Path) -> None:
    (data_folder / "addi-cats").write_text("in the way", encoding="utf-8")
    with pytest.raises(UnusableNotebook):
        Notebook("Ann").with_answers([ANSWER]).save()
