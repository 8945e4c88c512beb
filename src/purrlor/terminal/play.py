"""`purrlor play`: play a match in the terminal, against bots or with several people at one keyboard."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .options import WHO, add_bot_limits, add_game_options, examples, file_named, game_options, seed_text

if TYPE_CHECKING:
    from purrlor.core import Game
    from purrlor.kit.player import Player

    from .session import TextSession
    from .stage import Stage


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "play",
        help="play a game here, against bots or with friends",
        description="Play a game in this terminal. Type 'help' during the match to see the commands.",
        epilog=examples("play", "", "--resume evening.purr"),
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game (default: choose from a list)")
    parser.add_argument("--seat", action="append", default=[], metavar="NAME", help=argparse.SUPPRESS)
    parser.add_argument(
        "--players", metavar="NAMES", help="people at this keyboard, separated by commas; 'none': only bots play"
    )
    parser.add_argument("--bots", metavar="NAMES", help=f"the bots, {WHO}; or 'none'")
    parser.add_argument("--seed", type=seed_text, metavar="TEXT", help="a text that determines all rolls and deals")
    parser.add_argument("--record", metavar="FILE", help="save the match to this new file")
    parser.add_argument(
        "--resume", metavar="FILE", type=file_named, help="continue a saved match, and save it to the same file"
    )
    parser.add_argument(
        "--plain", action="store_true", help="print short lines without drawings: for screen readers and pipes"
    )
    parser.add_argument("--fast", action="store_true", help="let bots play without delay")
    add_bot_limits(parser)
    add_game_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from .stage import choose_stage

    stage = choose_stage(plain=args.plain, fast=args.fast)
    return _resume(args, stage) if args.resume is not None else _start(args, stage)


def _start(args: argparse.Namespace, stage: Stage) -> int:
    from purrlor.core import new_secret, secret_from_text

    from .files import new_file
    from .players import bot_limits, check_players, game_for
    from .saved_matches import keep_pace, paced

    limits = bot_limits(args)
    file = new_file(args.record) if args.record else None
    name = game_name(args.game, stage)
    players = paced(name, _who_plays(args, name, stage))
    game = game_for(name, len(players), game_options(args))
    check_players([each.source for each in players if each.source is not None], game, limits)
    secret = secret_from_text(args.seed) if args.seed is not None else new_secret()
    session = session_for(game)(game, players, stage, secret=secret, file=file, limits=limits)
    session.run()
    keep_pace(session)
    return 0


def _resume(args: argparse.Namespace, stage: Stage) -> int:
    from purrlor.kit.player import OWN, players_of
    from purrlor.words import refusal

    from .files import new_file, read_record
    from .players import bot_limits, check_bots, check_players, own_again
    from .saved_matches import keep_pace

    if args.seat or args.players or args.seed is not None or game_options(args):
        raise refusal("terminal.resume.alone")
    record = read_record(args.resume)
    players = players_of(record)
    if args.bots and OWN not in [each.level for each in players]:
        raise refusal("terminal.resume.alone")
    if args.game not in (None, record.game.name):
        raise refusal("terminal.resume.other", file=args.resume, game=record.game.name, named=args.game)
    if record.match().over:
        raise refusal("terminal.resume.over", file=args.resume)
    if record.seed is None:
        raise refusal("terminal.resume.no_seed", file=args.resume)
    file = new_file(args.record) if args.record else args.resume
    players = own_again(players, args)
    limits, sources = bot_limits(args), [each.source or each.level for each in players]
    bots = [source for source in sources if source is not None]
    check_bots(record.game.name, bots)
    check_players(bots, record.game, limits)
    make = session_for(record.game)
    session = make(record.game, players, stage, secret=record.seed, record=record, file=file, limits=limits)
    session.run()
    keep_pace(session)
    return 0


def session_for(game: Game[Any, Any, Any]) -> Callable[..., TextSession]:
    """Return the class of the game's own session, or the default one."""
    from purrlor.kit import kit

    from .session import TextSession

    return kit(game.name).session(game) or TextSession


def game_name(name: str | None, stage: Stage) -> str:
    from purrlor.kit import games
    from purrlor.kit.speech import listed
    from purrlor.words import refusal

    names = list(games())
    if name is not None and name not in names:
        raise refusal("terminal.game.unknown", game=name, games=listed(names))
    if name is not None or len(names) == 1:
        return name or names[0]
    if not stage.interactive:
        raise refusal("terminal.game.which", games=listed(names))
    return _menu(names, stage)


def _menu(names: list[str], stage: Stage) -> str:
    """Ask for a game by number or by the beginning of its name."""
    from purrlor.kit.speech import say, speech

    lines = [say("terminal.menu.item", number=n, title=speech().title(name)) for n, name in enumerate(names, 1)]
    stage.answer("\n".join([say("terminal.menu"), *lines]))
    while True:
        text = stage.ask(say("terminal.menu.prompt")).strip().casefold()
        fitting = [name for n, name in enumerate(names, 1) if text == str(n) or (text and name.startswith(text))]
        if len(fitting) == 1:
            return fitting[0]
        stage.answer(say("terminal.menu.again", count=len(names)))


def _who_plays(args: argparse.Namespace, game: str, stage: Stage) -> list[Player]:
    from .players import bot_names, default_bots, names_in, seated

    if stage.interactive and not (args.seat or args.players or args.bots):
        return ask_who(game, stage)
    people = [*args.seat, *names_in(args.players or "")]
    if not people and args.players is None:
        people = [_default_name()]
    bots = bot_names(args.bots) if args.bots is not None else default_bots(game, len(people))
    return seated(game, people, bots)


def ask_who(game: str, stage: Stage) -> list[Player]:
    from purrlor.core.reason import Refused
    from purrlor.kit import levels
    from purrlor.kit.speech import because, listed, say, sayings, sentence, speech

    from .players import bot_names, default_bots, names_in, seated

    known = [each.name for each in levels(game)]
    stage.answer(say("terminal.who", title=speech().title(game), bots=listed(known)))
    while True:
        try:
            people = names_in(stage.ask(say("terminal.who.people", default=_default_name()))) or [_default_name()]
            seated(game, people, [])  # report a bad name at once
            preset = ", ".join(default_bots(game, len(people))) or sayings("answer.none")[0]
            bots = bot_names(stage.ask(say("terminal.who.bots", default=preset)) or preset)
            return seated(game, people, bots)
        except Refused as error:
            stage.answer(sentence(because(error)))


def _default_name() -> str:
    from purrlor.kit.speech import say

    return say("terminal.name.default")
