"""Convert views to plain JSON values and back, for bots in other languages and in other processes.

A struct becomes an object of its fields, an action its notation, an enumeration its value; a note also names its kind.
The way back follows the type of the view: members of a union are distinguished by their fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, NewType, Union, cast, get_args, get_origin, get_type_hints

from msgspec import Struct

from purrlor.core import Note
from purrlor.core.value import Notated

from .game_kit import AnyGame

KIND = "kind"


def plain(value: Any) -> Any:
    """Return a view, or a part of one, as numbers, strings, lists and objects."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Notated):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, Sequence | frozenset | set):
        return [plain(part) for part in cast("Sequence[Any]", value)]
    kind = {KIND: type(value).__name__} if isinstance(value, Note) else {}
    return kind | {name: plain(getattr(value, name)) for name in _fields(cast("type[Any]", type(value)))}


def view_from_plain(data: Any, game: AnyGame) -> Any:
    """Return the view that `plain` converted to this data."""
    return _Reader(game).read(data, get_type_hints(type(game).view)["return"])


def _fields(kind: type[Any]) -> Sequence[str]:
    """Return the field names of a struct or a dataclass, in order."""
    if issubclass(kind, Struct):
        return kind.__struct_fields__
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"a view has a part that cannot be told in JSON: {kind.__name__}")
    return [field.name for field in dataclasses.fields(kind)]


@cache
def _types(kind: type[Any]) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in _fields(kind)}


@dataclasses.dataclass(frozen=True)
class _Reader:
    game: AnyGame

    def read(self, data: Any, kind: Any) -> Any:
        if isinstance(kind, NewType):
            return self.read(data, kind.__supertype__)
        origin: Any = get_origin(kind)
        if origin in (Union, UnionType):
            return self._member(data, get_args(kind))
        if origin in (tuple, list, frozenset):
            return cast("Any", origin)(self._parts(data, get_args(kind)))
        if not isinstance(kind, type) or kind in (int, str, float, bool, type(None), object):
            return data
        if issubclass(kind, Enum):
            return kind(data)
        if issubclass(kind, Notated):
            return self.game.parse_action(data)
        if issubclass(kind, tuple):
            named = cast("Any", kind)
            return named(*map(self.read, data, get_type_hints(named).values()))
        if kind is Note:
            return self._note(data)
        return self._object(data, kind)

    def _object(self, data: dict[str, Any], kind: Any) -> Any:
        return kind(**{name: self.read(data[name], part) for name, part in _types(kind).items()})

    def _parts(self, data: Sequence[Any], kinds: Sequence[Any]) -> list[Any]:
        if len(kinds) != 2 or kinds[1] is not ...:
            kinds = kinds if len(kinds) == len(data) else [kinds[0]] * len(data)
            return [self.read(part, kind) for part, kind in zip(data, kinds, strict=True)]
        return [self.read(part, kinds[0]) for part in data]

    def _member(self, data: Any, members: Sequence[Any]) -> Any:
        """Return the member that fits: None, an object with the same fields, or a short value."""
        if data is None:
            return None
        known = [each for each in members if each is not type(None)]
        if isinstance(data, dict):
            keys = set(cast("dict[str, Any]", data))
            known = [
                each for each in known if isinstance(each, type) and _is_object(each) and keys == set(_types(each))
            ]
        else:
            known = [each for each in known if not _is_object(each)]
        return self.read(data, known[0])

    def _note(self, data: dict[str, Any]) -> Note:
        """Return one of the game's own notes."""
        package = type(self.game).__module__.rpartition(".")[0]
        kinds = {each.__name__: each for each in Note.__subclasses__() if each.__module__.startswith(package)}
        return cast("Note", self._object(data, kinds[data[KIND]]))


def _is_object(kind: Any) -> bool:
    if not isinstance(kind, type) or issubclass(kind, Notated):
        return False
    return issubclass(kind, Struct) or dataclasses.is_dataclass(cast("Any", kind))
