"""`purrlor pad yatzy`: the score pad for real dice. Type what fell; the pad counts, advises and keeps the record."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from purrlor.terminal.options import add_game_options, file_named, game_options

if TYPE_CHECKING:
    from purrlor.terminal.stage import Stage

EXAMPLES = """examples:
  purrlor pad yatzy --players Ann,Bob
  purrlor pad yatzy --resume evening.purr"""


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "pad",
        help="keep score for real dice",
        description="Keep score for a game with real dice: type what they showed, see the points of each box, "
        "fill one. 'best' gives advice, 'undo' takes back a line.",
        epilog=EXAMPLES,
    )
    parser.add_argument("game", metavar="GAME", choices=["yatzy"], help="the game")
    parser.add_argument("--players", metavar="NAMES", help="the players, separated by commas")
    parser.add_argument("--record", metavar="FILE", help="save the match to this new file")
    parser.add_argument(
        "--resume", metavar="FILE", type=file_named, help="continue a saved pad, and save it to the same file"
    )
    parser.add_argument(
        "--plain", action="store_true", help="print short lines without drawings: for screen readers and pipes"
    )
    add_game_options(parser, ["yatzy"])
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.terminal.stage import choose_stage

    stage = choose_stage(plain=args.plain)
    return _resume(args, stage) if args.resume is not None else _start(args, stage)


def _start(args: argparse.Namespace, stage: Stage) -> int:
    from purrlor.kit.speech import say
    from purrlor.terminal.files import new_file
    from purrlor.terminal.players import game_for, names_in, seated

    from .dice_pad import Pad

    file = new_file(args.record) if args.record else None
    named = args.players or (stage.ask(say("terminal.yatzy.pad.who")) if stage.interactive else "")
    players = seated(args.game, names_in(named) or [say("terminal.name.default")], [])
    game = game_for(args.game, len(players), {"first": "1", **game_options(args)})
    Pad(game, players, stage, secret=None, file=file).run()
    return 0


def _resume(args: argparse.Namespace, stage: Stage) -> int:
    from purrlor.kit.player import Player
    from purrlor.terminal.files import new_file, read_record
    from purrlor.words import refusal

    from .dice_pad import Pad

    if args.players or game_options(args):
        raise refusal("terminal.resume.alone")
    record = read_record(args.resume)
    if record.match().over:
        raise refusal("terminal.resume.over", file=args.resume)
    if record.seed is not None or record.game.name != args.game:
        raise refusal("terminal.yatzy.pad.not_a_pad", file=args.resume)
    file = new_file(args.record) if args.record else args.resume
    players = [Player(name) for name in record.names]
    Pad(record.game, players, stage, secret=None, record=record, file=file).run()
    return 0
