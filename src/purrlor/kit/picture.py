"""What the page draws: a view, with everything worked out that a picture needs, so that the page holds no rules.

`PICTURES` names a module per game. Its `shown(game, view)` gives what everybody sees alike, as a Struct; its
`own(game, view, legal)` gives what is for this viewer alone, by name; `Picture` is the type of both together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

PICTURES = {
    "yatzy": "purrlor.games.yatzy.picture",
    "meow": "purrlor.games.meow.picture",
    "addi-cats": "purrlor.games.addi_cats.picture",
    "house-of-cats": "purrlor.games.house_of_cats.picture",
}


class Painter(NamedTuple):
    """What turns views of a game into pictures."""

    shown: Callable[[Any, Any], Struct]
    own: Callable[[Any, Any, Sequence[Any]], dict[str, Any]]
    whole: Callable[..., Struct]

    def picture(self, game: Any, view: Any, legal: Sequence[Any]) -> Any:
        return self.whole(**asdict(self.shown(game, view)), **self.own(game, view, legal))


def painter(game: str) -> Painter:
    module = import_module(PICTURES[game])
    return Painter(module.shown, module.own, module.Picture)
