"""Generate the web client's types from the structs: `python -m purrlor.server.typescript web/src` writes them.

`wire.ts` holds the messages and `Routes`: the body and answer of each request. `games/<game>/wire.ts` holds the
pictures and notes of a game that has a folder in the web client.
"""

from __future__ import annotations

import ast
import builtins
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum, StrEnum
from importlib import import_module
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from types import ModuleType, NoneType, SimpleNamespace
from typing import Any, NewType, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct, inspect

from purrlor.core import Note
from purrlor.kit import games, kit
from purrlor.kit import pictures as kit_pictures
from purrlor.kit import review as kit_review
from purrlor.table import wire
from purrlor.table.updates import note_kind
from purrlor.table.wire import (
    children,
    client,
    clubs,
    daily,
    history,
    people,
    positions,
    puzzles,
    requests,
    review,
    rules,
    server,
    tournament,
)

from .app import App
from .bots.workers import Thinkers
from .http.requests import Endpoint, endpoint_of
from .store import open_store

S = TypeVar("S", bound=Struct)

MESSAGES = (
    kit_review, kit_pictures, requests, rules, client, server, review, daily, history, people, puzzles,
    clubs, tournament, positions, children,
)  # fmt: skip
UNIONS = ("ClientMessage", "ServerMessage")
CHOICES = ("Clock", "Watch", "Chat", "Status", "Kind", "Role", "EveningFormat", "EveningStatus", "PositionStatus")
MADE = "Generated from the structs of {} by `make wire`."


def write(source: Path) -> None:
    """Write all types below `source`, which is web/src."""
    for name, text in files(source).items():
        (source / name).write_text(text, encoding="utf-8")


def files(source: Path) -> dict[str, str]:
    """Return the contents of each file below `source`."""
    drawn = [game for game in games() if (source / "games" / game).is_dir()]
    return {"wire.ts": messages(), **{f"games/{game}/wire.ts": game_types(game) for game in drawn}}


def messages() -> str:
    head = f"// {MADE.format('purrlor.table.wire and purrlor.kit')}\n"
    return "\n".join([head, *(text for module in MESSAGES for text in interfaces(module)), *_unions(), routes()])


def routes() -> str:
    """Declare the web client's requests: address, query, body and answer of each, with its docstring."""
    said = [(method, path, handler, endpoint_of(handler)) for method, path, handler in api_routes() if method != "HEAD"]
    made = [_route(method, path, handler, found) for method, path, handler, found in said if found is not None]
    return "\n".join(["export interface Routes {", *made, "}\n"])


def api_routes() -> list[tuple[str, str, Callable[..., Any]]]:
    """List method, path and handler of every route of the server."""
    with TemporaryDirectory() as folder:
        app = App(open_store(Path(folder) / "store"), cast("Thinkers", SimpleNamespace(slots=1))).application()
    listed = [(route.method, route.resource, route.handler) for route in app.router.routes()]
    found = [(method, resource.canonical, handler) for method, resource, handler in listed if resource is not None]
    return sorted(found, key=lambda each: (each[1], each[0]))


def _route(method: str, path: str, handler: Callable[..., Any], said: Endpoint) -> str:
    query = " | ".join(map(json_text, said.query))
    fields = [
        *([f"    query: {query};"] if query else []),
        *([f"    body: {_kind(inspect.type_info(said.takes))};"] if said.takes is not None else []),
        f"    answer: {'undefined' if said.answers is None else _kind(inspect.type_info(said.answers))};",
    ]
    return "\n".join([*_comment(handler.__doc__, "  "), f'  "{method} {path}": {{', *fields, "  };"])


def _comment(docstring: str | None, indent: str = "") -> list[str]:
    return [f"{indent}/** {' '.join(docstring.split())} */"] if docstring else []


def game_types(game: str) -> str:
    """Declare the pictures that the web client draws, and the notes of the story."""
    package = games()[game].__module__.rpartition(".")[0]
    pictures, story = import_module(kit(game).painter().whole.__module__), import_module(f"{package}.story")
    head = f"// {MADE.format(f'{pictures.__name__} and {story.__name__}')}\n"
    union = _one_of("Note", [f"{name}Note" for name, _ in _kinds(story, Note)])
    return "\n".join([head, *interfaces(pictures), *notes(story), union])


