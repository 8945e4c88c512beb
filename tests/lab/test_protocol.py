"""The protocol of the leaderboard, and the row that it gives a bot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from purrlor.cli import main
from purrlor.games.yatzy import Yatzy
from purrlor.lab.protocol import commitment_to, header, row, score, seed_of

MY_BOT = """
from purrlor.kit import Choice

class Careful:
    def choose(self, view, legal, random):
        return Choice(legal[-1])
"""


def test_perfect_play_loses_nothing() -> None:
    found = score(Yatzy(seats=2), "sphinx", ["uniform"], deals=2, judged=1, seed=seed_of("yatzy"))
    assert found.regret is not None
    assert found.regret.match.mean == pytest.approx(0, abs=1e-6)
    assert (found.matches, found.against[0].wins.mean) == (4, 1.0)


def test_a_row_fits_its_head() -> None:
    found = score(Yatzy(seats=2), "uniform", ["uniform", "kitten"], deals=2, judged=1, seed="a")
    assert header(found)[0].count("|") == row(found).count("|") == 7
    assert found.regret is not None
    assert found.regret.each.mean > 1


def test_held_out_seeds_follow_from_a_word_that_a_hash_commits_to() -> None:
    assert seed_of("meow", "whiskers") != seed_of("meow") == seed_of("meow", "")
    assert commitment_to("whiskers") != commitment_to("whisker")


def test_the_command_scores_the_only_bot_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(MY_BOT)
    call = ["lab", "score", str(file), "--game", "yatzy", "--against", "uniform", "--deals", "2", "--judged", "0"]
    assert main([*call, "--workers", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["name"], found["matches"], found["regret"]) == (str(file), 4, None)


@pytest.mark.parametrize(
    "wrong", [["--game", "chess"], ["--game", "meow", "--deals", "0"], ["--game", "meow", "--seats", "9"]]
)
def test_a_call_that_cannot_be_played_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "score", "uniform", *wrong]) == 2
    assert capsys.readouterr().err.startswith("purrlor: ")
