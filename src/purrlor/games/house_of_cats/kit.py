"""What House of Cats brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import Game, InvalidOption
from purrlor.core.reason import Reason
from purrlor.kit import GameKit, Level
from purrlor.kit.drawing import DrawnSheet

from .rules import HouseOfCats
from .sheet import Sheet, pack
from .sheet_file import InvalidSheet, parse_sheet, unpack

if TYPE_CHECKING:
    from purrlor.kit.advice import Adviser
    from purrlor.kit.answers import Answers
    from purrlor.kit.challenge import Challenge
    from purrlor.kit.duels import TwinDuels
    from purrlor.kit.encoding import Encoding, RowGame
    from purrlor.kit.face import Face
    from purrlor.kit.luck import Luck
    from purrlor.kit.picture import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.review import Review
    from purrlor.kit.training import Trainer
    from purrlor.printing import Paper
    from purrlor.words import Words


def read_sheet(text: str, source: str) -> Sheet:
    """The sheet that a file draws; InvalidOption says where it is wrong."""
    try:
        return parse_sheet(text)
    except InvalidSheet as error:
        in_file = Reason("refused.in_file", "{source}: {reason}", source=source, reason=error.reason)
        raise InvalidOption(in_file) from None


def sheet_options(text: str, source: str) -> Mapping[str, Any]:
    """`--sheet FILE`: the drawing in one word, and the level that it is for."""
    sheet = read_sheet(text, source)
    return {"sheet": pack(sheet), "level": sheet.level}


class HouseOfCatsKit(GameKit):
    rules = HouseOfCats
    order = 4
    file_options: ClassVar = {"sheet": sheet_options}
    sheet_commands = "purrlor.games.house_of_cats.terminal.sheet"
    examples: ClassVar = {
        "sheet print": (
            "house-of-cats --level 2 --pages 4 -o sheets.pdf",
            "house-of-cats --sheet mine.txt -o sheets.pdf",
        ),
        "lab duel": ("house-of-cats lynx lynx@1 --variants 1,4 --matches 2000 --workers 2",),
        "lab train": ("house-of-cats --sheet 1 --workers 4 -o net1.bin",),
    }
    gives_advice = True
    reviews = True
    prints = True
    children = "purrlor.games.house_of_cats.children"

    def bots(self) -> Sequence[Level]:
        from .bots import LEVELS

        return LEVELS

    def adviser(self, game: Game[Any, Any, Any]) -> Adviser:
        from .bots.hints import adviser

        return adviser(game)

    def review(self) -> Review:
        from purrlor.kit.review import Review

        from .review import habit, pictures, review

        return Review(accounts=review, pictures=pictures, habit=habit)

    def luck(self, game: Game[Any, Any, Any]) -> Luck:
        from .luck import luck

        del game
        return luck

    def challenge(self) -> Challenge:
        """The sheet is drawn here, the abilities by the first fate of the match."""
        from purrlor.kit.challenge import Challenge

        return Challenge(par="tiger", options=lambda random: {"level": str(random.randint(1, 4))})

    def puzzles(self) -> Puzzles:
        from .puzzles import PUZZLES

        return PUZZLES

    def encoding(self, game: Any) -> Encoding[Any, Any]:
        from .kernels.encoding import encoding

        return encoding(game)

    def rows(self, game: Any) -> RowGame | None:
        """None for sheets of more than 64 squares, which the twin cannot hold."""
        from purrlor.kit.encoding import RowGame

        from .kernels.batch import KERNEL, row_words
        from .kernels.batch_table import batch_table
        from .kernels.layout import fits

        if not fits(game.layout):
            return None
        return RowGame(KERNEL._replace(words=row_words(game.seats)), batch_table(game))

    def trainer(self) -> Trainer:
        from .bots.training.trainer import TRAINER

        return TRAINER

    def duels(self) -> TwinDuels:
        from .bots.duels import DUELS

        return DUELS

    def painter(self) -> Painter:
        from .picture import PAINTER

        return PAINTER

    def answers(self) -> Answers:
        from .terminal.plain import HouseOfCatsAnswers

        return HouseOfCatsAnswers(self.name)

    def face(self) -> Face:
        from .terminal.face import FACE

        return FACE

    def pages(self, game: Game[Any, Any, Any], *, paper: Paper, pages: int, say: Words) -> bytes:
        from .printing import house_of_cats_pages

        assert isinstance(game, HouseOfCats)
        return house_of_cats_pages(game.layout, paper=paper, pages=pages, say=say)

    def drawing(self, text: str) -> DrawnSheet:
        """A drawing of several lines, or the one word that stands for one."""
        text = text.strip()
        try:
            sheet = parse_sheet(text) if "\n" in text else unpack(text)
        except InvalidSheet as error:
            raise InvalidOption(error.reason) from None
        return DrawnSheet(pack(sheet), sheet.level, tuple(tuple(row) for row in sheet.rows))


KIT = HouseOfCatsKit()
