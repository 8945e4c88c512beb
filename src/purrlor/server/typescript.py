"""The page's types, made from the structs: `python -m purrlor.server.typescript > web/src/wire.ts`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from purrlor.kit import picture
from purrlor.table import wire

HEAD = "// Made from the structs of src/purrlor/table/wire.py and games/*/picture.py: `make wire` makes it anew.\n"
UNIONS = ("ClientMessage", "ServerMessage")
CHOICES = ("Clock", "Watch", "Chat", "Status", "Kind", "Role")


def typescript() -> str:
    return "\n".join([HEAD, *_interfaces(wire, ""), *_unions(), *_pictures()])


def _pictures() -> Iterator[str]:
    for game, module in picture.PICTURES.items():
        yield from _interfaces(import_module(module), _camel(game))


def json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _camel(game: str) -> str:
    return "".join(part.capitalize() for part in game.split("-"))


def _unions() -> Iterator[str]:
    for name in CHOICES:
        yield f"export type {name} = {' | '.join(map(json_text, getattr(wire, name).__args__))};\n"
    for name in UNIONS:
        yield f"export type {name} = {' | '.join(kind.__name__ for kind in getattr(wire, name).__args__)};\n"


def _interfaces(module: ModuleType, prefix: str) -> Iterator[str]:
    """One for each struct, but none for those that are only parts of others."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    parts = {base for kind in kinds for base in kind.__bases__}
    for kind in kinds:
        if kind.__module__ == module.__name__ and kind not in parts:
            yield _interface(prefix + kind.__name__, kind, prefix)


def _interface(name: str, kind: type[msgspec.Struct], prefix: str) -> str:
    info: Any = inspect.type_info(kind)
    lines = [f"export interface {name} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    incoming = bool(info.forbid_unknown_fields)
    lines += [_field(field, prefix, incoming=incoming) for field in info.fields]
    return "\n".join([*lines, "}\n"])


def _field(field: Any, prefix: str, *, incoming: bool) -> str:
    """What we are sent may leave out what has a default; what we send is complete, unless it may be unset."""
    unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
    optional = (incoming and not field.required) or unset
    return f"  {field.encode_name}{'?' if optional else ''}: {_kind(field.type, prefix)};"


PLAIN: dict[type[Any], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "any",
}


def _kind(kind: Any, prefix: str) -> str:
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    match kind:
        case inspect.LiteralType():
            return " | ".join(map(json_text, kind.values))
        case inspect.ListType() | inspect.VarTupleType():
            inner = _kind(kind.item_type, prefix)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case inspect.TupleType():
            return f"[{', '.join(_kind(item, prefix) for item in kind.item_types)}]"
        case inspect.DictType():
            return f"Record<{_kind(kind.key_type, prefix)}, {_kind(kind.value_type, prefix)}>"
        case inspect.UnionType():
            return " | ".join(_kind(part, prefix) for part in kind.types if not isinstance(part, inspect.RawType))
        case inspect.StructType():
            return (prefix if kind.cls.__module__ != wire.__name__ else "") + kind.cls.__name__
        case inspect.EnumType():
            return " | ".join(json_text(member.value) for member in kind.cls)
        case _ if isinstance(kind, inspect.Metadata):
            return _kind(kind.type, prefix)
        case _:
            return "any"


if __name__ == "__main__":
    sys.stdout.write(typescript())
