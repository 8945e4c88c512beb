"""What Yatzy brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import Game
from purrlor.kit import GameKit, Level

from .rules import Yatzy

if TYPE_CHECKING:
    from purrlor.kit.advice import Adviser
    from purrlor.kit.answers import Answers
    from purrlor.kit.challenge import Challenge
    from purrlor.kit.encoding import Encoding, RowGame
    from purrlor.kit.face import Face
    from purrlor.kit.luck import Luck
    from purrlor.kit.picture import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.review import Review
    from purrlor.printing import Paper
    from purrlor.words import Words


class YatzyKit(GameKit):
    rules = Yatzy
    order = 1
    commands = ("purrlor.games.yatzy.terminal.pad", "purrlor.games.yatzy.terminal.solve")
    examples: ClassVar = {
        "play": (
            "yatzy --players Ann --bots tabby,lynx",
            "yatzy --players Ann,Bob --scratch free --record evening.purr",
        ),
        "arena": (
            "yatzy --seats tabby,kitten --matches 1000 --seed 7",
            "yatzy --seats tiger,sphinx --matches 200 --scratch free --json",
            "yatzy --seats lynx,tomcat --matches 1000 --duplicate",
        ),
        "sheet print": ("yatzy --pages 2 --paper letter -o pad.pdf",),
    }
    gives_advice = True
    reviews = True
    prints = True

    def bots(self) -> Sequence[Level]:
        from .bots import LEVELS

        return LEVELS

    def adviser(self, game: Game[Any, Any, Any]) -> Adviser:
        from .bots.players import adviser

        return adviser(game)

    def luck(self, game: Game[Any, Any, Any]) -> Luck:
        from .review import luck

        del game
        return luck

    def review(self) -> Review:
        from purrlor.kit.review import Review

        from .review import habit, luck_rank, review

        return Review(accounts=review, luck_rank=luck_rank, habit=habit)

    def challenge(self) -> Challenge:
        from purrlor.kit.challenge import Challenge

        return Challenge(par="sphinx")

    def puzzles(self) -> Puzzles:
        from .puzzles import PUZZLES

        return PUZZLES

    def encoding(self, game: Any) -> Encoding[Any, Any]:
        from .kernels.encoding import encoding

        return encoding(game)

    def rows(self, game: Any) -> RowGame:
        from purrlor.kit.encoding import RowGame

        from .kernels.batch import KERNEL, batch_table

        return RowGame(KERNEL, batch_table(game))

    def painter(self) -> Painter:
        from .picture import PAINTER

        return PAINTER

    def answers(self) -> Answers:
        from .terminal.plain import YatzyAnswers

        return YatzyAnswers(self.name)

    def face(self) -> Face:
        from .terminal.face import FACE

        return FACE

    def pages(self, game: Game[Any, Any, Any], *, paper: Paper, pages: int, say: Words) -> bytes:
        from .printing import yatzy_pages

        del game
        return yatzy_pages(paper=paper, pages=pages, say=say)


KIT = YatzyKit()
