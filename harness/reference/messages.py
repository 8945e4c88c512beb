"""The page of the WebSocket messages, from their structs."""

from __future__ import annotations

from typing import get_args

from purrlor.table import wire

from .schemas import components, described

INTRODUCTION = """
# WebSocket messages

Every message of a table is one JSON object with a `type`. The [wire protocol](protocol.md) shows how they follow each other. Fields with a default may be left out by clients; the server always sends them, unless the table says "left out".
"""


def page() -> str:
    """Return the page: messages of clients, messages of the server, and the structs inside them."""
    sent, answered = get_args(wire.ClientMessage), get_args(wire.ServerMessage)
    _, structs = components([*sent, *answered])
    names = [[each.__name__ for each in group] for group in (sent, answered)]
    rest = sorted(structs.keys() - {*names[0], *names[1]})
    lines = [INTRODUCTION.strip(), ""]
    for title, group in (("From a client", names[0]), ("From the server", names[1]), ("Inside messages", rest)):
        lines += [f"## {title}", "", *(line for name in group for line in described(name, structs[name]))]
    return "\n".join(lines)
