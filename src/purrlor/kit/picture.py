"""What the page draws: a view with everything worked out that a picture needs, so that the page holds no rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict


class Painter(NamedTuple):
    """Turns views of a game into pictures."""

    shown: Callable[[Any, Any], Struct]
    """`shown(game, view)`: what everybody sees alike. A table paints it once, from a spectator's view."""
    own: Callable[[Any, Any, Sequence[Any]], dict[str, Any]]
    """`own(game, view, legal)`: what is for this viewer alone, by name."""
    whole: type[Struct]
    """The type of both together."""

    def picture(self, game: Any, view: Any, legal: Sequence[Any]) -> Any:
        return self.whole(**asdict(self.shown(game, view)), **self.own(game, view, legal))
