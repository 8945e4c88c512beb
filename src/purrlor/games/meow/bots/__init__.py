"""MEOW's bots, from a child that often plays any card to a search over what the others may hold."""

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


def _lynx(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import Lynx

    return Lynx()


def _tiger(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import Tiger

    return Tiger()


def _tiger_1(_: Game[Any, Any, Any]) -> AnyBot:
    from .players import Tiger

    return Tiger(rollouts=None)


LEVELS = (
    Level("kitten", _kitten, strength=44.0),
    Level("tabby", _tabby, strength=51.0),
    Level("lynx", _lynx, strength=56.0),
    Level("tiger", _tiger, former=(Level("tiger@1", _tiger_1),)),
)
