"""Your own bots in `purrlor arena` and `purrlor play`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from purrlor.kit import levels
from purrlor.kit.speech import listed
from purrlor.terminal.players import bot_names

from .conftest import Purrlor

ROOT = Path(__file__).parents[2]
SIXES = f"{ROOT}/examples/own_bot.py:Sixes"
LINES = f"cmd:{shlex.quote(sys.executable)} {ROOT}/examples/line_bot.py"
BOTS = listed([each.name for each in levels("yatzy")])
ARENA = ("arena", "yatzy", "--matches", "40", "--workers", "1", "--seed", "own", "--start-limit", "120")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Tabby, LYNX", ["tabby", "lynx"]),
        ("./My_Bot.py:Careful,tiger", ["./My_Bot.py:Careful", "tiger"]),
        ("cmd:node b.js 'a,b',tiger", ["cmd:node b.js 'a,b'", "tiger"]),
        ('cmd:node "b, c.js", none', ['cmd:node "b, c.js"']),
        ("tabby,,lynx", ["tabby", "", "lynx"]),
        (" ", []),
    ],
)
def test_how_bots_are_named(text: str, names: list[str]) -> None:
    assert bot_names(text) == names


def test_they_play_in_an_arena(purrlor: Purrlor) -> None:
    played = purrlor(*ARENA, "--seats", f"{SIXES},{LINES}", "--action-limit", "120")
    assert (played.code, len(played.out.splitlines()) > 3) == (0, True)


def test_a_run_goes_on_with_the_same_bot_only(purrlor: Purrlor, tmp_path: Path) -> None:
    bot, run = tmp_path / "bot.py", tmp_path / "own.run"
    bot.write_text((ROOT / "examples/own_bot.py").read_text())
    arena = (*ARENA, "--seats", f"{bot}:Sixes,uniform", "--out", run)
    purrlor(*arena)
    whole = run.read_text()
    run.write_text("\n".join(whole.splitlines()[:2]) + "\n")
    assert purrlor(*arena, "--resume").code == 0
    assert run.read_text() == whole
    bot.write_text(bot.read_text() + "\n")
    again = purrlor(*arena, "--resume")
    assert (again.code, "is the run of another arena" in again.err) == (2, True)


@pytest.mark.parametrize(
    ("seats", "options", "complaint"),
    [
        ("./nothing.py:Bot,uniform", (), "bot ./nothing.py:Bot: there is no file nothing.py"),
        ("cmd:no-such-program,uniform", (), "bot cmd:no-such-program: there is no command no-such-program"),
        ("uniform,,uniform", (), "there is no bot '' for yatzy; known: {}"),
        ("uniform,uniform", ("--matches", "-1"), "--matches takes 1 to 10000000000, not -1"),
        ("uniform,uniform", ("--action-limit", "0"), "--action-limit takes seconds, more than 0, not 0"),
        ("uniform,uniform", ("--start-limit", "nan"), "--start-limit takes seconds, more than 0, not nan"),
    ],
)
def test_bad_names_are_refused_before_the_first_match(
    purrlor: Purrlor, seats: str, options: tuple[str, ...], complaint: str
) -> None:
    played = purrlor(*ARENA, "--seats", seats, *options)
    assert (played.code, played.out, played.err) == (2, "", f"purrlor: {complaint.format(BOTS)}\n")


def test_it_is_an_opponent_in_the_terminal(purrlor: Purrlor) -> None:
    played = purrlor("play", "yatzy", "--bots", LINES, "--plain", "--fast", "--first", "2", lines=["quit"])
    assert played.code == 0
    assert "line_bot rolls" in played.out


PLAY = ("play", "yatzy", "--players", "Ann", "--plain", "--fast", "--seed", "own")


def test_a_record_names_no_program_so_the_bot_is_named_again(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "evening.purr"
    purrlor(*PLAY, "--bots", SIXES, "--record", file, lines=["roll", "quit"])
    assert "seat 2: Sixes\nbot 2: own\n" in file.read_text()
    again = ("play", "--resume", file, "--plain", "--fast")
    unnamed = purrlor(*again)
    assert (unnamed.code, "name them again with --bots" in unnamed.err) == (2, True)
    assert "name them again" in purrlor(*again, "--bots", "tabby").err
    assert purrlor(*again, "--bots", SIXES, lines=["quit"]).code == 0


FAINT = """
from purrlor.kit import Choice
class Faint:
    def choose(self, view, legal, random):
        return Choice(legal[0]) if len(legal) == 1 else None
"""


def test_a_bot_that_fails_leaves_the_match_on_disk(purrlor: Purrlor, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FAINT)
    file = tmp_path / "evening.purr"
    played = purrlor(*PLAY, "--bots", f"{tmp_path}/bot.py:Faint", "--first", "2", "--record", file)
    assert (played.code, file.exists()) == (2, True)
    assert "seat 2, match 1: choose must return a purrlor.kit.Choice, not None" in played.err
