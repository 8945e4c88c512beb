"""`solve`, `arena` and `review`: the commands that print figures."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Purrlor

GOLDEN = Path(__file__).parent.parent / "golden" / "yatzy.purr"
DUEL = ("arena", "yatzy", "--seats", "tabby,kitten", "--matches", "4", "--seed", "s", "--workers", "1")


@pytest.mark.slow
def test_solve_gives_the_value_of_the_literature(purrlor: Purrlor) -> None:
    found = json.loads(purrlor("solve", "yatzy", "--scratch", "free", "--json").out)
    assert found["value"] == pytest.approx(245.870775, abs=5e-7)
    assert found["mean"] == pytest.approx(found["value"], abs=1e-6)


@pytest.mark.slow
def test_solve_says_it_in_words(purrlor: Purrlor) -> None:
    out = purrlor("solve", "yatzy").out
    assert out.startswith("Perfect play makes 242.995675 points on average.")
    assert "At least 300: 9.8081%" in out


def test_solve_ranks_every_choice_of_a_situation(purrlor: Purrlor) -> None:
    situation = ("--dice", "6,6,6,6,6", "--rolls-left", "0", "--sheet", "sixes=18", "--json")
    found = json.loads(purrlor("solve", "yatzy", *situation).out)
    assert found["best"] == "score mouser"
    assert [choice["action"] for choice in found["choices"]].count("score sixes") == 0
    assert found["choices"][0]["loss"] == 0


@pytest.mark.slow
def test_a_filled_sheet_keeps_its_points(purrlor: Purrlor) -> None:
    empty, begun = (
        json.loads(purrlor("solve", "yatzy", "--json", "--sheet", sheet).out)["value"] for sheet in ("", "mouser=50")
    )
    assert begun > empty + 25


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--dice", "1,2,3"], "takes five dice"),
        (["--dice", "1,2,3,4,9"], "shows 1 to 6, not '9'"),
        (["--sheet", "sevens=7"], "there is no box 'sevens'"),
        (["--sheet", "sixes"], "takes BOX=POINTS"),
        (["--sheet", "sixes=17"], "possible are 0, 6, 12, 18, 24, 30"),
        (["--sheet", "nine_lives=0"], "no dice bring 0 points in nine_lives"),
        (["--sheet", "sixes=" + "1" * 5000], "takes BOX=POINTS"),
        (["--sheet", "sixes=6,sixes=12"], "--sheet names sixes twice"),
        (["--rolls-left", "1"], "--rolls-left goes with --dice"),
        (["--dice", ""], "takes five dice"),
        (["--scratch", "never"], "--scratch cannot be never; possible: forced and free"),
    ],
)
def test_solve_refuses_nonsense(purrlor: Purrlor, arguments: list[str], complaint: str) -> None:
    outcome = purrlor("solve", "yatzy", *arguments)
    assert outcome.code == 2
    assert complaint in outcome.err


def test_the_arena_gives_the_same_for_the_same_seed(purrlor: Purrlor) -> None:
    first, second = purrlor(*DUEL, "--json").out, purrlor(*DUEL, "--json").out
    assert first == second
    assert [bot["name"] for bot in json.loads(first)["bots"]] == ["tabby", "kitten"]


def test_the_arena_shows_a_table_with_intervals(purrlor: Purrlor) -> None:
    out = purrlor(*DUEL).out
    assert out.splitlines()[0].split() == ["bot", "points", "wins", "ahead", "of", "the", "others"]
    assert (out.splitlines()[1].count("±"), out.splitlines()[1].count("–")) == (2, 1)


def test_one_match_has_no_interval_in_json(purrlor: Purrlor) -> None:
    out = purrlor("arena", "yatzy", "--seats", "kitten", "--matches", "1", "--json").out
    (bot,) = json.loads(out)["bots"]
    assert bot["points"]["margin95"] is None
    assert (bot["wins"]["mean"], bot["wins"]["high95"]) == (1, 1)
    assert 0 < bot["wins"]["low95"] < 0.5


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess", "--seats", "kitten"], "chess"),
        (["yatzy", "--seats", "lion"], "there is no bot lion for yatzy; known: uniform, kitten"),
        (["yatzy", "--seats", ""], "names at least one bot"),
        (["yatzy", "--seats", "", "--duplicate"], "names at least one bot"),
        (["yatzy", "--seats", "kitten,kitten", "--matches", "3", "--duplicate"], "a multiple of 2, not 3"),
        (["yatzy", "--seats", "kitten,kitten", "--matches", "0"], "1 to 10000000000, not 0"),
        (["yatzy", "--seats", "kitten,kitten", "--workers", "0"], "at least 1, not 0"),
        (["yatzy", "--seats", "kitten,kitten", "--first", "3"], "seat from 1 to 2"),
    ],
)
def test_the_arena_refuses_nonsense(purrlor: Purrlor, arguments: list[str], complaint: str) -> None:
    outcome = purrlor("arena", *arguments)
    assert outcome.code == 2
    assert complaint in outcome.err


def test_the_review_balances_the_account(purrlor: Purrlor) -> None:
    (account,) = json.loads(purrlor("review", GOLDEN, "--seat", "2", "--json").out)
    assert account["start"] + account["luck"] - account["lost"] == pytest.approx(account["reached"], abs=1e-9)
    assert account["reached"] == pytest.approx(179, abs=1e-9)


def test_the_review_names_the_dearest_decision_first(purrlor: Purrlor) -> None:
    lines = purrlor("review", GOLDEN, "--seat", "2").out.splitlines()
    dearest = lines[lines.index("  The costliest ones:") + 1]
    assert dearest == "  - round 9, roll 3, 2 2 4 5 6: write Sixes; better write Twos, 7.6 points more"


def test_the_review_can_show_every_decision(purrlor: Purrlor) -> None:
    out = purrlor("review", GOLDEN, "--seat", "1", "--all").out
    assert out.count("the best there was") > 5


def test_the_review_refuses_a_seat_that_is_not_there(purrlor: Purrlor) -> None:
    outcome = purrlor("review", GOLDEN, "--seat", "4")
    assert (outcome.code, outcome.err) == (2, "purrlor: there is no seat 4; the record has 3\n")


def test_dice_may_be_written_together(purrlor: Purrlor) -> None:
    together, apart = (purrlor("solve", "yatzy", "--dice", dice).out for dice in ("33456", "3,3,4,5,6"))
    assert together == apart


def test_the_names_of_bots_may_be_capitalised(purrlor: Purrlor) -> None:
    assert purrlor("arena", "yatzy", "--seats", "Kitten", "--matches", "1").code == 0


def test_an_unfinished_match_gets_no_verdict(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "begun.purr"
    alone = ("play", "yatzy", "--players", "Ann", "--bots", "none", "--seed", "purr")
    purrlor(*alone, "--record", file, lines=["roll", "roll"])
    out = purrlor("review", file).out
    assert "expected from here on" in out
    assert not any(line.endswith((" ", ":")) for line in out.splitlines() if line.startswith("    "))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_reported_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "purrlor.cli", "games"]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "purrlor: No space left on device\n")


@pytest.mark.parametrize("command", [DUEL, ("play", "yatzy")])
def test_a_seed_is_text(purrlor: Purrlor, command: tuple[str, ...]) -> None:
    outcome = purrlor(*command, "--seed", "\udcff")
    assert outcome.code == 2
    assert "a seed is a word of visible characters" in outcome.err
