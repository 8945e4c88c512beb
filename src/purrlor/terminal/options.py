"""Game options on the command line: one argument for each field of a Rules dataclass.

An option too long for a command line is written in a file, which the game's kit reads (`file_options`). The file may
set other options as well; the command line overrides them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from purrlor.core.options import option_kind, option_text, option_types
from purrlor.core.reason import Refused, as_reason
from purrlor.kit import kit, kits
from purrlor.kit.speech import say, speech

from .parser import Parser

PREFIX = "option_"
DEFAULT = "none"
WHO = (
    "separated by commas: levels (see 'purrlor games'), FILE.py:Class or package.module:Class for your own bot, "
    "'cmd:COMMAND' for a program that speaks the bot protocol; quotes keep a comma inside a command"
)
"""Help text: how to name bots."""


def add_game_options(parser: argparse.ArgumentParser, games: list[str] | None = None, *, game: str = "GAME") -> None:
    """Add an argument for each option, such as `--scratch free`, `--mouser-is-fat-cat` or `--first 2`.

    Which game an option belongs to is checked later. `game`: how the command names a game.
    """
    hint = None if games else f"Name a game to see its options: {parser.prog} {game} --help"
    group = parser.add_argument_group("options of the game", hint)
    if isinstance(parser, Parser):
        parser.games_group = group
    kinds: dict[str, Any] = {}
    owners: dict[str, list[str]] = {}
    for name in games or list(kits()):
        for option, kind in option_types(kit(name).rules).items():
            kinds.setdefault(option, kind)
            owners.setdefault(option, []).append(name)
    kinds.pop("seats", None)
    for option, kind in kinds.items():
        in_file = any(option in kit(owner).file_options for owner in owners[option])
        action = _add(group, option, "FILE" if in_file else _metavar(kind), kind, _meaning(option, owners[option]))
        if isinstance(parser, Parser) and not games:
            parser.of_games.append((action, owners[option]))


def _add(group: Any, option: str, metavar: str, kind: Any, meaning: str) -> argparse.Action:
    flag, target = option.replace("_", "-"), f"{PREFIX}{option}"
    action: argparse.Action
    if kind is bool:
        action = group.add_argument(f"--{flag}", dest=target, action="store_const", const="true", help=meaning)
        group.add_argument(f"--no-{flag}", dest=target, action="store_const", const="false", help=argparse.SUPPRESS)
    else:
        action = group.add_argument(f"--{flag}", dest=target, metavar=metavar, help=meaning)
    return action


def _meaning(option: str, owners: Sequence[str]) -> str:
    """Describe what an option does in each game that has it; games with the same meaning share a sentence."""
    games: dict[str, list[str]] = {}
    for game in owners:
        key = f"{game}.option.{option}"
        sentence = (say(key) if key in speech() else "") + _default(option, game)
        games.setdefault(sentence, []).append(game)
    parts = [": ".join(part for part in (", ".join(names), sentence) if part) for sentence, names in games.items()]
    return "; ".join(parts).replace("%", "%%")


def _default(option: str, game: str) -> str:
    """Return a note on an option's default, if it says more than the sentence: not for switches and files."""
    rules = kit(game).rules
    kind, value = option_types(rules)[option], getattr(rules, option)
    told = kind is bool or option in kit(game).file_options or (value is None and option_kind(kind).kind != "seat")
    text = "" if told else option_text(value, kind)
    return f" (default: {text})" if text else ""


def _metavar(kind: Any) -> str:
    found = option_kind(kind)
    if found.kind == "choice":
        return "|".join(found.choices)
    return "N" if found.kind in ("int", "seat") else "VALUE"


def game_options(args: argparse.Namespace) -> dict[str, str]:
    """Return the options given on the command line, as strings; options in files are read."""
    named = {name.removeprefix(PREFIX): value for name, value in vars(args).items() if name.startswith(PREFIX)}
    texts = {name: value for name, value in named.items() if value is not None}
    read: dict[str, str] = {}
    for option, file in list(texts.items()):
        game = _owner(option, getattr(args, "game", None))
        if game is not None and file != DEFAULT:
            read |= _read(game, option, file)
            del texts[option]
    return {**read, **texts}


def _owner(option: str, game: str | None) -> str | None:
    """Return the game that reads this option from a file, if it is the game to be played."""
    return next((name for name, each in kits().items() if option in each.file_options and game in (name, None)), None)


def _read(game: str, option: str, file: str) -> dict[str, str]:
    from .files import read_text

    kinds = option_types(kit(game).rules)
    try:
        values = kit(game).file_options[option](read_text(Path(file).expanduser()), file)
    except ValueError as error:
        raise Refused(as_reason(error)) from None
    return {found: option_text(value, kinds[found]) for found, value in values.items()}


def add_bot_limits(parser: argparse.ArgumentParser) -> None:
    """Add the time limits for bots that are external commands."""
    from purrlor.lab.command_bot import USUAL_LIMITS

    for option, seconds, meaning in (
        ("--action-limit", USUAL_LIMITS.action, "time limit for each answer of a 'cmd:' bot"),
        ("--start-limit", USUAL_LIMITS.start, "time limit for a 'cmd:' bot to start"),
    ):
        parser.add_argument(option, type=float, default=seconds, metavar="SECONDS", help=meaning)


def examples(command: str, *general: str) -> str:
    """Return the examples below a command's help: its own, then the games' examples."""
    own = [line for each in kits().values() for line in each.examples.get(command, ())]
    return "\n".join(["examples:", *(f"  purrlor {command} {line}".rstrip() for line in (*general, *own))])


def file_named(text: str) -> Path:
    """Return the path of a file; refuse an empty name, which would be the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError(say("cli.file"))
    return Path(text)


def seed_text(text: str) -> str:
    """Return a seed. Any printable text is allowed; other characters could not be written down and shared."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError(say("cli.seed"))
    return text
