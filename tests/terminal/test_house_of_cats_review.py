"""The turn as played beside the better one: drawn where there is a screen, otherwise in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from purrlor.games.house_of_cats import Ability, House, Room, Symbol, printed_sheet
from purrlor.games.house_of_cats.terminal.review import Comparison
from purrlor.terminal.stage import plain_text

from .conftest import Purrlor

GOLDEN = Path(__file__).parents[1] / "golden" / "house-of-cats-level-4.purr"
SHEET = printed_sheet(1)
ABCD = tuple(Ability(letter) for letter in "ABCD")


def house(start: str, *, circles: tuple[int, ...] = (0, 0, 0, 0), cats: int = 0) -> House:
    return House(start + SHEET.blank[len(start) :], circles=circles, cats=cats)


def comparison() -> Comparison:
    return Comparison(SHEET, ABCD, house("24m"), house("44m", circles=(0, 1, 0, 0), cats=1), 40.0, 2.5)


def test_two_sheets_stand_side_by_side_with_what_differs_in_brackets() -> None:
    lines = [line.plain for line in comparison().drawing(80)]
    assert "As played: 40.0" in lines[0]
    assert "Better: 42.5" in lines[0]
    assert lines[2].startswith(" 1 │[2]  4   m   · ")
    assert "1 │[4]  4   m   · " in lines[2]
    assert any("Circles: B 0" in line and "Circles: B 1" in line for line in lines)


def test_one_below_the_other_where_the_screen_is_narrow() -> None:
    lines = [line.plain for line in comparison().drawing(50)]
    assert max(map(len, lines)) <= 50
    assert sum("│[" in line for line in lines) == 2


def test_without_a_screen_it_is_said_in_words() -> None:
    lines = [line.strip() for line in plain_text(comparison(), soft_wrap=True).splitlines()]
    assert lines == ["A1: 2; better: 4.", "Cats crossed off: 0; better: 1.", "Circles: B 0; better: B 1."]


def test_a_room_that_only_one_of_them_has_is_named() -> None:
    with_room = replace(house("222"), rooms=(Room(Symbol.TWO, SHEET.spaces[:2]),))
    other = replace(house("222"), rooms=(Room(Symbol.TWO, SHEET.spaces[1:3]),))
    assert [*Comparison(SHEET, ABCD, with_room, other, 1.0, 1.0).words()] == ["rooms: 2s A1 B1; better: 2s B1 C1."]


def test_on_a_screen_it_is_drawn() -> None:
    console = Console(force_terminal=True, width=80, color_system=None)
    with console.capture() as capture:
        console.print(comparison())
    assert "┌─A───B───" in capture.get()


def test_doubled_symbols_are_marked_too() -> None:
    doubled = Comparison(SHEET, ABCD, house("2"), House(house("2").entries, doubled=(SHEET.spaces[0],)), 1.0, 1.0)
    assert doubled.different == {"A1"}
    assert any("│[22" in line.plain for line in doubled.drawing(80))


@pytest.mark.slow
def test_the_review_of_a_record_compares_sheets(purrlor: Purrlor) -> None:
    out = purrlor("review", GOLDEN, "--seat", "1", "--plain").out
    assert "How well did Ann play?" in out
    assert "turn 1, " in out
    assert "; better: empty." in out


@pytest.mark.slow
def test_a_match_is_reviewed_when_it_is_over(purrlor: Purrlor) -> None:
    args = ("play", "house-of-cats", "--level", "4", "--players", "none", "--bots", "kitten", "--seed", "4")
    assert "How well did " in purrlor(*args).out


@pytest.mark.slow
def test_a_hint_names_the_turn_and_the_reason(purrlor: Purrlor) -> None:
    args = ("play", "house-of-cats", "--players", "Ann", "--bots", "none", "--seed", "4")
    out = purrlor(*args, lines=["hint"]).out
    assert "The best turn from here: " in out
    assert re.search(r"points more than “|as good as “", out)
    assert "Best: " in out
