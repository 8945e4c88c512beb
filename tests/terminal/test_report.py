"""`purrlor lab report`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from purrlor.games.yatzy import Yatzy
from purrlor.lab.arena import Arena
from purrlor.lab.report import Result, result_of
from purrlor.lab.run_file import read_run

from .conftest import Purrlor


def test_the_command_in_it_repeats_the_result(purrlor: Purrlor, tmp_path: Path) -> None:
    arena = Arena(Yatzy(seats=2, scratch="free"), ("kitten", "uniform"), seed="a b", duplicate=True)
    result = Result(arena, arena.play(20))
    words = shlex.split(result.command)[1:]
    assert purrlor(*words, "--out", tmp_path / "again", "--workers", "1").code == 0
    assert result_of(read_run(tmp_path / "again")) == result


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "name either files of runs or --game"),
        (["--game", "yatzy"], "name --html FILE, or --markdown together with --game"),
        (["x.run", "--markdown"], "name --html FILE, or --markdown together with --game"),
        (["--game", "chess", "--markdown"], "there is no game chess"),
        (["--game", "yatzy", "--markdown", "--matches", "1"], "--matches takes at least 2, not 1"),
        (["--game", "yatzy", "--markdown", "--seats", "1"], "a ladder needs at least two seats"),
        (["--game", "meow", "--markdown", "--levels", "tabby,uniform"], "levels that have one below, not uniform"),
        (["nothing.run", "--html", "{new}"], "cannot read nothing.run"),
    ],
)
def test_bad_calls_are_refused(purrlor: Purrlor, tmp_path: Path, words: list[str], complaint: str) -> None:
    new = tmp_path / "new.html"
    refused = purrlor("lab", "report", *(word.format(new=new) for word in words))
    assert (refused.code, new.exists()) == (2, False)
    assert complaint in refused.err


@pytest.mark.slow
def test_runs_become_a_page(purrlor: Purrlor, tmp_path: Path) -> None:
    arena = ("arena", "yatzy", "--seats", "kitten,uniform", "--matches", "20", "--workers", "1")
    purrlor(*arena, "--out", tmp_path / "a.run")
    made = purrlor("lab", "report", tmp_path / "a.run", "--html", tmp_path / "a.html")
    assert (made.code, made.out) == (0, f"Written: {tmp_path / 'a.html'}\n")
    assert "kitten : uniform" in (tmp_path / "a.html").read_text("utf-8")


def test_only_some_rungs_are_played(purrlor: Purrlor) -> None:
    made = purrlor(
        "lab",
        "report",
        "--game",
        "meow",
        "--seats",
        "2",
        "--levels",
        "kitten",
        "--matches",
        "5",
        "--workers",
        "1",
        "--markdown",
    )
    head, _, *rows = made.out.splitlines()
    assert (made.code, head) == (0, "| 2 seats | against | matches | share of wins | points ahead |")
    assert [row.split(" | ")[:3] for row in rows] == [["| kitten", "uniform", "10"]]
