"""The games of the parlour."""

from typing import Any

from purrlor.core import Game

from .yatzy import Yatzy

GAMES: dict[str, type[Game[Any, Any, Any]]] = {Yatzy.name: Yatzy}
