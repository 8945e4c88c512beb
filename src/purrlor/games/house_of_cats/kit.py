"""The kit of House of Cats: what the rest of Purrlor uses of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import InvalidOption
from purrlor.core.reason import Reason
from purrlor.kit import GameKit, lazy, lazy_call
from purrlor.kit.children import ForChildren
from purrlor.kit.daily import DailyMatch
from purrlor.kit.pictures import DrawnSheet

from .rules import HouseOfCats
from .sheet import Sheet, pack
from .sheet_file import InvalidSheet, parse_sheet, unpack

if TYPE_CHECKING:
    from purrlor.kit.game_kit import AddParser
    from purrlor.printing import Paper
    from purrlor.words import Words


def read_sheet(text: str, source: str) -> Sheet:
    """Read the sheet that a file draws; InvalidOption says where it is wrong."""
    try:
        return parse_sheet(text)
    except InvalidSheet as error:
        in_file = Reason("refused.in_file", "{source}: {reason}", source=source, reason=error.reason)
        raise InvalidOption(in_file) from None


def sheet_options(text: str, source: str) -> Mapping[str, Any]:
    """Read `--sheet FILE`: the drawing in one word, and the level that it is for."""
    sheet = read_sheet(text, source)
    return {"sheet": pack(sheet), "level": sheet.level}


class HouseOfCatsKit(GameKit):
    rules = HouseOfCats
    order = 4
    daily = DailyMatch(par="tiger", options=lambda random: {"level": str(random.randint(1, 4))})
    """A match on a sheet drawn here; the first random outcome of the match draws the abilities."""
    file_options: ClassVar = {"sheet": sheet_options}
    examples: ClassVar = {
        "sheet print": (
            "house-of-cats --level 2 --pages 4 -o sheets.pdf",
            "house-of-cats --sheet mine.txt -o sheets.pdf",
        ),
        "lab duel": ("house-of-cats lynx lynx@1 --variants 1,4 --matches 2000 --workers 2",),
        "lab train": ("house-of-cats --sheet 1 --workers 4 -o net1.bin",),
    }

    bots = lazy(".bots:LEVELS")
    adviser = lazy_call(".bots.hints:adviser")
    review = lazy(".review:REVIEW")
    luck = lazy(".luck:luck")
    puzzles = lazy(".puzzles:PUZZLES")
    encoding = lazy_call(".kernels.encoding:encoding")
    rows = lazy_call(".kernels.batch:row_game")
    row_levels = lazy(".bots.compiled_levels:LEVELS")
    trainer = lazy(".bots.training:TRAINER")
    duels = lazy(".bots.duels:DUELS")
    painter = lazy(".picture:PAINTER")
    answers = lazy(".terminal.plain:ANSWERS")
    face = lazy(".terminal.face:FACE")

    def children(self) -> ForChildren:
        """Play with the abilities that can be shown without words: each lets one write into any empty space."""
        return ForChildren(options={"level": "1", "abilities": "L,D,A,K"})

    def pages(self, game: HouseOfCats, /, *, paper: Paper, pages: int, say: Words) -> bytes:
        from .printing import house_of_cats_pages

        return house_of_cats_pages(game.layout, paper=paper, pages=pages, say=say)

    def drawing(self, text: str) -> DrawnSheet:
        """Read a drawing of several lines, or the one word that stands for one."""
        text = text.strip()
        try:
            sheet = parse_sheet(text) if "\n" in text else unpack(text)
        except InvalidSheet as error:
            raise InvalidOption(error.reason) from None
        return DrawnSheet(pack(sheet), sheet.level, tuple(tuple(row) for row in sheet.rows))

    def sheet_commands(self) -> Sequence[AddParser]:
        from .terminal import sheet

        return (sheet.add_parser,)


KIT: GameKit = HouseOfCatsKit()
