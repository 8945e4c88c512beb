"""The kit of Yatzy: its rules, bots, adviser, pictures and other parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import Millis
from purrlor.kit import GameKit, Level
from purrlor.kit.daily import DailyMatch

from .rules import Yatzy

if TYPE_CHECKING:
    from purrlor.kit.answers import Answers
    from purrlor.kit.bots import Adviser
    from purrlor.kit.face import Face
    from purrlor.kit.game_kit import AddParser
    from purrlor.kit.lab import Encoding, LuckMeasure, RowGame
    from purrlor.kit.pictures import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.review import Review
    from purrlor.printing import Paper
    from purrlor.words import Words

    from .rules import View

A_ROLL = Millis(1500)
A_FILLED_BOX = Millis(1300)


class YatzyKit(GameKit):
    rules = Yatzy
    order = 1
    daily = DailyMatch(par="sphinx")
    examples: ClassVar = {
        "lab puzzles": ("yatzy --matches 500 --count 60 -o puzzles.json",),
        "lab report": ("--game yatzy --matches 1000 --html ladder.html", "--game yatzy --matches 500 --markdown"),
        "lab model": ("yatzy --address http://localhost:8000/v1 --model NAME --pairs 10",),
        "play": (
            "yatzy --players Ann --bots tabby,lynx",
            "yatzy --players Ann,Bob --scratch free --record evening.purr",
        ),
        "arena": (
            "yatzy --bots tabby,kitten --matches 1000 --seed 7",
            "yatzy --bots tiger,sphinx --matches 200 --scratch free --json",
            "yatzy --bots lynx,tomcat --matches 1000 --duplicate",
        ),
        "sheet print": ("yatzy --pages 2 --paper letter -o pad.pdf",),
    }

    def bots(self) -> Sequence[Level]:
        from .bots import LEVELS

        return LEVELS

    def reading_time(self, view: View, /) -> Millis:
        """Return the time for the kept dice to move aside, the others to roll, and a look at all five."""
        return A_ROLL if view.dice else A_FILLED_BOX

    def adviser(self, game: Yatzy, /) -> Adviser:
        from .bots.players import adviser

        return adviser(game)

    def review(self) -> Review:
        from .review import REVIEW

        return REVIEW

    def luck(self, _: Yatzy, /) -> LuckMeasure:
        from .review import luck

        return luck

    def puzzles(self) -> Puzzles:
        from .puzzles import PUZZLES

        return PUZZLES

    def encoding(self, game: Yatzy, /) -> Encoding[Any, Any]:
        from .kernels.encoding import encoding

        return encoding(game)

    def rows(self, game: Yatzy, /) -> RowGame:
        from .kernels.batch import row_game

        return row_game(game)

    def row_levels(self) -> Mapping[str, Any]:
        from .bots.compiled_levels import LEVELS

        return LEVELS

    def painter(self) -> Painter:
        from .picture import PAINTER

        return PAINTER

    def answers(self) -> Answers:
        from .terminal.plain import ANSWERS

        return ANSWERS

    def face(self) -> Face:
        from .terminal.face import FACE

        return FACE

    def commands(self) -> Sequence[AddParser]:
        from .terminal import pad, solve

        return pad.add_parser, solve.add_parser

    def pages(self, _: Yatzy, /, *, paper: Paper, pages: int, say: Words) -> bytes:
        from .printing import yatzy_pages

        return yatzy_pages(paper=paper, pages=pages, say=say)


KIT = YatzyKit()
