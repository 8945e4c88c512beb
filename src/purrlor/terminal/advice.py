"""Where knowledge of the games is connected to the terminal: advice during a match, a look back after it.

The tables name `module:function`; the module is imported when somebody asks.

- `ADVISERS`: `function(game) -> Adviser`, where more is to be said than the reason that `purrlor.kit.advice` gives.
  Preparing it may take a moment: a spinner turns meanwhile.
- `REVIEWS`: `function(record) -> RenderableType | None`, shown when a match is over.
- `PICTURES`: `function(record, decision) -> RenderableType`, shown below a decision that lost points.
- `LOOKS_BACK`: `function(record, seats) -> RenderableType`, for `purrlor review` of games that count no losses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from purrlor.core import Game, Record, Seat
from purrlor.kit.advice import Adviser as BotAdviser
from purrlor.kit.advice import adviser as bot_adviser
from purrlor.kit.speech import speech

if TYPE_CHECKING:
    from rich.console import RenderableType

    from purrlor.kit.review import Decision

ADVISERS = {"house-of-cats": "purrlor.games.house_of_cats.face.adviser:adviser"}
REVIEWS = {
    "yatzy": "purrlor.terminal.review:closing",
    "meow": "purrlor.terminal.review:closing",
    "addi-cats": "purrlor.games.addi_cats.face.review:closing",
    "house-of-cats": "purrlor.games.house_of_cats.face.review:closing",
}
PICTURES = {"house-of-cats": "purrlor.games.house_of_cats.face.review:comparison"}
LOOKS_BACK = {"addi-cats": "purrlor.games.addi_cats.face.review:review"}


@dataclass(frozen=True)
class Advice:
    """The actions with what each is worth, best first; `sentence` says why the best is good, or is empty."""

    ranked: Sequence[tuple[Any, float]]
    sentence: str = ""


class Adviser(Protocol):
    def advise(self, view: Any, legal: Sequence[Any]) -> Advice: ...


@dataclass(frozen=True)
class Speaker:
    """A bot's hints, put into words."""

    game: str
    bot: BotAdviser

    def advise(self, view: Any, legal: Sequence[Any]) -> Advice:
        found = self.bot.advise(view, legal)
        return Advice(found.ranked, speech().say(self.game, found.reason, ()) if found.reason else "")


def advises(game: str) -> bool:
    """Whether there is somebody to ask for hints; nobody has to be prepared to know it."""
    try:
        return game in ADVISERS or find_spec(f"purrlor.games.{game.replace('-', '_')}.bots.hints") is not None
    except ModuleNotFoundError:
        return False


def adviser(game: Game[Any, Any, Any]) -> Adviser | None:
    make: Callable[[Any], Adviser] | None = _connected(ADVISERS, game.name)
    if make is not None:
        return make(game)
    bot = bot_adviser(game)
    return None if bot is None else Speaker(game.name, bot)


def review_text(record: Record[Any, Any, Any]) -> RenderableType | None:
    review: Callable[[Any], RenderableType | None] | None = _connected(REVIEWS, record.game.name)
    return review(record) if review else None


def picture(record: Record[Any, Any, Any], decision: Decision) -> RenderableType | None:
    """What a decision and the better one look like; None where words say it all."""
    draw: Callable[[Any, Decision], RenderableType] | None = _connected(PICTURES, record.game.name)
    return draw(record, decision) if draw and decision.action != decision.best else None


def look_back(record: Record[Any, Any, Any], seats: Sequence[Seat]) -> RenderableType | None:
    """The review of a game in which points lost and gained mean nothing; None where they do."""
    look: Callable[[Any, Sequence[Seat]], RenderableType] | None = _connected(LOOKS_BACK, record.game.name)
    return look(record, seats) if look else None


def _connected(table: dict[str, str], game: str) -> Any:
    if game not in table:
        return None
    module, _, name = table[game].partition(":")
    return getattr(import_module(module), name)
