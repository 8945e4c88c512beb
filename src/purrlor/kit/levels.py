"""Who plays which game, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from purrlor.core import Game

from .bot import Bot
from .uniform import Uniform

AnyBot = Bot[Any, Any]


@dataclass(frozen=True)
class Level:
    """A bot of a certain strength. `make` may take a moment: strong bots prepare tables."""

    name: str
    make: Callable[[Game[Any, Any, Any]], AnyBot]


UNIFORM = Level("uniform", lambda _: Uniform())


def levels(game: str) -> Sequence[Level]:
    """The bots for `game`, each stronger than the one before; `uniform` comes first."""
    module = import_module(f"purrlor.games.{game.replace('-', '_')}.bots")
    return (UNIFORM, *module.LEVELS)


def level(game: str, name: str) -> Level:
    """The level of that name; ValueError names those that there are."""
    for each in levels(game):
        if each.name == name:
            return each
    raise ValueError(f"there is no bot {name!r} for {game}; there are {', '.join(e.name for e in levels(game))}")
