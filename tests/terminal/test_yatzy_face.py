"""How Yatzy looks: as wide as the terminal, and never in colour alone."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement

import pytest
from rich.cells import cell_len

from purrlor.core import Seat
from purrlor.games.yatzy import Box, Sheet, Yatzy
from purrlor.games.yatzy.rules import State
from purrlor.games.yatzy.terminal.drawing import BELOW, Drawing, draw
from purrlor.games.yatzy.terminal.face import FACE
from purrlor.games.yatzy.terminal.plain import par, plain
from purrlor.kit.face import Scene
from purrlor.terminal.keyboard_match import COMMANDS
from purrlor.terminal.stage import plain_text
from purrlor.terminal.typed_input import Meant, understand

NAMES = ("Ann", "Christopher", "Tabby", "Dörte", "猫猫猫猫", "Flo")


def drawing(players: int, dice: tuple[int, ...] = (2, 3, 3, 3, 6), rolls_left: int = 1) -> Drawing:
    game = Yatzy(seats=players)
    sheet = Sheet().with_entry(Box.FOURS, 16).with_entry(Box.MOUSER, 0)
    state = State((sheet,) * players, Seat(0), dice, rolls_left)
    return draw(game.view(state, Seat(0)), game.legal(state, Seat(0)), NAMES[:players])


@pytest.mark.parametrize("width", [80, 100, 132, 200])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_the_drawing_fits_the_terminal(players: int, width: int) -> None:
    lines = drawing(players).lines(width)
    assert max(cell_len(line.plain) for line in lines) <= width
    assert len(lines) <= 21


def test_three_players_leave_room_for_the_story_in_24_lines() -> None:
    assert len(drawing(3).lines(80)) == 16


@pytest.mark.parametrize("width", [40, 60])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_a_low_terminal_shows_what_matters(players: int, width: int) -> None:
    lines = [line.plain for line in drawing(players).lines(width, 15)]
    assert len(lines) <= 15 - BELOW
    assert lines[0].startswith(" [2] [3] [3] [3] [6]   Rolls left ●○○ 1")
    assert "Ann 16" in lines[-1]


def test_a_final_sheet_shows_its_subtotals() -> None:
    sheet = Sheet((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, 17))
    game = Yatzy(seats=2)
    view = game.view(State((sheet, sheet), Seat(0)), None)
    drawn = plain_text(draw(view, (), NAMES[:2]))
    assert re.search(r"Subtotal +98 +98 +Total +★230", drawn)
    assert re.search(r"Bonus \(to par\) +35 +35 +Lower sum +132", drawn)
    assert "upper 63, bonus 35, subtotal 98, lower 132, total 230." in plain(view, (), NAMES[:2])[-1]


def test_the_tip_names_dice_on_the_table_and_the_box_that_brings_most() -> None:
    table = drawing(1)
    assert FACE.tip(table.view, table.legal) == "33 keeps 3 3 · 3k fills Three of a Kind"


def test_with_any_dice_the_tip_can_be_typed_and_leaves_room_for_help_and_quit() -> None:
    game = Yatzy(seats=1)
    for dice in combinations_with_replacement(range(1, 7), 5):
        state = State((Sheet(),), Seat(0), dice, 1)
        view, legal = game.view(state, Seat(0)), game.legal(state, Seat(0))
        keep, fill = FACE.tip(view, legal).split(" · ")
        assert cell_len(f" {keep} · {fill}   help · quit") <= 60
        for part in (keep.split(" keeps ")[0], fill.split(" fills ")[0]):
            assert isinstance(understand(part, game, Scene(FACE, view, legal, NAMES[:1]), COMMANDS), Meant)


def test_a_plus_marks_what_a_box_would_bring() -> None:
    shown = plain_text(drawing(2))
    line = next(line for line in shown.splitlines() if "Threes" in line)
    assert "+9" in line
    assert "Four of a Kind" in shown


def test_only_the_player_to_move_sees_possibilities() -> None:
    game = Yatzy()
    state = State((Sheet(), Sheet()), Seat(0), (2, 3, 3, 3, 6), 1)
    assert "+" not in plain_text(draw(game.view(state, Seat(1)), game.legal(state, Seat(1)), NAMES[:2]))


def test_dice_in_the_hand_are_blank() -> None:
    assert "●" not in plain_text(drawing(2, dice=(), rolls_left=0))


def test_five_dice_show_their_pips() -> None:
    pips = plain_text(drawing(1, rolls_left=0)).count("●")
    assert pips == 2 + 3 + 3 + 3 + 6


def test_par_is_three_of_each() -> None:
    assert par(Sheet()) == 0
    assert par(Sheet().with_entry(Box.FOURS, 16)) == 4
    assert par(Sheet().with_entry(Box.SIXES, 12)) == -6


def test_the_plain_text_says_the_bonus() -> None:
    table = drawing(1)
    lines = plain(table.view, table.legal, table.names)
    assert "Upper sum 16 of 63, 4 ahead of par." in lines


@pytest.mark.parametrize(("upper", "words"), [(5, "safe"), (0, "out of reach")])
def test_the_plain_text_says_when_the_bonus_is_decided(upper: int, words: str) -> None:
    sheet = Sheet(tuple(face * upper for face in range(1, 7)) + (None,) * 7)
    game = Yatzy(seats=1)
    view = game.view(State((sheet,), Seat(0)), Seat(0))
    assert any(words in line for line in FACE.lines(view, (), ["Ann"]))
