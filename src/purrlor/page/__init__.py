"""What the page draws: a view, with everything worked out that a picture needs, so that the page holds no rules.

`PICTURES` names a module per game; its `picture(game, view, legal)` gives a Struct, and `Picture` is its type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeAlias

PICTURES = {
    "yatzy": "purrlor.page.yatzy",
    "meow": "purrlor.page.meow",
    "addi-cats": "purrlor.page.addi_cats",
    "house-of-cats": "purrlor.page.house_of_cats",
}

Painter: TypeAlias = Callable[[Any, Any, Sequence[Any]], Any]


def painter(game: str) -> Painter:
    """What turns a view of `game` into its picture."""
    picture: Painter = import_module(PICTURES[game]).picture
    return picture


def picture_type(game: str) -> Any:
    return import_module(PICTURES[game]).Picture