def _one_of(name: str, kinds: Iterable[str]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {kind}" for kind in kinds) + ";\n"


def json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _unions() -> Iterator[str]:
    for name in CHOICES:
        yield f"export type {name} = {' | '.join(map(json_text, getattr(wire, name).__args__))};\n"
    for name in UNIONS:
        yield _one_of(name, [kind.__name__ for kind in getattr(wire, name).__args__])


def _kinds(module: ModuleType, base: type[S]) -> list[tuple[str, type[S]]]:
    """List the structs that a module defines, without mere parts of other structs."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base)]
    parts = {part for kind in kinds for part in kind.__bases__}
    return [(kind.__name__, kind) for kind in kinds if kind.__module__ == module.__name__ and kind not in parts]


def interfaces(module: ModuleType) -> list[str]:
    """Declare an interface for each struct of the module."""
    made: list[str] = []
    for name, kind in _kinds(module, Struct):
        info: Any = inspect.type_info(kind)
        tag = f'  {info.tag_field}: "{info.tag}";' if info.tag is not None else ""
        said = meanings(kind)
        fields = [
            line
            for field in info.fields
            for line in (
                *_comment(said.get(field.name) or _described(field.type), "  "),
                _field(field, incoming=bool(info.forbid_unknown_fields)),
            )
        ]
        comment = _comment(vars(kind).get("__doc__"))
        made.append("\n".join([*comment, f"export interface {name} {{", *filter(None, [tag]), *fields, "}\n"]))
    return made


def meanings(kind: type) -> dict[str, str]:
    """Return the docstring of each field of a class that has one, inherited fields included."""
    found: dict[str, str] = {}
    for part in reversed(kind.__mro__):
        if part.__module__.startswith("purrlor."):
            body = ast.parse(dedent(getsource(part))).body[0]
            assert isinstance(body, ast.ClassDef)
            for field, after in pairwise(body.body):
                match field, after:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                        found[name] = " ".join(text.split())
                    case _:
                        pass
    return found


def _described(kind: Any) -> str | None:
    """Return the description that an alias such as `MessageId` gives to all its fields."""
    match kind:
        case inspect.Metadata(extra_json_schema={"description": str(text)}):
            return text
        case _:
            return None


def notes(story: ModuleType) -> list[str]:
    """Declare an interface for each kind of note, as `stories.note_object` writes it."""
    made: list[str] = []
    for name, kind in _kinds(story, Note):
        fields = [f"  {field}: {_note_value(hint)};" for field, hint in get_type_hints(kind).items()]
        made.append("\n".join([f"export interface {name}Note {{", f'  kind: "{note_kind(kind)}";', *fields, "}\n"]))
    return made


def _field(field: Any, *, incoming: bool) -> str:
    """Declare a field.

    Incoming fields with a default are optional; outgoing ones are complete unless they may be unset.
    """
    unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
    optional = (incoming and not field.required) or unset
    return f"  {field.encode_name}{'?' if optional else ''}: {_kind(field.type)};"


PLAIN: dict[type[Any], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def _kind(kind: Any) -> str:
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    match kind:
        case inspect.LiteralType():
            return " | ".join(map(json_text, kind.values))
        case inspect.ListType() | inspect.VarTupleType():
            return _list(_kind(kind.item_type))
        case inspect.TupleType():
            return f"[{', '.join(_kind(item) for item in kind.item_types)}]"
        case inspect.DictType():
            return f"Record<{_kind(kind.key_type)}, {_kind(kind.value_type)}>"
        case inspect.UnionType():
            return " | ".join(_kind(part) for part in kind.types if not isinstance(part, inspect.RawType))
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.EnumType():
            return " | ".join(json_text(member.value) for member in kind.cls)
        case inspect.Metadata():
            extra = cast("dict[str, str]", kind.extra or {})  # pyright: ignore[reportUnknownMemberType]
            return extra.get("typescript") or _kind(kind.type)
        case _:
            raise TypeError(f"there is no TypeScript for {kind!r}: teach purrlor.server.typescript")


PLAIN_VALUES: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def _note_value(hint: Any) -> str:
    """Return the type of a value inside a note. Values other than text, number, list or note are sent as text."""
    if isinstance(hint, NewType):
        return _note_value(hint.__supertype__)
    if hint in PLAIN_VALUES:
        return PLAIN_VALUES[hint]
    parts = get_args(hint)
    match get_origin(hint):
        case typing.Literal:
            return " | ".join(map(json_text, parts))
        case typing.Union | types.UnionType:
            return " | ".join(dict.fromkeys(map(_note_value, parts)))
        case builtins.tuple if len(parts) == 2 and parts[1] is ...:
            return _list(_note_value(parts[0]))
        case builtins.tuple:
            return f"[{', '.join(map(_note_value, parts))}]"
        case None if isinstance(hint, type):
            return _note_class(hint)
        case _:
            raise TypeError(f"there is no TypeScript for {hint!r} in a note: teach purrlor.server.typescript")


def _note_class(kind: type[Any]) -> str:
    if issubclass(kind, StrEnum | IntEnum):
        return " | ".join(json_text(member.value) for member in kind)
    if issubclass(kind, tuple):
        raise TypeError(f"a note holds the named tuple {kind.__name__}: teach purrlor.server.typescript")
    return f"{kind.__name__}Note" if issubclass(kind, Note) else "string"


def _list(inner: str) -> str:
    return f"({inner})[]" if " " in inner else f"{inner}[]"


if __name__ == "__main__":
    write(Path(sys.argv[1]))
