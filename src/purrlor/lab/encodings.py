"""Find games and their encodings by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from purrlor.compiled.runner import runner
from purrlor.core import Game
from purrlor.kit import games, kit
from purrlor.kit.lab import Encoding, RowGame

AnyGame: TypeAlias = Game[Any, Any, Any]


class NotInNumbers(ValueError):
    """The game has no encoding, or no compiled rows."""


def game_of(name: str, options: Mapping[str, Any]) -> AnyGame:
    """Return the game of that name with these options; a ValueError lists the available games."""
    if name not in games():
        raise ValueError(f"there is no game {name!r}; there are {', '.join(games())}")
    return games()[name](**options)


def environment_id(game: str) -> str:
    """Return the name under which Gymnasium and TextArena know a game: `purrlor/HouseOfCats-v0` for `house-of-cats`."""
    return f"purrlor/{''.join(part.capitalize() for part in game.split('-'))}-v0"


def encoding_of(rules: AnyGame) -> Encoding[Any, Any]:
    found = kit(rules.name).encoding(rules)
    if found is None:
        raise NotInNumbers(f"{rules.name} has no encoding in numbers")
    return found


def rows_of(rules: AnyGame) -> RowGame:
    found = kit(rules.name).rows(rules)
    if found is not None:
        return found
    encoding = kit(rules.name).encoding(rules)
    if encoding is not None and encoding.at is not None:
        raise NotInNumbers(
            f"{rules.name} is played in real time, and a batch has no clock; purrlor.lab.pettingzoo and "
            "purrlor.lab.gymnasium play it tick by tick"
        )
    raise NotInNumbers(f"{rules.name} with these options cannot be played in compiled rows")


def has_rows(rules: AnyGame) -> bool:
    """Return whether matches can be played in compiled rows, which Numba runs."""
    return runner() == "numba" and kit(rules.name).rows(rules) is not None
