"""`purrlor sheet`: sheets to play on. Check one that you drew, show one, print some."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from purrlor.games.house_of_cats import Sheet

MOST_PAGES = 100
LEVELS = (1, 2, 3, 4)
HOUSE, YATZY = "house-of-cats", "yatzy"
EXAMPLES = """examples:
  purrlor sheet show --level 2 > mine.txt
  purrlor sheet check mine.txt
  purrlor sheet show mine.txt --drawn
  purrlor sheet print house-of-cats --level 2 --pages 4 -o sheets.pdf
  purrlor sheet print house-of-cats --sheet mine.txt -o sheets.pdf
  purrlor sheet print yatzy --pages 2 --paper letter -o pad.pdf"""


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "sheet",
        help="check, show or print sheets to play on",
        description="Sheets to play on: check a drawing of your own, show one as text, print a pad.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parts: Any = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)
    _add_check(parts)
    _add_show(parts)
    _add_print(parts)


def _add_check(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "check",
        help="whether a drawing is a sheet of House of Cats",
        description="Check the drawing of a sheet of House of Cats. 0: it is one; 2: it is none, with line and reason.",
        epilog="example: purrlor sheet check mine.txt",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a drawing")
    parser.set_defaults(run=check)


def _add_show(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "show",
        help="show a sheet of House of Cats as text",
        description="Show a sheet of House of Cats as the text it is kept in, or drawn as in the game.",
        epilog="example: purrlor sheet show --level 2 > mine.txt",
    )
    parser.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a drawing")
    parser.add_argument("--level", type=int, choices=LEVELS, help="the sheet of this level that comes with the game")
    parser.add_argument("--drawn", action="store_true", help="drawn with lines, as in the game")
    parser.set_defaults(run=show)


def _add_print(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "print",
        help="print sheets into a PDF file",
        description="Print sheets into a PDF file, for a pad that is used up. Two stand on each page.",
        epilog="example: purrlor sheet print house-of-cats --level 2 --pages 4 -o sheets.pdf",
    )
    parser.add_argument("game", metavar="GAME", choices=[HOUSE, YATZY], help=f"{HOUSE} or {YATZY}")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="a new file")
    parser.add_argument("--pages", type=int, default=1, metavar="N", help="how many pages; 1")
    parser.add_argument("--paper", choices=["a4", "letter"], default="a4", help="a4")
    parser.add_argument("--level", type=int, choices=LEVELS, help=f"{HOUSE}: the level; 1")
    parser.add_argument("--sheet", metavar="FILE", type=Path, help=f"{HOUSE}: a drawing of your own")
    parser.set_defaults(run=print_pages)


def check(args: argparse.Namespace) -> int:
    from purrlor.kit.speech import say

    sheet = read_sheet(args.file)
    size = {"columns": len(sheet.rows[0]), "rows": len(sheet.rows), "spaces": len(sheet.spaces)}
    _write(say("terminal.house-of-cats.sheet.good", file=args.file, level=sheet.level, **size))
    return 0


def show(args: argparse.Namespace) -> int:
    from purrlor.games.house_of_cats import printed_sheet, sheet_text
    from purrlor.kit.speech import say

    from .files import BadUse

    if args.file is not None and args.level is not None:
        raise BadUse(say("terminal.house-of-cats.sheet.one"))
    sheet = read_sheet(args.file) if args.file is not None else printed_sheet(args.level or 1)
    _write(drawn(sheet) if args.drawn else sheet_text(sheet).rstrip())
    return 0


def drawn(sheet: Sheet) -> str:
    from purrlor.games.house_of_cats import House
    from purrlor.games.house_of_cats.face.grid import Grid

    grid = Grid(sheet, House(sheet.blank), stars=True)
    return "\n".join(line.plain.rstrip() for line in grid.large())


def print_pages(args: argparse.Namespace) -> int:
    from purrlor.kit.speech import say

    from .files import BadUse, new_file

    if not 1 <= args.pages <= MOST_PAGES:
        raise BadUse(say("terminal.sheet.pages", most=MOST_PAGES, count=args.pages))
    made, sheets = _made(args)
    file = new_file(args.output)
    try:
        file.write_bytes(made)
    except OSError as error:
        raise BadUse(say("terminal.file.unwritable", file=file, reason=error.strerror or error)) from None
    _write(say("terminal.sheet.printed", file=file, pages=args.pages, sheets=sheets))
    return 0


def _made(args: argparse.Namespace) -> tuple[bytes, int]:
    """The PDF, and how many sheets are in it."""
    from purrlor.games.house_of_cats.printing import house_of_cats_pages
    from purrlor.games.yatzy.printing import yatzy_pages
    from purrlor.kit.speech import say, speech
    from purrlor.printing import PAPERS, SHEETS_PER_PAGE

    from .files import BadUse

    paper, sheets = PAPERS[args.paper], args.pages * SHEETS_PER_PAGE
    if args.game == HOUSE:
        return house_of_cats_pages(_chosen(args), paper=paper, pages=args.pages, say=speech()), sheets
    for option in ("level", "sheet"):
        if getattr(args, option) is not None:
            raise BadUse(say("terminal.option.foreign", game=args.game, option=option))
    return yatzy_pages(paper=paper, pages=args.pages, say=speech()), sheets


def _chosen(args: argparse.Namespace) -> Sheet:
    from purrlor.games.house_of_cats import printed_sheet
    from purrlor.kit.speech import say

    from .files import BadUse

    if args.sheet is None:
        return printed_sheet(args.level or 1)
    sheet = read_sheet(args.sheet)
    if args.level not in (None, sheet.level):
        raise BadUse(say("terminal.house-of-cats.sheet.level", level=sheet.level, wanted=args.level))
    return sheet


def read_sheet(path: Path) -> Sheet:
    from .files import BadUse, read_text

    try:
        return _parsed(read_text(path), str(path))
    except ValueError as error:
        raise BadUse(str(error)) from None


def sheet_options(text: str, source: str) -> dict[str, Any]:
    """`--sheet FILE` of House of Cats: the drawing in one word, and the level that it is for."""
    from purrlor.games.house_of_cats import pack

    sheet = _parsed(text, source)
    return {"sheet": pack(sheet), "level": sheet.level}


def _parsed(text: str, source: str) -> Sheet:
    from purrlor.core import InvalidOption
    from purrlor.games.house_of_cats import InvalidSheet, parse_sheet
    from purrlor.kit.speech import say

    try:
        return parse_sheet(text)
    except InvalidSheet as error:
        raise InvalidOption(say("terminal.house-of-cats.sheet.bad", file=source, reason=error)) from None


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
