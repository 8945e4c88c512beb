"""How a game looks in the terminal. A game may bring a drawing and its twin in plain lines; all has a default."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from purrlor.core import Record, Seat

from .answers import outline_lines
from .bots import Advice
from .pictures import outline
from .review import Decision
from .speech import listed, say, speech

if TYPE_CHECKING:
    from rich.console import RenderableType

AnyRecord = Record[Any, Any, Any]
Names: TypeAlias = Sequence[str]
Draw: TypeAlias = "Callable[[Any, Sequence[Any], Names], RenderableType]"
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


def reason(game: str, advice: Advice) -> str:
    return speech().say(game, advice.reason, ()) if advice.reason else ""


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
    """Number of letters of a name that are enough to act on, if they fit one action only."""
    menu: bool = True
    """Whether a short list of what is possible is shown with numbers before each decision."""
    advice: Callable[[str, Advice], str] = reason
    """Why the best action is good, in a sentence, or nothing."""
    closing: Callable[[AnyRecord], RenderableType | None] | None = None
    """What is shown when a match is over; None: the accounts of the people, if the game is reviewed."""
    look_back: Callable[[AnyRecord, Sequence[Seat]], RenderableType] | None = None
    """The review of a game in which points lost and gained mean nothing; None where they do."""
    comparison: Callable[[AnyRecord, Decision], RenderableType] | None = None
    """What a decision and the better one look like; None where words say it all."""

    def lines(self, view: Any, legal: Sequence[Any], names: Names) -> Sequence[str]:
        return (self.brief or self.plain)(view, legal, names)


@dataclass(frozen=True)
class Scene:
    """What is on the table, as somebody sees it, and what they may do."""

    face: Face
    view: Any
    legal: Sequence[Any]
    names: Names


# The face of a game that brings none


def plain_face(game: str) -> Face:
    def lines(view: Any, _legal: Sequence[Any], names: Names) -> list[str]:
        return [*outline_lines(game, outline(view, len(names)), names)]

    def draw(view: Any, legal: Sequence[Any], names: Names) -> RenderableType:
        from rich.text import Text

        return Text("\n".join(["", *lines(view, legal, names)]))

    return Face(draw, lines)
