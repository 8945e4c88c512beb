"""Addi Cat's without a clock, its table, its look back, and practice."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from rich.console import Console, RenderableType

from purrlor.core import Match, Record, commitment
from purrlor.games.addi_cats import Action, ActionCard, AddiCats, Addition, Sum, View, parse_card
from purrlor.games.addi_cats.practice import Kind, Notebook
from purrlor.games.addi_cats.practice.notebook import notebook_file
from purrlor.games.addi_cats.state import State, view_of
from purrlor.games.addi_cats.terminal.drawing import LARGEST, drawn
from purrlor.games.addi_cats.terminal.face import FACE
from purrlor.games.addi_cats.terminal.practice_session import PracticeQuestion, question
from purrlor.games.addi_cats.terminal.race import correction
from purrlor.games.addi_cats.terminal.review import additions_table, closing
from purrlor.lab.playout import play_out
from tests.games.addi_cats.notated import TRIO, laid

from .conftest import Purrlor

CALM = ("play", "addi-cats", "--no-timed", "--first", "1", "--seed", "purr")


@pytest.fixture(autouse=True)
def in_the_parlour(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PURRLOR_DATA", str(tmp_path))


def shown(what: RenderableType, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO(), no_color=True)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def view(*places: str, rules: AddiCats = TRIO) -> View:
    return view_of(laid(rules, *places), None, timed=rules.timed)


# Without a clock


def test_everybody_decides_behind_a_curtain(purrlor: Purrlor) -> None:
    played = purrlor(*CALM, "--players", "Ann,Bob,Cleo", lines=["", "turn", "pass", "", "pass", "", "hit", ""])
    assert played.code == 0
    assert played.out.index("Ann, it is your turn") < played.out.index("Bob, it is your turn")
    assert "Cleo was greedy" in played.out


def test_alone_against_bots_short_answers_do(purrlor: Purrlor) -> None:
    played = purrlor(*CALM, "--players", "Ann", "--bots", "adult,adult", lines=["", "p", "hit head", "turn", "h"])
    assert "You turn" in played.out
    assert "say hit." in played.out or "First everybody decides" in played.out


def test_nobody_hears_what_others_decided_before_the_last(purrlor: Purrlor) -> None:
    played = purrlor(*CALM, "--players", "Ann,Bob,Cleo", lines=["", "turn", "hit", "", "pass"])
    assert "Ann has decided." in played.out
    assert "greedy" not in played.out


def test_a_turn_is_refused_with_the_reason(purrlor: Purrlor) -> None:
    played = purrlor(*CALM, "--players", "Ann,Bob,Cleo", lines=["", "turn", "turn"])
    assert "First everybody decides: hit or pass." in played.out


def test_a_whole_match_without_a_clock(purrlor: Purrlor) -> None:
    lines = ["", "pass"] * 400
    played = purrlor(*CALM, "--players", "Ann", "--bots", "adult,adult", "--most-cards", "40", lines=lines)
    assert "How did Ann react?" in played.out
    assert "The sums of Ann" in played.out


# The table


def test_plain_lines_say_what_lies_open() -> None:
    lines = FACE.plain(view("4 | 3+8", "5", "6 | 7 4+7"), (), ("Ann", "Bob", "Cleo"))
    assert lines == [
        "Open: Ann 3+8 (pile of 1) and Cleo 4+7 (pile of 2).",
        "Ann turns a card.",
        "Cards left: Ann 2, Bob 1 and Cleo 3.",
    ]


def test_the_drawing_shows_piles_stacks_and_whose_turn_it_is() -> None:
    text = shown(FACE.draw(view("4 | 3+8", "5", "6 | 7 4+7"), (), ("Ann", "Bob", "Cleo")))
    assert "▶ Ann" in text
    assert "2 open" in text
    assert "stack 1" in text


def test_a_narrow_terminal_gets_small_digits() -> None:
    text = shown(FACE.draw(view("4 | 10+8", "5", "6 | 7 4+7"), (), ("Ann", "Bob", "Cleo")), width=36)
    assert "10 + 8" in text
    assert max(map(len, text.splitlines())) <= 36


@pytest.mark.parametrize("text", ["10+10", "20", "2", *ActionCard])
def test_every_card_is_as_wide_as_any_other(text: str) -> None:
    rows = drawn(parse_card(text), LARGEST)
    assert [row.cell_len for row in rows] == [LARGEST] * 5


def test_the_correction_card_lists_all_additions() -> None:
    assert correction("4 = 1+3 = 2+2 = 3+1", view("4 | 2+2", "5 | 4", "6")).plain == "4 = 1+3 = 2+2 = 3+1"


# Looking back


def played_out(*levels: int) -> tuple[AddiCats, Match[State, Action, View]]:
    from purrlor.games.addi_cats.bots import LEVELS

    rules = AddiCats(seats=len(levels))
    return rules, play_out(rules, [LEVELS[number].make(rules) for number in levels], "look back")


def test_after_a_match_people_see_their_times_and_their_sums() -> None:
    rules, match = played_out(1, 2, 1)
    record = Record(rules, ("Ann", "Adult (bot adult)", "Bob"), tuple(match.log), commitment(b"x"))
    text = shown(closing(record))
    assert text.count("How did") == 2
    assert "Usual time to see equal sums" in text
    assert text.count("+     1     2") == 2
    assert max(map(len, text.splitlines())) <= 80
    assert Notebook.read("ann").answers


def test_signs_say_what_colours_say() -> None:
    rules, match = played_out(0, 2, 1)
    record = Record(rules, ("Ann", "Bob", "Cleo"), tuple(match.log), commitment(b"x"))
    closing(record)
    text = shown(additions_table(Notebook.read("Bob")))
    assert "+ quick" in text
    assert "·" in text


# Practice


def test_practice_keeps_what_was_answered(purrlor: Purrlor) -> None:
    practised = purrlor("practice", "addi-cats", "--player", "Ann", "--seed", "3", lines=["0", "y", "n", "1", "q"])
    assert practised.code == 0
    assert "Type" in practised.out
    assert f"of {len(Notebook.read('Ann').answers)} right." in practised.out


def test_wrong_answers_show_the_correction_card(purrlor: Purrlor) -> None:
    practice = ("practice", "addi-cats", "--player", "Ann", "--seed", "3")
    practised = purrlor(*practice, "--questions", "8", lines=["99", "y", "n"] * 20)
    assert "Not quite." in practised.out
    assert " = 1+" in practised.out


def test_a_wrong_sum_comes_again_soon(purrlor: Purrlor) -> None:
    practice = ("practice", "addi-cats", "--player", "Ann", "--seed", "3")
    purrlor(*practice, "--up-to", "2", "--questions", "12", lines=["99", "y"] * 40)
    asked = [answer.addition for answer in Notebook.read("Ann").answers]
    assert len(asked) == 12
    assert all(one != other for one, other in pairwise(asked))


def test_the_table_can_be_seen_without_practice(purrlor: Purrlor) -> None:
    assert "Ann has not answered anything yet." in purrlor("practice", "addi-cats", "--player", "Ann", "--table").out


def test_a_damaged_notebook_is_reported(purrlor: Purrlor) -> None:
    file = notebook_file("Ann")
    file.parent.mkdir(parents=True)
    file.write_text("scratched", encoding="utf-8")
    told = purrlor("practice", "addi-cats", "--player", "Ann", "--table").out
    assert "was damaged and is set aside" in told


def test_a_folder_that_cannot_be_used_is_reported_in_one_line(purrlor: Purrlor, tmp_path: Path) -> None:
    (tmp_path / "addi-cats").write_text("a file, not a folder", encoding="utf-8")
    practised = purrlor("practice", "addi-cats", "--player", "Ann", lines=["1", "y"])
    assert practised.code == 2
    assert practised.err.count("\n") == 1


@pytest.mark.parametrize(
    ("cards", "text", "right"),
    [
        ("3+8", "11", True),
        ("3+8", "12", False),
        ("3+8", "y", None),
        ("3+8 11", "y", True),
        ("3+8 10", "=", False),
        ("3+8 10", "n", True),
        ("3+8 10", "11", None),
    ],
)
def test_answers_are_judged(cards: str, text: str, right: bool | None) -> None:
    shown = tuple(parse_card(card) for card in cards.split())
    assert PracticeQuestion(Addition(3, 8), shown).judge(text) is right


def test_half_of_the_pairs_are_equal() -> None:
    random = Random(1)
    asked = [question(Addition(3, 8), random, 10) for _ in range(2000)]
    pairs = [each for each in asked if each.kind is Kind.EQUAL]
    assert len(pairs) == pytest.approx(1000, abs=100)
    assert sum(bool(each.judge("y")) for each in pairs) == pytest.approx(len(pairs) / 2, abs=70)
    assert all(Addition(3, 8) in each.cards for each in asked)
    assert any(Sum(11) in each.cards for each in pairs)


def test_a_name_is_one_line(purrlor: Purrlor) -> None:
    assert purrlor("practice", "addi-cats", "--player", "x" * 61, "--table").code == 2
