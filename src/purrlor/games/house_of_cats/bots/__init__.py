"""The levels of House of Cats, from one that a child beats to one that plans turns and compares them by rollouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from purrlor.core import Game
from purrlor.kit.bots import AnyBot, Level


def _kitten(_: Game[Any, Any, Any]) -> AnyBot:
    from .heuristic import Kitten

    return Kitten()


def _tabby(_: Game[Any, Any, Any]) -> AnyBot:
    from .heuristic import Tabby

    return Tabby()


def _planner(name: str) -> Callable[[Game[Any, Any, Any]], AnyBot]:
    """Return a maker of the level's planner; the search is imported when the first bot is made."""

    def make(_: Game[Any, Any, Any]) -> AnyBot:
        from .players import LEVEL_PARAMETERS, Planner

        return Planner(LEVEL_PARAMETERS[name])

    return make


LEVELS = (
    Level("kitten", _kitten, strength=37.0),
    Level("tabby", _tabby, strength=45.0),
    Level("tomcat", _planner("tomcat"), strength=51.0),
    Level("lynx", _planner("lynx"), strength=63.0, former=(Level("lynx@1", _planner("lynx@1")),)),
    Level("tiger", _planner("tiger"), former=(Level("tiger@1", _planner("tiger@1")),)),
)
