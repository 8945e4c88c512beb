"""`solve`, `arena` and `review`: the commands that print figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Purrlor

GOLDEN = Path(__file__).parent.parent / "golden" / "yatzy.purr"
DUEL = ("arena", "yatzy", "--seats", "tabby,kitten", "--matches", "4", "--seed", "s", "--workers", "1")


def test_solve_gives_the_value_of_the_literature(purrlor: Purrlor) -> None:
    found = json.loads(purrlor("solve", "yatzy", "--scratch", "free", "--json").out)
    assert found["value"] == pytest.approx(245.870775, abs=5e-7)
    assert found["mean"] == pytest.approx(found["value"], abs=1e-6)


def test_solve_says_it_in_words(purrlor: Purrlor) -> None:
    out = purrlor("solve", "yatzy").out
    assert out.startswith("Perfect play makes 242.995675 points on average.")
    assert "At least 300: 9.8081 %" in out


def test_solve_ranks_every_choice_of_a_situation(purrlor: Purrlor) -> None:
    situation = ("--dice", "6,6,6,6,6", "--rolls-left", "0", "--sheet", "sixes=18", "--json")
    found = json.loads(purrlor("solve", "yatzy", *situation).out)
    assert found["best"] == "score mouser"
    assert [choice["action"] for choice in found["choices"]].count("score sixes") == 0
    assert found["choices"][0]["loss"] == 0


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
        (["--scratch", "never"], "invalid choice: 'never'"),
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
    assert out.count("±") >= 6


def test_one_match_has_no_interval_in_json(purrlor: Purrlor) -> None:
    out = purrlor("arena", "yatzy", "--seats", "kitten", "--matches", "1", "--json").out
    assert json.loads(out)["bots"][0]["points"]["margin95"] is None


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess", "--seats", "kitten"], "chess"),
        (["yatzy", "--seats", "lion"], "there is no bot 'lion' for yatzy; there are uniform, kitten"),
        (["yatzy", "--seats", ""], "1 to 6 seats, not 0"),
        (["yatzy", "--seats", "kitten,kitten", "--matches", "0"], "at least 1, not 0"),
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
    dearest = lines[lines.index("  The dearest ones:") + 1]
    assert dearest == "  - round 9, roll 3, 2 2 4 5 6: write Sixes; better write Twos, +7.6"


def test_the_review_can_show_every_decision(purrlor: Purrlor) -> None:
    out = purrlor("review", GOLDEN, "--seat", "1", "--all").out
    assert out.count("the best there was") > 5


def test_the_review_refuses_a_seat_that_is_not_there(purrlor: Purrlor) -> None:
    outcome = purrlor("review", GOLDEN, "--seat", "4")
    assert (outcome.code, outcome.err) == (2, "purrlor: there is no seat 4; the record has 3\n")
