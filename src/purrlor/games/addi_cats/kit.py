"""What Addi Cat's brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from purrlor.core import Event, Seat
from purrlor.kit import GameKit, Level
from purrlor.kit.daily import DailyMatch

from .challenge import cards_shed
from .rules import AddiCats

if TYPE_CHECKING:
    from random import Random

    from purrlor.kit.answers import Answers
    from purrlor.kit.children import ForChildren
    from purrlor.kit.face import Face
    from purrlor.kit.game_kit import AddParser
    from purrlor.kit.lab import Encoding, LuckMeasure
    from purrlor.kit.pictures import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.review import RaceReviewer

    from .state import State


class AddiCatsKit(GameKit):
    rules = AddiCats
    order = 3
    daily = DailyMatch(
        par="champion",
        bots=("ten-year-old", "adult"),
        options=lambda _: {"most_cards": "24"},
        points=cards_shed,
        timed=True,
    )
    """A short race: two dozen cards, and what counts are the cards that the player got rid of."""

    def bots(self) -> Sequence[Level]:
        from .bots import LEVELS

        return LEVELS

    def next_level(self, game: AddiCats, events: Sequence[Event[Any]], person: Seat, level: str, /) -> str:
        from .bots.playmate import next_level

        return next_level(game, events, person, level)

    def takes_back(self, game: AddiCats, /) -> bool:
        """Only where no clock runs."""
        return not game.timed

    def races(self, game: AddiCats, /) -> bool:
        return game.timed

    def disguise(self, game: AddiCats, /) -> Callable[[State, Seat | None, Random], State]:
        from .disguise import disguise

        return partial(disguise, game)

    def children(self) -> ForChildren:
        from .children import FOR_CHILDREN

        return FOR_CHILDREN

    def race_review(self) -> RaceReviewer:
        from .review import look_back_of

        return look_back_of

    def luck(self, _: AddiCats, /) -> LuckMeasure:
        from .luck import luck

        return luck

    def puzzles(self) -> Puzzles:
        from .puzzles import PUZZLES

        return PUZZLES

    def encoding(self, game: AddiCats, /) -> Encoding[Any, Any]:
        from .kernels.encoding import encoding

        return encoding(game)

    def painter(self) -> Painter:
        from .picture import PAINTER

        return PAINTER

    def answers(self) -> Answers:
        from .terminal.plain import ANSWERS

        return ANSWERS

    def face(self) -> Face:
        from .terminal.face import FACE

        return FACE

    def session(self, game: AddiCats, /) -> Callable[..., Any] | None:
        """A race where a clock runs."""
        from .terminal.race_screen import RaceSession

        return RaceSession if game.timed else None

    def commands(self) -> Sequence[AddParser]:
        from .terminal import practice

        return (practice.add_parser,)


KIT = AddiCatsKit()
