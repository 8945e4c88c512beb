"""Hints: what the strongest bot thinks of every action, and why. Each game may have `purrlor.games.GAME.bots.hints`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from purrlor.core import Game, Note


@dataclass(frozen=True)
class Advice:
    """The actions with what each is worth, best first, and why the best is good."""

    ranked: Sequence[tuple[Any, float]]
    reason: Note | None = None


class Adviser(Protocol):
    def advise(self, view: Any, legal: Sequence[Any]) -> Advice: ...


def adviser(game: Game[Any, Any, Any]) -> Adviser | None:
    """Whoever gives hints for `game`; None: nobody. Preparing them may take a moment."""
    module = f"purrlor.games.{game.name.replace('-', '_')}.bots.hints"
    if find_spec(module) is None:
        return None
    found: Adviser = import_module(module).adviser(game)
    return found
