"""The kit of Yatzy: its rules, bots, adviser, pictures and other parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from purrlor.core import Millis
from purrlor.kit import GameKit, lazy, lazy_call
from purrlor.kit.daily import DailyMatch

from .rules import Yatzy

if TYPE_CHECKING:
    from purrlor.kit.game_kit import AddParser
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

    bots = lazy(".bots:LEVELS")
    adviser = lazy_call(".bots.players:adviser")
    review = lazy(".review:REVIEW")
    luck = lazy(".review:luck")
    puzzles = lazy(".puzzles:PUZZLES")
    encoding = lazy_call(".kernels.encoding:encoding")
    rows = lazy_call(".kernels.batch:row_game")
    row_levels = lazy(".bots.compiled_levels:LEVELS")
    painter = lazy(".picture:PAINTER")
    answers = lazy(".terminal.plain:ANSWERS")
    face = lazy(".terminal.face:FACE")

    def reading_time(self, view: View, /) -> Millis:
        """Return the time for the kept dice to move aside, the others to roll, and a look at all five."""
        return A_ROLL if view.dice else A_FILLED_BOX

    def commands(self) -> Sequence[AddParser]:
        from .terminal import pad, solve

        return pad.add_parser, solve.add_parser

    def pages(self, _: Yatzy, /, *, paper: Paper, pages: int, say: Words) -> bytes:
        from .printing import yatzy_pages

        return yatzy_pages(paper=paper, pages=pages, say=say)


KIT: GameKit = YatzyKit()
