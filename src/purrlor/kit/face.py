"""The look of a game in the terminal: a drawing, and the same in plain lines. Everything has a default."""

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
    """Return the first legal actions in notation."""
    shown = [str(action) for action in legal[:most]]
    if len(legal) > most:
        shown.append(say("terminal.more", count=len(legal) - most))
    return listed(shown)


def reason(game: str, advice: Advice) -> str:
    return speech().say(game, advice.reason, ()) if advice.reason else ""


@dataclass(frozen=True)
class Face:
    draw: Draw
    """Draws the view, for a wide terminal with colours."""
    plain: Plain
    """Returns the same in short lines, always in the same order."""
    brief: Plain | None = None
    """Returns what a player needs to know before each decision, if `plain` is too long for that."""
    named: Callable[[Any], str] = str
    """Returns an action's everyday name."""
    label: Callable[[Any, Any], str] = notation
    """Returns an action in words, with its effect."""
    also: Callable[[Any], Sequence[str]] = nothing
    """Returns what people may type for an action besides its notation."""
    allowed: Callable[[Any, Sequence[Any]], str] = first_few
    """Returns one sentence that says what is legal now."""
    why_not: Callable[[Any, Any], str | None] = no_reason
    """Returns why an action is not possible now; None: no reason is known."""
    reply: Callable[[Any, str], str | None] = no_reply
    """Answers common inputs that do not name an action."""
    vocabulary: Sequence[Any] = ()
    """Actions that are recognised though they are not legal now, so that the answer can say why."""
    tip: Callable[[Any, Sequence[Any]], str] = no_tip
    """Returns a few words about what to type now."""
    shortest: int = 2
    """The number of letters of a name that are enough to act on, if they fit one action only."""
    menu: bool = True
    """True: show a short numbered list of the legal actions before each decision."""
    advice: Callable[[str, Advice], str] = reason
    """Returns a sentence that says why the best action is good; empty: none."""
    closing: Callable[[AnyRecord], RenderableType | None] | None = None
    """Returns what to show when a match is over; None: the review of the people, if the game has one."""
    review: Callable[[AnyRecord, Sequence[Seat]], RenderableType] | None = None
    """Draws the game's own review, where decisions gain and lose no points; None: use the usual review."""
    comparison: Callable[[AnyRecord, Decision], RenderableType] | None = None
    """Draws a decision and the better one; None where words are enough."""

    def lines(self, view: Any, legal: Sequence[Any], names: Names) -> Sequence[str]:
        return (self.brief or self.plain)(view, legal, names)


@dataclass(frozen=True)
class Scene:
    """The position as a viewer sees it, and what they may do."""

    face: Face
    view: Any
    legal: Sequence[Any]
    names: Names


# The default face


def plain_face(game: str) -> Face:
    def lines(view: Any, _legal: Sequence[Any], names: Names) -> list[str]:
        return [*outline_lines(game, outline(view, len(names)), names)]

    def draw(view: Any, legal: Sequence[Any], names: Names) -> RenderableType:
        from rich.text import Text

        return Text("\n".join(["", *lines(view, legal, names)]))

    return Face(draw, lines)
