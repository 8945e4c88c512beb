"""Games and their encodings by name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeAlias

from purrlor.core import Game
from purrlor.games import GAMES
from purrlor.kit.encoding import Encoding

AnyGame: TypeAlias = Game[Any, Any, Any]


def game_of(name: str, options: Mapping[str, Any]) -> AnyGame:
    """The rules of that name with these options; ValueError says what there is."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name](**options)


def encoding_of(rules: AnyGame) -> Encoding[Any, Any]:
    package = type(rules).__module__.rpartition(".")[0]
    found: Encoding[Any, Any] = import_module(f"{package}.encoding").encoding(rules)
    return found
