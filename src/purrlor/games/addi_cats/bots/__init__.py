"""The levels of Addi Cat's: one player with five sets of reflexes, and a playmate that adapts them to a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from purrlor.core import Game
from purrlor.kit.bots import AnyBot, Level

from .playmate import PLAYMATE
from .race_player import RacePlayer
from .reflexes import ADULT, CHAMPION, FOURTEEN_YEAR_OLD, SIX_YEAR_OLD, TEN_YEAR_OLD, Reflexes


def _with(reflexes: Reflexes) -> Callable[[Game[Any, Any, Any]], AnyBot]:
    return lambda _: RacePlayer(reflexes)


LEVELS = (
    PLAYMATE,
    Level("six-year-old", _with(SIX_YEAR_OLD), strength=10.0),
    Level("ten-year-old", _with(TEN_YEAR_OLD), strength=30.0),
    Level("fourteen-year-old", _with(FOURTEEN_YEAR_OLD), strength=49.0),
    Level("adult", _with(ADULT), strength=69.0),
    Level("champion", _with(CHAMPION), strength=90.0),
)
