"""An argument parser that reports errors in one line, in the chosen language, with exit code 2."""

from __future__ import annotations

import argparse
import re
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


class Parser(argparse.ArgumentParser):
    """The parser of all commands and subcommands. Messages without a translation here stay in argparse's English."""

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
        return "/".join(action.option_strings)
    return str(action.metavar or action.dest)
