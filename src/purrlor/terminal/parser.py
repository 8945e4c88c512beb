"""An argument parser that reports errors in one line, in the chosen language, with exit code 2."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from purrlor.kit.speech import listed, say

IN_WORDS = {
    "the following arguments are required: (?P<names>.*)": "cli.missing",
    "argument (?P<name>.*): expected one argument": "cli.no_value",
    "one of the arguments (?P<names>.*) is required": "cli.one_of",
    "argument (?P<name>.*): not allowed with argument (?P<other>.*)": "cli.not_both",
}
"""Patterns of argparse's messages, and the key of our sentence for each."""
NUMBERS: dict[object, str] = {int: "cli.whole_number", float: "cli.number"}


class HelpFormatter(argparse.HelpFormatter):
    """Wraps descriptions, keeps examples line by line, and adds `(default: X)` where there is one."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("example") else super()._fill_text(text, width, indent)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        shown = action.help or ""
        plain = action.default is None or action.default is False or action.default in ("", [], argparse.SUPPRESS)
        return shown if plain or not action.option_strings or "default" in shown else f"{shown} (default: %(default)s)"

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings:
            return super()._format_action_invocation(action)
        value = "" if action.nargs == 0 else self._format_args(action, action.dest.upper())
        return f"{', '.join(spellings(action))} {value}".rstrip()


def spellings(action: argparse.Action) -> list[str]:
    """Return the spellings of an option to show: short, and the first long one. Old commands may use the later ones."""
    long = [each for each in action.option_strings if each.startswith("--")]
    return [*(each for each in action.option_strings if not each.startswith("--")), *long[:1]]


class HelpAction(argparse.Action):
    """Prints the help. Options of other games than the named one are left out."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: Any) -> NoReturn:
        if isinstance(parser, Parser):
            parser.hide_other_games(getattr(namespace, "game", None))
        parser.print_help()
        parser.exit()


class Parser(argparse.ArgumentParser):
    """The parser of all commands and subcommands. Messages without a translation here stay in argparse's English."""

    def __init__(self, *args: Any, add_help: bool = True, **settings: Any) -> None:
        super().__init__(*args, **{"formatter_class": HelpFormatter, **settings, "add_help": False})
        self.of_games: list[tuple[argparse.Action, Sequence[str]]] = []
        """Options that belong to games, with these games."""
        self.games_group: argparse._ArgumentGroup | None = None  # pyright: ignore[reportPrivateUsage]
        """The group of these options; its description says how to see them."""
        if add_help:
            self.add_argument("-h", "--help", action=HelpAction, nargs=0, help="show this help and exit")

    def hide_other_games(self, game: str | None) -> None:
        """Leave out the options of other games; without a named game, those of all games."""
        for action, owners in self.of_games:
            if game not in owners:
                action.help = argparse.SUPPRESS
            elif self.games_group is not None:
                self.games_group.description = None

    def error(self, message: str) -> NoReturn:
        for pattern, key in IN_WORDS.items():
            if found := re.fullmatch(pattern, message):
                message = say(key, **found.groupdict())
                break
        self.exit(2, f"{self.prog}: {message}\n")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            key = NUMBERS.get(action.type)
            name = _name(action)
            self.error(say(key, name=name, value=arg_string) if key else f"{name}: {error.message}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = listed([str(each) for each in action.choices])
            self.error(say("cli.choice", name=_name(action), value=value, known=known))


def _name(action: argparse.Action) -> str:
    """Return the argument's name as the help writes it."""
    if action.option_strings:
        return "/".join(spellings(action))
    return str(action.metavar or action.dest)
