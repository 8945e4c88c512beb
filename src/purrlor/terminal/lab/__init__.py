"""`purrlor lab`: tools for arenas and environments. Each subcommand is a module with `add_parser(parts)`."""

from __future__ import annotations

import argparse
from typing import Any

from . import check, duel, merge, model, puzzles, report, score, train


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "lab",
        help="score bots and language models, check environments, merge and show runs, find puzzles, play duels, train",
        description="Tools around arenas and environments for learning programs.",
    )
    parts: Any = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for part in (check, duel, merge, model, puzzles, report, score, train):
        part.add_parser(parts)
