"""House of Cats's bots, from one that a child beats to one that plans rooms and looks ahead."""

from __future__ import annotations

from typing import Any

from purrlor.core import Game
from purrlor.kit.bots import AnyBot, Level


def _kitten(_: Game[Any, Any, Any]) -> AnyBot:
    from .heuristic import Kitten

    return Kitten()


def _tabby(_: Game[Any, Any, Any]) -> AnyBot:
    from .heuristic import Tabby

    return Tabby()


def _tomcat(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import TOMCAT, Planner

    return Planner(TOMCAT)


def _lynx(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import LYNX, Planner

    return Planner(LYNX)


def _lynx_1(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import LYNX_1, Planner

    return Planner(LYNX_1)


def _tiger(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import TIGER, Planner

    return Planner(TIGER)


def _tiger_1(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import TIGER_1, Planner

    return Planner(TIGER_1)


LEVELS = (
    Level("kitten", _kitten, strength=37.0),
    Level("tabby", _tabby, strength=45.0),
    Level("tomcat", _tomcat, strength=51.0),
    Level("lynx", _lynx, strength=63.0, former=(Level("lynx@1", _lynx_1),)),
    Level("tiger", _tiger, former=(Level("tiger@1", _tiger_1),)),
)
