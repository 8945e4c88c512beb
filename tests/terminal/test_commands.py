"""replay, verify, games, help, exit codes."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import purrlor.terminal
from purrlor import __version__
from purrlor.core import Record
from purrlor.core.options import option_types
from purrlor.kit import games
from purrlor.terminal.console import new_console
from purrlor.words import words

from .conftest import Purrlor


def test_replay_prints_the_whole_story(purrlor: Purrlor, finished: Path) -> None:
    shown = purrlor("replay", finished)
    assert shown.code == 0
    assert "2. Ann rolls" in shown.out
    assert "Sheet of Ann: " in shown.out


def test_replay_refuses_a_seat_that_is_not_there(purrlor: Purrlor, finished: Path) -> None:
    shown = purrlor("replay", finished, "--seat", "2")
    assert shown.code == 2
    assert shown.err == "purrlor: there is no seat 2; seats go from 1 to 1\n"


def test_verify_says_what_was_checked(purrlor: Purrlor, finished: Path) -> None:
    checked = purrlor("verify", finished)
    assert checked.code == 0
    for word in ("checksum", "moves", "result", "commitment", "dice and deals: all 39 rolls"):
        assert word in checked.out


def test_verify_promises_no_more_than_a_seal_can_keep(purrlor: Purrlor, finished: Path) -> None:
    checked = purrlor("verify", finished)
    assert "not a signature" in checked.out
    assert "not a signature" in " ".join(purrlor("verify", "--help").out.split())


def test_verify_names_the_commitment_to_compare(purrlor: Purrlor, finished: Path) -> None:
    committed = next(line for line in finished.read_text(encoding="utf-8").split("\n") if line.startswith("commit"))
    assert f"{committed.split()[1][:8]}… was shown before the match" in purrlor("verify", finished).out


def test_verify_says_what_a_record_without_a_commitment_leaves_open(purrlor: Purrlor, finished: Path) -> None:
    record = Record.parse(finished.read_text(encoding="utf-8"), games())
    finished.write_bytes(str(replace(record, commitment=None)).encode())
    checked = purrlor("verify", finished)
    assert (checked.code, "the seed may have been chosen after the match" in checked.out) == (0, True)


def test_verify_says_that_nobody_contributed(purrlor: Purrlor, finished: Path) -> None:
    assert "contributions: none" in purrlor("verify", finished).out


def test_verify_checks_that_a_contribution_counted(purrlor: Purrlor) -> None:
    golden = Path(__file__).parents[1] / "golden" / "yatzy.purr"
    counted = purrlor("verify", golden, "--contribution", "purr")
    assert (counted.code, "number 2 of 2" in counted.out) == (0, True)
    missing = purrlor("verify", golden, "--contribution", "bark")
    assert (missing.code, "did not count" in missing.err) == (1, True)


def test_verify_finds_a_changed_line(purrlor: Purrlor, finished: Path) -> None:
    text = finished.read_text(encoding="utf-8")
    finished.write_text(text.replace("seat 1: Ann", "seat 1: Eve"), encoding="utf-8")
    checked = purrlor("verify", finished)
    assert checked.code == 1
    assert "the checksum does not match" in checked.err


def test_verify_finds_a_roll_that_the_seed_does_not_give(purrlor: Purrlor, finished: Path) -> None:
    from purrlor.core.record import checksum

    lines = finished.read_text(encoding="utf-8").split("\n")
    seed = next(line for line in lines if line.startswith("seed: "))
    forged = [line for line in lines if not line.startswith("commitment: ")]
    forged[forged.index(seed)] = f"seed: {'00' * 32}"
    body = "\n".join(forged[:-2]) + "\n"
    finished.write_text(f"{body}seal: {checksum(body)}\n", encoding="utf-8")
    checked = purrlor("verify", finished)
    assert checked.code == 1
    assert "the seed gives" in checked.err


def test_verify_cannot_vouch_without_a_seed(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "pad.txt"
    purrlor("pad", "yatzy", "--players", "Ann", "--record", file, lines=["13356", "lives"])
    checked = purrlor("verify", file)
    assert (checked.code, "no seed" in checked.err) == (1, True)


def test_games_lists_games_and_bots(purrlor: Purrlor) -> None:
    shown = purrlor("games").out
    assert "yatzy: Ed, the Cat's Yatzy" in shown
    assert "uniform, " in shown


def test_version(purrlor: Purrlor) -> None:
    assert purrlor("--version").out == f"purrlor {__version__}\n"


@pytest.mark.parametrize("command", ["play", "replay", "verify", "pad", "games", "serve"])
def test_every_command_has_help_with_an_example(purrlor: Purrlor, command: str) -> None:
    shown = purrlor(command, "--help")
    assert shown.code == 0
    assert f"purrlor {command}" in shown.out.split("example")[1]


def test_purrlor_alone_prints_its_help(purrlor: Purrlor) -> None:
    shown = purrlor()
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("usage: purrlor")


def test_help_shows_options_of_the_named_game_alone(purrlor: Purrlor) -> None:
    assert "--vases" not in purrlor("play", "--help").out
    assert "five of a kind" not in purrlor("play", "meow", "--help").out
    assert "--vases" in purrlor("play", "meow", "--help").out


def test_help_names_defaults_in_one_way(purrlor: Purrlor) -> None:
    assert "number of matches (default: 1000)" in " ".join(purrlor("arena", "--help").out.split())
    assert "determines everything (default: 0)" in " ".join(purrlor("lab", "check", "--help").out.split())


def test_help_names_the_defaults_of_game_options(purrlor: Purrlor) -> None:
    shown = " ".join(purrlor("play", "addi-cats", "--help").out.split())
    assert "before the next card may be turned (default: 2000)" in shown
    assert "drawn by lot (default: none)" in shown


def test_old_spellings_still_work_and_are_not_shown(purrlor: Purrlor) -> None:
    call = ["arena", "yatzy", "--seats", "uniform,uniform", "--matches", "2"]
    assert purrlor(*call).out == purrlor(*["--bots" if word == "--seats" else word for word in call]).out
    assert "--seats" not in purrlor("arena", "--help").out


def test_the_options_of_a_game_come_from_its_rules(purrlor: Purrlor) -> None:
    shown = purrlor("play", "yatzy", "--help").out
    for option in ("--first N", "--scratch forced|free", "--mouser-is-fat-cat"):
        assert option in shown
    assert "--seats" not in shown


def test_every_option_of_a_game_says_what_it_does(purrlor: Purrlor) -> None:
    shown = " ".join(purrlor("play", "yatzy", "--help").out.split())
    for sentence in ("number of the first seat", "only if no open box scores", "five of a kind counts as a Fat Cat"):
        assert sentence in shown


@pytest.mark.parametrize(("game", "rules"), games().items())
def test_every_option_has_a_sentence(game: str, rules: type[Any]) -> None:
    assert [name for name in option_types(rules) if name != "seats" and f"{game}.option.{name}" not in words()] == []


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_an_empty_name_is_not_a_file(purrlor: Purrlor, command: str) -> None:
    refused = purrlor(command, "")
    assert (refused.code, "name a file" in refused.err) == (2, True)


def test_a_byte_order_mark_is_called_by_its_name(purrlor: Purrlor, finished: Path) -> None:
    finished.write_bytes(b"\xef\xbb\xbf" + finished.read_bytes())
    refused = purrlor("replay", finished)
    assert (refused.code, "byte order mark" in refused.err) == (2, True)


@pytest.mark.parametrize(("flaw", "reason"), [("bom", "byte order mark"), ("bit", "not in UTF-8")])
def test_verify_finds_what_is_not_text(flaw: str, reason: str, purrlor: Purrlor, finished: Path) -> None:
    whole = finished.read_bytes()
    flipped = whole[:100] + bytes([whole[100] ^ 128]) + whole[101:]
    finished.write_bytes(b"\xef\xbb\xbf" + whole if flaw == "bom" else flipped)
    checked = purrlor("verify", finished)
    assert (checked.code, checked.out, reason in checked.err) == (1, "", True)
    assert str(finished) in checked.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["play", "chess"], "there is no game chess; known: yatzy"),
        (["play", "yatzy", "--scratch", "maybe"], "scratch is one of forced, free, not 'maybe'"),
        (["play", "yatzy", "--first", "x"], "first is a whole number, not 'x'"),
        (["play", "yatzy", "--first", "3"], "first names a seat from 1 to 2"),
        (["play", "yatzy", "--bots", "dog"], "there is no bot dog for yatzy"),
        (["play", "yatzy", "--players", "none", "--bots", "none"], "somebody has to play"),
        (["play", "yatzy", "--players", "Ann,ann"], "two players are called ann"),
        (["play", "yatzy", "--players", "A,B,C,D,E,F,G"], "yatzy is for 1 to 6 seats, not 7"),
        (["play", "yatzy", "--seat", "a\nb"], "a name is one line"),
        (["play", "yatzy", "--seat", "Tom (bot tiger)"], "is the name of a bot"),
        (["solve", "meow"], "GAME cannot be meow; possible: yatzy"),
        (["play", "yatzy", "--record", "no/such/place"], "there is no folder no/such"),
        (["play", "--players", "Ann", "--resume", "x"], "--resume takes players and options from the file"),
        (["play", "--resume", "nothing.txt"], "cannot read nothing.txt: No such file"),
        (["replay", "nothing.txt"], "cannot read nothing.txt: No such file"),
        (["verify", "."], "cannot read .: Is a directory"),
        (["replay"], "purrlor replay: missing: FILE; --help"),
        (["sing"], "purrlor: COMMAND cannot be sing; possible: play, replay"),
        (["games", "loudly"], "purrlor: unknown: loudly; --help"),
        (["games", "--language"], "purrlor: --language needs a value after it"),
        (["play", "yatzy", "--action-limit", "soon"], "purrlor play: --action-limit takes a number, not soon"),
        (["play", "yatzy", "--seed", "a\nb"], "purrlor play: --seed: a seed is a word of visible characters"),
        (["arena", "yatzy"], "purrlor arena: missing: --bots/--seats; --help"),
        (["arena", "yatzy", "--seats", "tabby", "--matches", "x"], "--matches takes a whole number, not x"),
        (["arena", "yatzy", "--seats", "tabby", "--resume"], "--resume goes on with the run in --out FILE"),
        (["arena", "yatzy", "--seats", "tabby", "--cluster", "den"], "such as tcp://192.168.0.7:8786, not den"),
        (["arena", "yatzy", "--seats", "tabby", "--cluster", "cat://den:1"], "not cat://den:1"),
        (["sheet", "show", "--level", "7"], "purrlor sheet show: --level cannot be 7; possible: 1, 2, 3 and 4"),
        (["store", "export"], "purrlor store export: name one of these: TABLE --all"),
        (["store", "export", "t", "--all"], "--all and TABLE exclude each other"),
        (["store", "prune", "--older-than", "long"], "--older-than: an age is a number with h, d or w"),
        (["serve", "--remove-finished", "x"], "--remove-finished: expected a number of days from"),
    ],
)
def test_bad_use_ends_with_one_line_and_code_2(purrlor: Purrlor, arguments: list[str], complaint: str) -> None:
    refused = purrlor(*arguments)
    assert refused.code == 2
    assert complaint in refused.err
    assert refused.err.count("\n") == 1


def test_a_file_that_is_not_text_is_refused(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\xfe")
    refused = purrlor("replay", file)
    assert (refused.code, "not in UTF-8" in refused.err) == (2, True)


def test_a_text_that_is_not_a_record_is_refused_with_its_line(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("roses are red\n", encoding="utf-8")
    refused = purrlor("replay", file)
    assert (refused.code, "line 1" in refused.err) == (2, True)


def test_a_finished_match_does_not_go_on(purrlor: Purrlor, finished: Path) -> None:
    assert "is over" in purrlor("play", "--resume", finished).err


def test_a_reader_that_leaves_early_hears_no_complaint(finished: Path) -> None:
    command = [sys.executable, "-m", "purrlor.cli", "replay", str(finished)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize("stderr", [False, True])
def test_a_console_leaves_the_broken_pipe_to_the_command_line(stderr: bool) -> None:
    """Left alone, rich would end the program with a code of its own."""
    console = new_console(stderr=stderr)
    console.file = Unread()
    with pytest.raises(BrokenPipeError):
        console.print("purr")


class Unread(io.StringIO):
    """An output that nobody reads."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


def test_no_other_console_is_made() -> None:
    sources = Path(purrlor.terminal.__path__[0]).rglob("*.py")
    others = [file.name for file in sources if re.search(r"\bConsole\(", file.read_text(encoding="utf-8"))]
    assert [name for name in others if name != "console.py"] == []


def test_help_comes_without_the_slow_libraries() -> None:
    code = (
        "import sys, purrlor.cli as c; c.parser(); print([m for m in ('rich', 'numba', 'numpy') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
