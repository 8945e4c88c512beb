"""`purrlor lab check`: check that a game's environments have the properties that learning programs rely on."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..options import add_game_options, examples, game_options, seed_text


def add_parser(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "check",
        help="check the environments of a game",
        description="Play random matches through the game's encoding, and check that masks are never empty, "
        "observations fit their layout, clones equal their originals, nothing hidden leaks, and two processes agree. "
        "Exit code 0: all checks passed; 1: at least one failed.",
        epilog=examples("lab check"),
    )
    parser.add_argument("game", metavar="GAME", help="the game, also one of another package")
    parser.add_argument(
        "--seats", "--players", dest="players", type=int, default=2, metavar="N", help="number of seats"
    )
    parser.add_argument("--states", type=int, default=100_000, metavar="N", help="number of states for each check")
    parser.add_argument("--seed", type=seed_text, default="0", metavar="TEXT", help="a text that determines everything")
    add_game_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from dataclasses import replace

    from purrlor.kit import games
    from purrlor.kit.speech import listed, say
    from purrlor.lab.checks import CHECKS, CheckFailed, trial_of
    from purrlor.lab.encodings import NotInNumbers
    from purrlor.words import refusal

    from ..console import counting
    from ..players import game_for

    if args.game not in games():
        raise refusal("terminal.game.unknown", game=args.game, games=listed(list(games())))
    if args.states < 1:
        raise refusal("lab.check.states", count=args.states)
    game = game_for(args.game, args.players, game_options(args))
    try:
        trial = trial_of(game, states=args.states, seed=args.seed)
    except NotInNumbers:
        raise refusal("lab.check.no_encoding", game=args.game) from None
    failed = 0
    for check in CHECKS:
        name = check.__name__
        try:
            with counting(name, args.states) as progress:
                check(replace(trial, progress=progress))
        except CheckFailed as error:
            failed += 1
            sys.stdout.write(say("lab.check.failed", what=error) + "\n")
        else:
            sys.stdout.write(say("lab.check.passed", check=name, states=args.states) + "\n")
    return 1 if failed else 0
