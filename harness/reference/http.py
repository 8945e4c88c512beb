"""The page of HTTP requests, and the same as OpenAPI, from the routes and the structs that their handlers declare."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from purrlor import __version__
from purrlor.server.http.requests import Endpoint, endpoint_of
from purrlor.server.typescript import api_routes
from purrlor.table.wire.server import Problem

from .schemas import REF, components, described, kind

INTRODUCTION = """
# HTTP

Everything except the play itself travels over HTTP as JSON. [openapi.json](openapi.json) describes the same requests as OpenAPI 3.1, for tools. Both are made from the server's routes and structs.

- The cookie that `GET /api/me` sets says who you are. A program may send the token of a [join](#join) as `Authorization: Bearer …` instead.
- A body that does not match its struct is refused with status 400. Every refusal is a [Problem](#problem).
- Tokens and codes travel in bodies, never in an address that a log could keep.
- "Ask again while `working`": the answer is not complete yet. Repeat the request after a second.

The tables below leave out a few requests:

- `GET /api/tables/{table}/socket` opens the [WebSocket](protocol.md) of a table.
- `GET /api/tables/{table}/line` opens a short WebSocket, by which a proxy [measures the round trip](../explain/fair-race.md#behind-a-reverse-proxy) before a race ([MeasureLine](messages.md#measureline)).
- `GET /api/history/export` downloads everything that the server knows about you.
- `GET /api/sheets/print` returns pads and sheets as PDF.
- `POST /mcp` has the [tools of assistants](../play/assistants.md), on servers with `--mcp`.
- `GET /healthz` and `GET /metrics` are for operators ([monitor](../host/monitor.md)).
"""
AREAS = re.compile(r"^/(?:api/)?([a-z]+)")


class Route(NamedTuple):
    method: str
    path: str
    handler: Callable[..., Any]
    endpoint: Endpoint

    @property
    def summary(self) -> str:
        return " ".join((self.handler.__doc__ or "").split())

    @property
    def area(self) -> str:
        found = AREAS.match(self.path)
        return found[1] if found else ""


def routes() -> list[Route]:
    """List the requests that clients may send, by address."""
    every = [(method, path, handler, endpoint_of(handler)) for method, path, handler in api_routes()]
    found = [Route(method, path, handler, said) for method, path, handler, said in every if said and method != "HEAD"]
    return [route for route in found if not route.path.endswith("/socket")]


def _schemas(listed: list[Route]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """Return the schema of each type, and the structs that they refer to."""
    kinds = dict.fromkeys(each for route in listed for each in (route.endpoint.takes, route.endpoint.answers) if each)
    return components([*kinds, Problem])


def page() -> str:
    """Return the page: requests by area, then the structs."""
    listed = routes()
    schemas, structs = _schemas(listed)
    lines = [INTRODUCTION.strip(), "", "## Requests", ""]
    for area in sorted({route.area for route in listed}):
        lines += [f"### {area}", "", "| request | what it does | takes | answers |", "|---|---|---|---|"]
        lines += [_row(route, schemas) for route in listed if route.area == area] + [""]
    lines += ["## Structs", ""]
    return "\n".join([*lines, *(line for name in sorted(structs) for line in described(name, structs[name]))])


def _row(route: Route, schemas: dict[Any, Any]) -> str:
    query = f"?{'&'.join(f'{name}=' for name in route.endpoint.query)}" if route.endpoint.query else ""
    takes, answers = (kind(schemas[each]) if each else "" for each in (route.endpoint.takes, route.endpoint.answers))
    return f"| `{route.method} {route.path}{query}` | {route.summary} | {takes} | {answers} |".replace("  ", " ")


def openapi_text() -> str:
    return json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n"


def openapi() -> dict[str, Any]:
    """Describe all requests as OpenAPI 3.1."""
    listed = routes()
    schemas, structs = _schemas(listed)
    paths: dict[str, dict[str, Any]] = {}
    for route in listed:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Purrlor", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": structs},
    }


def _operation(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    takes, answers = route.endpoint.takes, route.endpoint.answers
    operation: dict[str, Any] = {
        "operationId": f"{route.handler.__module__.split('.')[2]}.{route.handler.__name__} {route.method} {route.path}",
        "summary": route.summary,
        "parameters": [*_parameters(route)],
        "responses": {
            "2XX": {"description": "done", **({"content": _content(answers, schemas)} if answers else {})},
            "default": {
                "description": "refused",
                "content": {"application/json": {"schema": {"$ref": f"{REF}Problem"}}},
            },
        },
    }
    if takes:
        operation["requestBody"] = {"required": True, "content": _content(takes, schemas)}
    return operation


def _parameters(route: Route) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"\{(\w+)\}", route.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    for name in route.endpoint.query:
        yield {"name": name, "in": "query", "required": False, "schema": {"type": "string"}}


def _content(of: Any, schemas: dict[Any, Any]) -> dict[str, Any]:
    return {("*/*" if of is str else "application/json"): {"schema": schemas[of]}}
