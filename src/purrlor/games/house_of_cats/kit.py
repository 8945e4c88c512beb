"""The kit of House of Cats: what the rest of Purrlor uses of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import InvalidOption
from purrlor.core.reason import Reason
from purrlor.kit import GameKit, Level
from purrlor.kit.children import ForChildren
from purrlor.kit.daily import DailyMatch
from purrlor.kit.pictures import DrawnSheet

from .rules import HouseOfCats
from .sheet import Sheet, pack
from .sheet_file import InvalidSheet, parse_sheet, unpack

if TYPE_CHECKING:
    from purrlor.kit.answers import Answers
    from purrlor.kit.bots import Adviser
    from purrlor.kit.face import Face
    from purrlor.kit.game_kit import AddParser
    from purrlor.kit.lab import CompiledDuels, Encoding, LuckMeasure, RowGame, Trainer
    from purrlor.kit.pictures import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.review import Review
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

    def bots(self) -> Sequence[Level]:
        from .bots import LEVELS

        return LEVELS

    def adviser(self, game: HouseOfCats, /) -> Adviser:
        from .bots.hints import adviser

        return adviser(game)

    def children(self) -> ForChildren:
        """Play with the abilities that can be shown without words: each lets one write into any empty space."""
        return ForChildren(options={"level": "1", "abilities": "L,D,A,K"})

    def review(self) -> Review:
        from .review import REVIEW

        return REVIEW

    def luck(self, _: HouseOfCats, /) -> LuckMeasure:
        from .luck import luck

        return luck

    def puzzles(self) -> Puzzles:
        from .puzzles import PUZZLES

        return PUZZLES

    def encoding(self, game: HouseOfCats, /) -> Encoding[Any, Any]:
        from .kernels.encoding import encoding

        return encoding(game)

    def rows(self, game: HouseOfCats, /) -> RowGame | None:
        """Return the compiled rows; None for sheets of more than 64 squares, which they cannot hold."""
        from purrlor.kit.lab import RowGame

        from .kernels.batch import KERNEL, row_words
        from .kernels.batch_table import batch_table
        from .kernels.layout import fits

        if not fits(game.layout):
            return None
        return RowGame(KERNEL._replace(words=row_words(game.seats)), batch_table(game))

    def row_levels(self) -> Mapping[str, Any]:
        from .bots.compiled_levels import LEVELS

        return LEVELS

    def trainer(self) -> Trainer:
        from .bots.training import TRAINER

        return TRAINER

    def duels(self) -> CompiledDuels:
        from .bots.duels import DUELS

        return DUELS

    def painter(self) -> Painter:
        from .picture import PAINTER

        return PAINTER

    def answers(self) -> Answers:
        from .terminal.plain import ANSWERS

        return ANSWERS

    def face(self) -> Face:
        from .terminal.face import FACE

        return FACE

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


KIT = HouseOfCatsKit()
