"""`purrlor sheet`, and options that are kept in files."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from purrlor.games.house_of_cats import parse_sheet, printed_sheet, unpack
from purrlor.games.meow.tokens import STANDARD, tokens_text
from purrlor.terminal.options import game_options

from .conftest import Purrlor

SMALL = """level: 2

  A B C
1 * . *
2 a - .
3 * . .
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.txt"
    file.write_text(SMALL, encoding="utf-8")
    return file


def test_check_says_what_a_sheet_is_for(purrlor: Purrlor, mine: Path) -> None:
    checked = purrlor("sheet", "check", mine)
    assert (checked.code, checked.err) == (0, "")
    assert checked.out == f"{mine}: a sheet for level 2, 3 by 3, spaces to write into: 8\n"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("level: 2", "level: 7", "line 1: the level is 1, 2, 3 or 4, not '7'"),
        ("level: 2", "cats: 2", "line 1: a sheet starts with its level"),
        ("* . *", "* q *", "line 4: 'q' is not a mark of a space"),
        ("2 a - .", "2 a -", "line 5: row 2 has 2 marks for 3 columns"),
        ("3 * . .", "3 . . .", "line 6: levels 2 and 3 need 3 starred spaces, here are 2"),
        ("A B C", "A B X", "line 3: the columns are called A B C"),
    ],
)
def test_check_names_line_and_reason(purrlor: Purrlor, mine: Path, old: str, new: str, complaint: str) -> None:
    mine.write_text(SMALL.replace(old, new), encoding="utf-8")
    checked = purrlor("sheet", "check", mine)
    assert (checked.code, checked.err) == (1, "")
    assert checked.out.startswith(f"{mine}: {complaint}")
    assert checked.out.count("\n") == 1


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_show_prints_what_can_be_read_again(purrlor: Purrlor, level: int) -> None:
    shown = purrlor("sheet", "show", "--level", str(level))
    assert parse_sheet(shown.out) == printed_sheet(level)


def test_show_draws_a_sheet_of_your_own(purrlor: Purrlor, mine: Path) -> None:
    assert purrlor("sheet", "show", mine, "--drawn").out.splitlines() == [
        "  ┌─A───B───C─┐",
        "1 │ ·*  ·   ·*│",
        "  │   ┌───┐   │",
        "2 │ ·□│░░░│ · │",
        "  │   └───┘   │",
        "3 │ ·*  ·   · │",
        "  └───────────┘",
    ]


@pytest.mark.parametrize(
    ("arguments", "pages", "sheets"),
    [
        (["house-of-cats"], 1, 2),
        (["house-of-cats", "--level", "2", "--pages", "4"], 4, 8),
        (["house-of-cats", "--level", "4", "--paper", "letter"], 1, 2),
        (["yatzy", "--pages", "2"], 2, 4),
    ],
)
def test_print_writes_a_pdf(purrlor: Purrlor, tmp_path: Path, arguments: list[str], pages: int, sheets: int) -> None:
    file = tmp_path / "out.pdf"
    printed = purrlor("sheet", "print", *arguments, "-o", file)
    assert (printed.code, printed.out) == (0, f"{file}: pages: {pages}, sheets: {sheets}\n")
    assert file.read_bytes().startswith(b"%PDF-")


def test_print_takes_a_sheet_of_your_own(purrlor: Purrlor, mine: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.pdf"
    assert purrlor("sheet", "print", "house-of-cats", "--sheet", mine, "-o", file).code == 0
    assert b"level 2" in file.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check", "nothing.txt"], "cannot read nothing.txt: No such file"),
        (["show", "mine.txt", "--level", "2"], "name a file or a level, not both"),
        (["print", "yatzy", "-o", "x.pdf", "--pages", "0"], "--pages goes from 1 to 100, not 0"),
        (["print", "yatzy", "-o", "x.pdf", "--level", "2"], "yatzy has no option --level"),
        (["print", "yatzy", "-o", "mine.txt"], "mine.txt already exists"),
        (["print", "yatzy", "-o", "no/such/x.pdf"], "there is no folder no/such"),
        (["print", "house-of-cats", "-o", "x.pdf", "--sheet", "bad.txt"], "bad.txt: line 1: a sheet starts with"),
        (
            ["print", "house-of-cats", "-o", "x.pdf", "--sheet", "mine.txt", "--level", "3"],
            "the sheet is for level 2, the match is on level 3",
        ),
    ],
)
def test_bad_use_ends_with_one_line_and_code_2(
    purrlor: Purrlor, mine: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], complaint: str
) -> None:
    monkeypatch.chdir(mine.parent)
    Path("bad.txt").write_text("roses are red\n", encoding="utf-8")
    refused = purrlor("sheet", *arguments)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert complaint in refused.err
    assert not Path("x.pdf").exists()


@pytest.mark.parametrize("part", ["check", "show", "print"])
def test_every_part_has_help_with_an_example(purrlor: Purrlor, part: str) -> None:
    assert f"purrlor sheet {part}" in purrlor("sheet", part, "--help").out.split("example")[1]


def test_a_sheet_on_the_command_line_brings_its_level(mine: Path) -> None:
    options = game_options(Namespace(game="house-of-cats", option_sheet=str(mine), option_level=None))
    assert options["level"] == "2"
    assert unpack(options["sheet"]) == parse_sheet(SMALL)


def test_a_level_that_the_sheet_is_not_for_is_refused(purrlor: Purrlor, mine: Path) -> None:
    options = ("--players", "Ann,Bob", "--sheet", mine, "--level", "3")
    refused = purrlor("play", "house-of-cats", *options)
    assert (refused.code, refused.err) == (2, "purrlor: the sheet is for level 2, the match is on level 3\n")


def test_a_match_on_a_sheet_of_your_own(purrlor: Purrlor, mine: Path, tmp_path: Path) -> None:
    record = tmp_path / "match.purr"
    options = ("--players", "Ann,Bob", "--seed", "purr", "--sheet", mine, "--record", record)
    played = purrlor("play", "house-of-cats", *options, lines=["", "list", "1"])
    assert (played.code, played.err) == (0, "")
    assert "Open spaces: A1 C1 A3." in played.out
    assert "sheet=2:::*.*/a-./*.." in record.read_text(encoding="utf-8")


def test_a_broken_sheet_on_the_command_line_is_refused(purrlor: Purrlor, mine: Path) -> None:
    mine.write_text(SMALL.replace("a", "q"), encoding="utf-8")
    refused = purrlor("play", "house-of-cats", "--sheet", mine)
    assert (refused.code, refused.err) == (2, f"purrlor: {mine}: line 5: 'q' is not a mark of a space\n")


def test_the_option_names_a_file(purrlor: Purrlor) -> None:
    assert "--sheet FILE" in purrlor("play", "house-of-cats", "--help").out
    assert "--tokens FILE" in purrlor("play", "meow", "--help").out


def test_another_game_does_not_read_the_file() -> None:
    assert game_options(Namespace(game="yatzy", option_sheet="nothing.txt")) == {"sheet": "nothing.txt"}


def test_tokens_come_from_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    file.write_text(tokens_text(STANDARD), encoding="utf-8")
    assert game_options(Namespace(game="meow", option_tokens=str(file))) == {"tokens": ",".join(STANDARD)}
