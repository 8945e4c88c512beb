"""`purrlor sheet`: score sheets as PDF, and what the games add to them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from purrlor.kit import kit, kits

from .options import add_game_options, examples, game_options

MOST_PAGES = 100


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "sheet",
        help="check, show or print sheets to play on",
        description="Check a sheet that you drew, show one as text, or print a pad.",
        epilog=examples("sheet print"),
    )
    parts: Any = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)
    for each in kits().values():
        for add_parser in each.sheet_commands():
            add_parser(parts)
    _add_print(parts)


def _add_print(parts: Any) -> None:
    printed = [name for name, each in kits().items() if each.prints]
    parser: argparse.ArgumentParser = parts.add_parser(
        "print",
        help="write sheets to a PDF file",
        description="Write sheets to a PDF file, to refill a pad. There are two on each page.",
        epilog=examples("sheet print"),
    )
    parser.add_argument("game", metavar="GAME", choices=printed, help=" or ".join(printed))
    parser.add_argument(
        "-o", "--out", "--output", dest="output", type=Path, metavar="FILE", required=True, help="the new file"
    )
    parser.add_argument("--pages", type=int, default=1, metavar="N", help="number of pages")
    parser.add_argument("--paper", choices=["a4", "letter"], default="a4", help="paper size")
    add_game_options(parser, printed)
    parser.set_defaults(run=print_pages)


def print_pages(args: argparse.Namespace) -> int:
    from purrlor.kit.speech import say, speech
    from purrlor.printing import PAPERS, SHEETS_PER_PAGE
    from purrlor.words import refusal

    from .files import new_file
    from .players import game_for

    if not 1 <= args.pages <= MOST_PAGES:
        raise refusal("terminal.sheet.pages", most=MOST_PAGES, count=args.pages)
    game = game_for(args.game, None, game_options(args))
    made = kit(args.game).pages(game, paper=PAPERS[args.paper], pages=args.pages, say=speech())
    file = new_file(args.output)
    try:
        file.write_bytes(made)
    except OSError as error:
        raise refusal("terminal.file.unwritable", file=file, reason=error.strerror or error) from None
    sheets = args.pages * SHEETS_PER_PAGE
    sys.stdout.write(say("terminal.sheet.printed", file=file, pages=args.pages, sheets=sheets) + "\n")
    return 0
