"""`purrlor games`: list the games and their bots."""

from __future__ import annotations

import argparse
import sys
from typing import Any


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "games",
        help="list the games and their bots",
        description="List the games, each with its options and its bots from the weakest to the strongest.",
        epilog="example: purrlor games",
    )
    parser.set_defaults(run=run)


def run(_args: argparse.Namespace) -> int:
    from purrlor.core.options import option_texts
    from purrlor.kit import games, levels
    from purrlor.kit.speech import say, speech

    for name, rules in games().items():
        options = " ".join(f"{option}={text}" for option, text in option_texts(rules()).items())
        bots = ", ".join(level.name for level in levels(name))
        lines = (
            say("terminal.games.title", game=name, title=speech().title(name)),
            say("terminal.games.options", options=options),
            say("terminal.games.bots", bots=bots),
        )
        sys.stdout.write("\n".join(lines) + "\n")
    return 0
