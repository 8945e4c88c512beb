"""`purrlor lab score`: play the protocol of the leaderboard and print one row of its table."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from purrlor.words import refusal

from ..options import add_bot_limits, add_game_options, examples, game_options

USUAL_DEALS, USUAL_JUDGED = 100, 10
MOST_DEALS = 1_000_000


def add_parser(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "score",
        help="measure a bot by the protocol of the leaderboard: one row of its table",
        description="Play a bot against levels of the game on the seeds that everybody uses: each deal in every "
        "rotation of the seats, luck subtracted. Then judge its decisions in points. The same call gives the same row.",
        epilog=examples("lab score"),
    )
    parser.add_argument("bot", metavar="BOT", help="a level, FILE.py:Class, package.module:Class or 'cmd:COMMAND'")
    parser.add_argument("--game", required=True, metavar="GAME", help="the game")
    parser.add_argument("--against", metavar="NAME,NAME", help="only these opponents (default: every level)")
    parser.add_argument("--seats", type=int, metavar="N", default=2, help="the number of seats")
    parser.add_argument("--deals", type=int, metavar="N", default=USUAL_DEALS, help="deals for each opponent")
    parser.add_argument(
        "--judged",
        type=int,
        metavar="N",
        default=USUAL_JUDGED,
        help="deals for each opponent whose decisions are judged",
    )
    parser.add_argument("--held-out", metavar="WORD", default="", help="seeds that follow from a secret word instead")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes that share the work (default: one for each core)"
    )
    parser.add_argument("--no-head", action="store_true", help="print the row alone, to add it to a table")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_bot_limits(parser)
    add_game_options(parser, game="--game GAME")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import msgspec

    from purrlor.kit import games, levels
    from purrlor.kit.speech import listed, say
    from purrlor.lab.protocol import commitment_to, header, row, score, seed_of

    from ..console import counting
    from ..players import bot_limits, check_players, game_for

    if args.game not in games():
        raise refusal("terminal.game.unknown", game=args.game, games=listed(list(games())))
    if not 1 <= args.deals <= MOST_DEALS or not 0 <= args.judged <= MOST_DEALS:
        raise refusal("arena.matches", most=MOST_DEALS, count=args.deals)
    if args.workers is not None and args.workers < 1:
        raise refusal("arena.workers", count=args.workers)
    game, limits = game_for(args.game, args.seats, game_options(args)), bot_limits(args)
    if game.seats < 2:
        raise refusal("lab.report.seats")
    known = [each.name for each in levels(args.game) if each.at is None]
    opponents = args.against.split(",") if args.against else known
    check_players([args.bot, *opponents], game, limits)
    matches = args.deals * game.seats * len(opponents)
    with counting(say("arena.playing"), matches) as progress:
        found = score(
            game,
            args.bot,
            opponents,
            deals=args.deals,
            judged=args.judged,
            seed=seed_of(game.name, args.held_out),
            workers=args.workers or os.cpu_count() or 1,
            limits=limits,
            progress=progress,
        )
    if args.held_out:
        sys.stderr.write(say("score.commitment", hash=commitment_to(args.held_out)) + "\n")
    if args.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        sys.stdout.write("\n".join([*([] if args.no_head else header(found)), row(found)]) + "\n")
    return 0
