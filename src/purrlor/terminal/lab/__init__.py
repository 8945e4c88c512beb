"""`purrlor lab`: tools for arenas and environments. Each subcommand is a module with `add_parser(parts)`."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

PARTS = (
    "purrlor.terminal.lab.check",
    "purrlor.terminal.lab.duel",
    "purrlor.terminal.lab.merge",
    "purrlor.terminal.lab.model",
    "purrlor.terminal.lab.puzzles",
    "purrlor.terminal.lab.report",
    "purrlor.terminal.lab.score",
    "purrlor.terminal.lab.train",
)


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "lab",
        help="score bots and language models, check environments, merge and show runs, find puzzles, play duels, train",
        description="Tools around arenas and environments for learning programs.",
    )
    parts: Any = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in PARTS:
        import_module(name).add_parser(parts)
