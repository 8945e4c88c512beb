"""JSON schemas of msgspec's structs, and the same as Markdown."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from inspect import getsource
from itertools import pairwise
from textwrap import dedent
from typing import Any

import msgspec

REF = "#/components/schemas/"
Schema = Mapping[str, Any]


def components(kinds: Iterable[Any]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """Return the schema of each type, and the structs that they refer to, with the docstrings of their fields."""
    listed = list(kinds)
    schemas, structs = msgspec.json.schema_components(listed, ref_template=f"{REF}{{name}}")
    classes = _classes(listed)
    for name, schema in structs.items():
        for field, meaning in meanings(classes[name]).items() if name in classes else ():
            if field in schema.get("properties", {}):
                schema["properties"][field]["description"] = meaning
    return dict(zip(listed, schemas, strict=True)), structs


def _classes(kinds: Iterable[Any]) -> dict[str, type]:
    """Return the structs and dataclasses that occur in types, by name."""
    found: dict[str, type] = {}
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    while waiting:
        each = waiting.pop()
        if isinstance(each, msgspec.inspect.StructType | msgspec.inspect.DataclassType):
            if each.cls.__name__ in found:
                continue
            found[each.cls.__name__] = each.cls
        if isinstance(each, msgspec.Struct):
            waiting += [getattr(each, name) for name in each.__struct_fields__]
        elif isinstance(each, tuple):
            waiting += each
    return found


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


def described(name: str, schema: Schema) -> Iterator[str]:
    """Yield the lines of a struct: its name, its docstring, and a table of its fields."""
    yield from (f"### {name}", "")
    if text := schema.get("description"):
        yield from (" ".join(text.split()), "")
    required = set(schema.get("required", ()))
    fields = [
        f"| `{field}` | {kind(of)} | {_default(of, needed=field in required)} | {_meaning(of)} |"
        for field, of in schema.get("properties", {}).items()
    ]
    if fields:
        yield from ("| field | type | default | meaning |", "|---|---|---|---|", *fields, "")


def _meaning(schema: Schema) -> str:
    return str(schema.get("description", "")).replace("|", "\\|")


def _default(schema: Schema, *, needed: bool) -> str:
    if needed:
        return "required"
    return f"`{json.dumps(schema['default'], ensure_ascii=False)}`" if "default" in schema else "left out"


def kind(schema: Schema) -> str:
    """Return a type as text, structs as links to their sections."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF)
        return f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(kind, schema["anyOf"])))
    if schema.get("type") == "array":
        return f"list of {_items(schema)}"
    if schema.get("type") == "object":
        values: Schema | bool | None = schema.get("additionalProperties")
        return f"object of {kind(values)}" if values and not isinstance(values, bool) else "object"
    return str(schema.get("type", "anything"))


def _items(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"({', '.join(map(kind, schema['prefixItems']))})"
    return kind(schema.get("items") or {})
