"""`purrlor lab train`: learn the weights of a game's bots by self-play."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..options import examples


def add_parser(parts: Any) -> None:
    from purrlor.kit import kits

    parser: argparse.ArgumentParser = parts.add_parser(
        "train",
        help="learn the weights of a game's bots by self-play",
        description="Learn the weights of a game's bots by self-play, and log how it goes. "
        "The same seed gives the same weights on the same machine.",
        epilog=examples("lab train"),
    )
    games: Any = parser.add_subparsers(title="games", metavar="GAME", required=True)
    for name, each in kits().items():
        trainer = each.trainer()
        if trainer is not None:
            game: argparse.ArgumentParser = games.add_parser(
                name,
                help=trainer.help,
                description=f"Learn {trainer.help}.",
                epilog="\n".join(
                    ["example:", *(f"  purrlor lab train {line}" for line in each.examples.get("lab train", ()))]
                ),
            )
            trainer.add_arguments(game)
            game.set_defaults(run=run, trainer=trainer)


def run(args: argparse.Namespace) -> int:
    from purrlor.compiled.runner import require_numba
    from purrlor.words import refusal

    from ..files import check_writable

    for name, least in args.trainer.least.items():
        count = getattr(args, name)
        if count is not None and count < least:
            raise refusal("lab.train.least", name=f"--{name.replace('_', '-')}", least=least, count=count)
    check_writable(args.output)
    require_numba()

    def log(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    args.trainer.train(args, log)
    return 0
