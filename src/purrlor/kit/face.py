"""How a game looks in the terminal. A game supplies a drawing and its twin in plain lines; the rest has defaults.

`FACES` names the module of each game; it holds a `FACE`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias, cast

from rich.console import RenderableType

from .speech import listed, say

FACES = {
    "yatzy": "purrlor.games.yatzy.face.face",
    "meow": "purrlor.games.meow.face.face",
    "addi-cats": "purrlor.games.addi_cats.face.face",
    "house-of-cats": "purrlor.games.house_of_cats.face.face",
}

Names: TypeAlias = Sequence[str]
Draw: TypeAlias = Callable[[Any, Sequence[Any], Names], RenderableType]
Plain: TypeAlias = Callable[[Any, Sequence[Any], Names], Sequence[str]]


def notation(_view: object, action: object) -> str:
    return str(action)


def nothing(_action: object) -> Sequence[str]:
    return ()


def no_reason(_view: object, _action: object) -> str | None:
    return None


def no_reply(_view: object, _said: str) -> str | None:
    return None


def no_tip(_view: object, _legal: Sequence[object]) -> str:
    return ""


def first_few(_view: object, legal: Sequence[object], most: int = 12) -> str:
    """The first legal actions in notation."""
    shown = [str(action) for action in legal[:most]]
    if len(legal) > most:
        shown.append(say("terminal.more", count=len(legal) - most))
    return listed(shown)


@dataclass(frozen=True)
class Face:
    draw: Draw
    """The view, for a wide and colourful terminal."""
    plain: Plain
    """The same in short lines, always in the same order."""
    brief: Plain | None = None
    """What one needs to know before each decision, if `plain` is too long for that."""
    named: Callable[[Any], str] = str
    """An action as people would call it."""
    label: Callable[[Any, Any], str] = notation
    """An action in words, with what it brings."""
    also: Callable[[Any], Sequence[str]] = nothing
    """What people may say for an action besides its notation."""
    allowed: Callable[[Any, Sequence[Any]], str] = first_few
    """What may be done now, in one sentence."""
    why_not: Callable[[Any, Any], str | None] = no_reason
    """Why an action is not possible now."""
    reply: Callable[[Any, str], str | None] = no_reply
    """What to answer to words that name no action, though people say them."""
    vocabulary: Sequence[Any] = ()
    """Actions that are understood though they are not possible now, so that the answer can say why."""
    tip: Callable[[Any, Sequence[Any]], str] = no_tip
    """A few words about what to type now."""
    shortest: int = 2
    """So many letters of a name are enough to act on, if they fit one action only."""
    menu: bool = True
    """Whether a short list of what is possible is shown with numbers before each decision."""

    def lines(self, view: Any, legal: Sequence[Any], names: Names) -> Sequence[str]:
        return (self.brief or self.plain)(view, legal, names)


@dataclass(frozen=True)
class Scene:
    """What is on the table, as somebody sees it, and what they may do."""

    face: Face
    view: Any
    legal: Sequence[Any]
    names: Names


def face(game: str) -> Face:
    return cast("Face", import_module(FACES[game]).FACE)
