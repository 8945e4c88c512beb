"""The page of the command line, from the parsers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Any

from purrlor.cli import parser
from purrlor.kit import kits
from purrlor.terminal.parser import spellings

Command = Any
"""A parser, or an argument of one: argparse has no public way to read them."""

INTRODUCTION = """
# Command line

After `make setup` the command is `.venv/bin/purrlor`; `pip install` puts it on your path. `--help` after any command prints what this page says.

Every command takes `--language CODE`. Without it, `PURRLOR_LANGUAGE` is used, and otherwise the system's language. `purrlor --version` prints the version.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | the command ran, and what it checked is wrong or incomplete (`verify`, `store check`, `store export`, `words check`, `sheet check`, `lab check`) |
| 2 | the call is invalid, or a file cannot be read or written; one line on stderr says why |
| 130 | interrupted with Ctrl-C |
| 141 | the program that read the output closed the pipe |
"""
OPTIONS = """
## Options of the games

`play`, `arena` and the other commands that play take the options of the game they play. A game refuses the options of another.
"""


def page() -> str:
    """Return the page: every command, then the options of the games, which many commands share."""
    top = parser()
    commands = [text for command in _commands(top) for text in _section(command)]
    return "\n".join([INTRODUCTION.strip(), "", *commands, OPTIONS.strip(), "", *_game_options(top), ""])


def _commands(parser: Command) -> Iterator[Command]:
    """Yield every command, those inside others as well."""
    for argument in parser._actions:
        if _is_group(argument):
            for command in argument.choices.values():
                yield command
                yield from _commands(command)


def _is_group(argument: Command) -> bool:
    return isinstance(argument.choices, dict)


def _section(command: Command) -> Iterator[str]:
    yield from (f"{'#' * (command.prog.count(' ') + 1)} {command.prog}", "")
    if command.description:
        yield from (" ".join(command.description.split()), "")
    listed = [argument for argument in command._actions if _is_listed(argument)]
    if listed:
        rows = [f"| {_usage(argument)} | {_meaning(command, argument)} |" for argument in listed]
        yield from ("| argument | meaning |", "|---|---|", *rows, "")
    if any(map(_games, command._actions)):
        yield from ("Also takes the [options of the game](#options-of-the-games).", "")
    if examples := re.findall(r"purrlor .*", command.epilog or ""):
        yield from ("```", *(example.strip() for example in examples), "```", "")


def _is_listed(argument: Command) -> bool:
    return not (
        _is_group(argument) or argument.dest == "help" or argument.help == argparse.SUPPRESS or _games(argument)
    )


def _usage(argument: Command) -> str:
    choices = "|".join(str(each) for each in argument.choices or ())
    value = "" if argument.nargs == 0 else argument.metavar or choices or argument.dest.upper()
    return f"`{' '.join(filter(None, [', '.join(spellings(argument)), value]))}`".replace("|", "\\|")


def _meaning(command: Command, argument: Command) -> str:
    return " ".join(command._get_formatter()._expand_help(argument).split()).replace("|", "\\|")


def _games(argument: Command) -> str:
    """Return the game or games that an option belongs to: its help begins with their names."""
    games, colon, _ = (argument.help or "").partition(": ")
    return games if colon and {*games.split(", ")} <= {*kits()} else ""


def _game_options(top: Command) -> Iterator[str]:
    play = next(command for command in _commands(top) if command.prog == "purrlor play")
    yield from ("| game | option | meaning |", "|---|---|---|")
    for argument in play._actions:
        if (games := _games(argument)) and argument.help != argparse.SUPPRESS:
            yield f"| {games} | {_usage(argument)} | {_meaning(play, argument).removeprefix(f'{games}: ')} |"
