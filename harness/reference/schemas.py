"""JSON schemas of msgspec structs, and the same as Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from purrlor.server.typescript import meanings

REF = "#/components/schemas/"
Schema = Mapping[str, Any]


def components(kinds: Iterable[Any]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """Return the schema of each type, and the structs that they refer to, with the docstrings of their fields."""
    listed = list(kinds)
    schemas, structs = msgspec.json.schema_components(listed, ref_template=f"{REF}{{name}}")
    classes = _classes(listed)
    for name, schema in structs.items():
        if name in classes:
            _describe(schema.get("properties", {}), classes[name])
    return dict(zip(listed, schemas, strict=True)), structs


def _describe(fields: dict[str, dict[str, Any]], kind: type) -> None:
    """Add the docstrings of a struct's fields, and what its tag is for."""
    said = meanings(kind)
    if issubclass(kind, msgspec.Struct) and (tag := kind.__struct_config__.tag_field):
        said[tag] = f"Always this text: it says that the object is a `{kind.__name__}`."
    for field in fields.keys() & said.keys():
        fields[field]["description"] = said[field]


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
