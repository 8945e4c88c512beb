"""Matches in Firefox and in WebKit, and the same seat beside it in Chromium."""

from __future__ import annotations

import pytest

from purrlor.kit.registry import games
from tests.browser.parlour import Parlour

from .pair import SCREENS, SitDown, begin
from .player import Player
from .window import Window

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", games())
def test_the_first_moves_look_as_in_chromium(sit_down: SitDown, game: str) -> None:
    pair = sit_down(game, "phone")
    assert pair.faults("start") == []
    pair.player.play(4)
    assert pair.faults("later") == []


@pytest.mark.nightly
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", games())
def test_a_whole_match_looks_as_in_chromium(sit_down: SitDown, game: str, screen: str) -> None:
    pair = sit_down(game, screen)
    for moment in ("1", "2", "3"):
        assert pair.faults(moment) == []
        pair.player.play(6)
    pair.player.play()
    assert pair.faults("end") == []


PRESSES = {
    "yatzy": (".roll", ".box.open:not(.zero)"),
    "meow": (".hand button.legal",),
    "house-of-cats": (".tray button", ".cell.open"),
    "addi-cats": ("button.stack.turn",),
}
"""The parts of the board to press, in order, to make a move; in other games the first buttons."""


@pytest.mark.parametrize("game", games())
def test_the_board_takes_presses(parlour: Parlour, window: Window, game: str) -> None:
    window.resize(*SCREENS["phone"])
    player = Player(window, parlour.url)
    begin(player, game)
    *before, last = PRESSES.get(game, (".board-room button:enabled",))
    for selector in before:
        player.press(selector)
    player.until(lambda: player.sees(last))
    possible = player.actions()
    player.press(last)
    player.until(lambda: player.actions() != possible)
    assert player.troubles == []
