"""`purrlor sheet check` and `purrlor sheet show`: sheets of House of Cats that people drew."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from purrlor.games.house_of_cats import Sheet

LEVELS = (1, 2, 3, 4)


def add_parser(parts: Any) -> None:
    _add_check(parts)
    _add_show(parts)


def _add_check(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "check",
        help="check a sheet that you drew for House of Cats",
        description="Check a sheet that you drew for House of Cats. Exit code 0: it is valid; 1: it is not, "
        "and the output names the line and the reason.",
        epilog="example: purrlor sheet check mine.txt",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a drawing")
    parser.set_defaults(run=check)


def _add_show(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "show",
        help="show a sheet of House of Cats as text",
        description="Show a sheet of House of Cats as the text of its file, or drawn as in the game.",
        epilog="example: purrlor sheet show --level 2 > mine.txt",
    )
    parser.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a drawing")
    parser.add_argument("--level", type=int, choices=LEVELS, help="the sheet of this level that comes with the game")
    parser.add_argument("--drawn", action="store_true", help="drawn with lines, as in the game")
    parser.set_defaults(run=show)


def check(args: argparse.Namespace) -> int:
    from purrlor.core.options import InvalidOption
    from purrlor.kit.speech import because, say

    try:
        sheet = read_sheet(args.file)
    except InvalidOption as error:
        _write(because(error))
        return 1
    size = {"columns": len(sheet.rows[0]), "rows": len(sheet.rows), "spaces": len(sheet.spaces)}
    _write(say("terminal.house-of-cats.sheet.good", file=args.file, level=sheet.level, **size))
    return 0


def show(args: argparse.Namespace) -> int:
    from purrlor.games.house_of_cats import printed_sheet, sheet_text
    from purrlor.words import refusal

    if args.file is not None and args.level is not None:
        raise refusal("terminal.house-of-cats.sheet.one")
    sheet = read_sheet(args.file) if args.file is not None else printed_sheet(args.level or 1)
    _write(drawn(sheet) if args.drawn else sheet_text(sheet).rstrip())
    return 0


def drawn(sheet: Sheet) -> str:
    from purrlor.games.house_of_cats import House

    from .drawing import Grid

    grid = Grid(sheet, House(sheet.blank), stars=True)
    return "\n".join(line.plain.rstrip() for line in grid.large())


def read_sheet(path: Path) -> Sheet:
    from purrlor.games.house_of_cats import kit
    from purrlor.terminal.files import read_text

    return kit.read_sheet(read_text(path), str(path))


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
