"""One person in two browsers: the browser under test plays, and Chromium watches."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from .layout import faults
from .player import Player
from .window import Window

BOTS = {"meow": ["uniform"] * 3, "addi-cats": ["six-year-old"] * 2}
"""The bots that play against us; in other games one bot of the weakest level."""
OPTIONS = {
    "yatzy": {"first": "1"},
    "meow": {"first": "1"},
    "house-of-cats": {"level": "1"},
    "addi-cats": {"first": "1", "timed": "true", "pace": "300", "patience": "none", "most_cards": "30"},
}
"""Options that let us begin and keep a match short."""
SCREENS = {"phone": (390, 844), "desktop": (1440, 900)}
SETTLES = 30.0
"""Seconds after which what is still wrong stays wrong: pictures come, and hands are taken off the mouse."""
PICTURES = os.environ.get("PURRLOR_PICTURES", "")
"""A folder for pictures of all browsers; empty: none are taken."""


def begin(player: Player, game: str) -> str:
    """Begin a short match against weak bots; return the path of the table."""
    return player.sit_down(game, BOTS.get(game, ["uniform"]), **OPTIONS.get(game, {}))


class Pair:
    def __init__(self, windows: dict[str, Window], url: str, game: str, screen: str) -> None:
        """The first of the windows is tried."""
        self.windows = windows
        self.label = f"{game}-{screen}-in-{next(iter(windows))}"
        for window in windows.values():
            window.resize(*SCREENS[screen])
        self.player, self.onlooker = (Player(window, url) for window in windows.values())
        way = begin(self.player, game)
        self.onlooker.be(self.player)
        self.onlooker.enter(way)

    def faults(self, moment: str) -> list[str]:
        """List the faults of the browser under test when both show the same, and take pictures of this moment."""
        self.player.until(self._is_same)
        ends = time.monotonic() + SETTLES
        while (wrong := faults(self.player.window, self.onlooker.window)) and time.monotonic() < ends:
            time.sleep(0.2)
        if PICTURES:
            self._keep(moment)
        return [*wrong, *self.player.troubles]

    def _is_same(self) -> bool:
        rests = self.player.is_done or self.player.can_act
        return rests and self.player.board == self.onlooker.board

    def _keep(self, moment: str) -> None:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        for name, window in self.windows.items():
            (Path(PICTURES) / f"{self.label}-{moment}-{name}.png").write_bytes(window.picture())


SitDown = Callable[[str, str], Pair]
"""A pair at a table of this game, on a screen of this size."""
