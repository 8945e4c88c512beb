"""Addi Cat's bots: one game, four pairs of eyes and hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from purrlor.core import Game
from purrlor.kit.levels import AnyBot, Level

from .people import Player
from .reflexes import ADULT, CHAMPION, SIX_YEAR_OLD, TEN_YEAR_OLD, Reflexes


def _with(reflexes: Reflexes) -> Callable[[Game[Any, Any, Any]], AnyBot]:
    return lambda _: Player(reflexes)


LEVELS = (
    Level("six-year-old", _with(SIX_YEAR_OLD)),
    Level("ten-year-old", _with(TEN_YEAR_OLD)),
    Level("adult", _with(ADULT)),
    Level("champion", _with(CHAMPION)),
)
