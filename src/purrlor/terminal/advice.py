"""Where knowledge of the games is connected to the terminal: advice during a match, a look back after it.

The tables name `module:function`; the module is imported when somebody asks.

- `ADVISERS`: `function(game) -> Adviser`. Preparing it may take a moment: a spinner turns meanwhile.
- `REVIEWS`: `function(record) -> RenderableType | None`, shown when a match is over.
- `LOOKS_BACK`: `function(record, seats) -> RenderableType`, for `purrlor review` of games that count no losses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from purrlor.core import Game, Record, Seat

if TYPE_CHECKING:
    from rich.console import RenderableType

ADVISERS = {
    "yatzy": "purrlor.terminal.yatzy.adviser:adviser",
    "meow": "purrlor.terminal.meow.adviser:adviser",
}
REVIEWS = {
    "yatzy": "purrlor.terminal.review:closing",
    "meow": "purrlor.terminal.review:closing",
    "addi-cats": "purrlor.terminal.addi_cats.review:closing",
}

LOOKS_BACK = {"addi-cats": "purrlor.terminal.addi_cats.review:review"}


@dataclass(frozen=True)
class Advice:
    """The actions with what each is worth, best first; `sentence` says why the best is good, or is empty."""

    ranked: Sequence[tuple[Any, float]]
    sentence: str = ""


class Adviser(Protocol):
    def advise(self, view: Any, legal: Sequence[Any]) -> Advice: ...


def adviser(game: Game[Any, Any, Any]) -> Adviser | None:
    make: Callable[[Any], Adviser] | None = _connected(ADVISERS, game.name)
    return make(game) if make else None


def review_text(record: Record[Any, Any, Any]) -> RenderableType | None:
    review: Callable[[Any], RenderableType | None] | None = _connected(REVIEWS, record.game.name)
    return review(record) if review else None


def look_back(record: Record[Any, Any, Any], seats: Sequence[Seat]) -> RenderableType | None:
    """The review of a game in which points lost and gained mean nothing; None where they do."""
    look: Callable[[Any, Sequence[Seat]], RenderableType] | None = _connected(LOOKS_BACK, record.game.name)
    return look(record, seats) if look else None


def _connected(table: dict[str, str], game: str) -> Any:
    if game not in table:
        return None
    module, _, name = table[game].partition(":")
    return getattr(import_module(module), name)
