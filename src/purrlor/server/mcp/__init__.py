"""Assistants at a table (Model Context Protocol): the tools, over HTTP and as the command `purrlor mcp`."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from typing import Any

from purrlor.words import refusal


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "mcp",
        help="let an assistant take a seat at a table (Model Context Protocol)",
        description="Speak the Model Context Protocol on standard input and output, so that an assistant can take a "
        "seat by invitation link, play, and review finished matches. The assistant's program starts this command.",
        epilog="example: purrlor mcp --only https://cats.example",
    )
    parser.add_argument("--only", metavar="ADDRESS", default="", help="join only tables on this server")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if find_spec("mcp") is None:
        raise refusal("server.no_mcp")
    from .tools import assistant_server
    from .visit import ToolCaller

    assistant_server(lambda _: ToolCaller(args.only.rstrip("/"))).run("stdio")
    return 0
