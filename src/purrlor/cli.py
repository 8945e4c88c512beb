"""The command line. Each command is a module with `add_parser(commands)`; slow imports wait until the command runs."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
from collections.abc import Sequence
from typing import Any

from . import __version__


def parser() -> argparse.ArgumentParser:
    from purrlor.kit import kits
    from purrlor.server import mcp
    from purrlor.server.commands import serve, store
    from purrlor.terminal import arena, games, lab, play, replay, review, sheet, verify, words

    from .terminal.parser import Parser

    top = Parser(
        prog="purrlor",
        description="Play four cat games, serve them, review matches, and let bots compete.",
        epilog="example: purrlor play",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"purrlor {__version__}")
    _add_language(top)
    commands: Any = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (play, replay, verify, sheet, review, arena, lab, games, words, serve, mcp, store):
        module.add_parser(commands)
    for each in kits().values():
        for add_parser in each.commands():
            add_parser(commands)
    return top


def _add_language(parser: argparse.ArgumentParser) -> None:
    from purrlor.words import language_names

    spoken = ", ".join(f"{code} ({name})" for code, name in language_names().items())
    parser.add_argument(
        "--language", metavar="CODE", help=f"{spoken} (default: $PURRLOR_LANGUAGE, or the system's language)"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Code 2: the call is invalid, and one line on stderr says why.

    The language applies to all output from here on, so `--language` is parsed first, wherever it stands in the call.
    """
    from purrlor.core import IllegalEvent
    from purrlor.core.reason import Refused
    from purrlor.kit.speech import because, chosen_language, speaking, system_language

    from .terminal.parser import Parser

    _forgive_encodings()
    first = Parser(prog="purrlor", add_help=False, allow_abbrev=False)
    _add_language(first)
    named, rest = first.parse_known_args(arguments)
    language = system_language(os.environ)
    try:
        language = chosen_language(named.language, os.environ)
        with speaking(language):
            return _run(rest)
    except IllegalEvent:  # a bug of ours: the commands push legal events only
        raise
    except Refused as error:
        with speaking(language):
            sys.stderr.write(f"purrlor: {because(error)}\n")
        return 2


def _run(arguments: Sequence[str]) -> int:
    from .compiled.runner import EXTRA, PACKAGES
    from .kit.speech import say

    top = parser()
    if not arguments:
        top.print_help()
        return 0
    args, unknown = top.parse_known_args(arguments)
    if unknown:
        top.error(say("cli.unknown", names=" ".join(unknown)))
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except EOFError:
        return 0
    except BrokenPipeError:
        return _quiet()
    except ModuleNotFoundError as error:
        if error.name not in PACKAGES:
            raise
        sys.stderr.write(f"purrlor: {say('terminal.needs_extra', extra=EXTRA)}\n")
        return 2
    except OSError as error:
        _quiet()
        sys.stderr.write(f"purrlor: {error.strerror or error}\n")
        return 2
    return code


PLAIN_SIGNS = "purrlor.plain_signs"


def _plain_signs(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace a character like the `replace` handler, but write a minus sign as `-` where only ASCII is possible."""
    from purrlor.words import MINUS

    if isinstance(error, UnicodeEncodeError) and error.object[error.start] == MINUS:
        return "-", error.start + 1
    return codecs.replace_errors(error)


def _forgive_encodings() -> None:
    """Replace characters that a stream cannot encode or decode, instead of failing."""
    codecs.register_error(PLAIN_SIGNS, _plain_signs)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN_SIGNS)


def _quiet() -> int:
    """Redirect stdout after the reader closed the pipe, so that flushing at exit does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


if __name__ == "__main__":
    sys.exit(main())
