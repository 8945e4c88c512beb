"""Pictures for the web client: a view with everything worked out that a drawing needs, so that the client has no rules.

The default is an outline: nested lines of label and value, for games without pictures of their own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, cast

from msgspec import Struct, structs
from msgspec.structs import asdict

PLAIN_KINDS = (object, Struct, tuple, list, dict, frozenset)
SHORT = (str, int, float, bool, type(None), Enum)


class Painter(NamedTuple):
    """Functions that turn views of a game into pictures."""

    shared: Callable[[Any, Any], Struct]
    """`shared(game, view)`: what everybody sees alike. A table computes it once, from a spectator's view."""
    own: Callable[[Any, Any, Sequence[Any]], dict[str, Any]] | None
    """`own(game, view, legal)`: what only this viewer sees, by name; None: all lies open."""
    whole: type[Struct]
    """The type of both combined."""

    def picture(self, game: Any, view: Any, legal: Sequence[Any]) -> Any:
        own = {} if self.own is None else self.own(game, view, legal)
        return self.whole(**asdict(self.shared(game, view)), **own)


class OutlineLine(Struct, frozen=True):
    """`label: value`, with what belongs to it below. `seat`: the line is about this seat, whose name is its label.

    A catalogue of words may call the field `<game>.view.<name>`, and its value `<game>.<name>.<value>`.
    """

    label: str
    value: str
    lines: list[OutlineLine] = []
    seat: int | None = None
    name: str = ""
    """The name of the field in the code."""
    flag: bool | None = None
    """The value, if it is a boolean."""


class GenericPicture(Struct, frozen=True):
    """A picture without a shared part: `outline` contains everything that a viewer sees."""

    generic: bool = True


class OutlinePicture(GenericPicture, frozen=True, kw_only=True):
    outline: list[OutlineLine]


def shared_picture(_game: Any, _view: Any) -> GenericPicture:
    return GenericPicture()


def own_picture(game: Any, view: Any, _legal: Sequence[Any]) -> dict[str, Any]:
    return {"outline": outline(view, game.seats)}


OUTLINE = Painter(shared_picture, own_picture, OutlinePicture)


def outline(view: Any, seats: int) -> list[OutlineLine]:
    """Return one line for each field of a view; a row with one entry per seat becomes one line for each of them."""
    return [_line(name, value, seats) for name, value in _fields(view)]


def _line(name: str, value: Any, seats: int, seat: int | None = None) -> OutlineLine:
    label = name.replace("_", " ").capitalize()
    if _is_short(value):
        return OutlineLine(label, _text(value), [], seat, name, value if isinstance(value, bool) else None)
    if not isinstance(value, Sequence):
        return OutlineLine(label, "", [_line(part, inside, seats) for part, inside in _fields(value)], seat, name)
    values = cast("Sequence[Any]", value)
    if len(values) == seats > 1:
        return OutlineLine(label, "", [_line("", part, seats, of) for of, part in enumerate(values)], seat, name)
    if all(map(_is_short, values)):
        return OutlineLine(label, " ".join(map(_text, values)), [], seat, name)
    return OutlineLine(label, "", [_line(str(of), part, seats) for of, part in enumerate(values, 1)], seat, name)


def _is_short(value: Any) -> bool:
    """Return whether a value is short: a number, a string, or something with its own notation, such as a card."""
    has_text = any("__str__" in vars(kind) for kind in type(value).__mro__ if kind not in PLAIN_KINDS)
    return isinstance(value, SHORT) or has_text


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, Enum) else value)


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Struct):
        yield from structs.asdict(value).items()
    elif dataclasses.is_dataclass(value):
        yield from ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    elif isinstance(value, Mapping):
        yield from ((str(key), part) for key, part in cast("Mapping[Any, Any]", value).items())
    else:
        yield from ((str(place), part) for place, part in enumerate(value, 1))


@dataclass(frozen=True, slots=True)
class DrawnSheet:
    word: str
    """The drawing as one word, which the option `sheet` takes."""
    level: int
    rows: tuple[tuple[str, ...], ...]
