"""Yatzy's bots, from one that a child can beat to one that plays to win."""

from __future__ import annotations

from typing import Any

from purrlor.core import Game
from purrlor.games.yatzy import Yatzy
from purrlor.kit.bots import AnyBot, Level


def _kitten(_: Game[Any, Any, Any]) -> AnyBot:
    from .heuristic import Kitten

    return Kitten()


def _tabby(_: Game[Any, Any, Any]) -> AnyBot:
    from .heuristic import Tabby

    return Tabby()


def _tomcat(_: Game[Any, Any, Any]) -> AnyBot:
    from .heuristic import Tomcat

    return Tomcat()


def _lynx(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import Lynx

    return Lynx()


def _sphinx(game: Game[Any, Any, Any]) -> AnyBot:
    from .players import Sphinx
    from .solver.solution import solution

    assert isinstance(game, Yatzy)
    return Sphinx(solution(scratch=game.scratch, mouser_is_fat_cat=game.mouser_is_fat_cat))


def _tiger(game: Game[Any, Any, Any]) -> AnyBot:
    from .players import Tiger
    from .solver.solution import solution

    assert isinstance(game, Yatzy)
    return Tiger(solution(scratch=game.scratch, mouser_is_fat_cat=game.mouser_is_fat_cat))


LEVELS = (
    Level("kitten", _kitten, strength=10.0),
    Level("tabby", _tabby, strength=30.0),
    Level("tomcat", _tomcat, strength=51.0),
    Level("lynx", _lynx, strength=64.0),
    Level("sphinx", _sphinx, strength=90.0),
    Level("tiger", _tiger),
)
