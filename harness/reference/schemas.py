"""JSON schemas of msgspec's structs as Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

REF = "#/components/schemas/"
Schema = Mapping[str, Any]


def described(name: str, schema: Schema) -> Iterator[str]:
    """Yield the lines of a struct: its name, its docstring, and a table of its fields."""
    yield from (f"### {name}", "")
    if text := schema.get("description"):
        yield from (" ".join(text.split()), "")
    required = set(schema.get("required", ()))
    fields = [
        f"| `{field}` | {kind(of)} | {_default(of, needed=field in required)} |"
        for field, of in schema.get("properties", {}).items()
    ]
    if fields:
        yield from ("| field | type | default |", "|---|---|---|", *fields, "")


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
