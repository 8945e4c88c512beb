"""What Addi Cat's brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from purrlor.core import Event, Game, Seat
from purrlor.kit import GameKit, Level

from .rules import AddiCats
from .state import State

if TYPE_CHECKING:
    from random import Random

    from purrlor.kit.answers import Answers
    from purrlor.kit.challenge import Challenge
    from purrlor.kit.encoding import Encoding
    from purrlor.kit.face import Face
    from purrlor.kit.luck import Luck
    from purrlor.kit.picture import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.review import Review


class AddiCatsKit(GameKit):
    rules = AddiCats
    order = 3
    children = "purrlor.games.addi_cats.children"
    commands = ("purrlor.games.addi_cats.terminal.practice",)

    def bots(self) -> Sequence[Level]:
        from .bots import LEVELS

        return LEVELS

    def next_level(self, game: Game[Any, Any, Any], events: Sequence[Event[Any]], person: Seat, level: str) -> str:
        from .bots.playmate import next_level

        assert isinstance(game, AddiCats)
        return next_level(game, events, person, level)

    def review(self) -> Review:
        from purrlor.kit.review import Review

        from .review import look_back_of

        return Review(look_back=look_back_of)

    def luck(self, game: Game[Any, Any, Any]) -> Luck:
        from .luck import luck

        del game
        return luck

    def takes_back(self, game: Game[Any, Any, Any]) -> bool:
        """Only where no clock runs."""
        assert isinstance(game, AddiCats)
        return not game.timed

    def races(self, game: Game[Any, Any, Any]) -> bool:
        assert isinstance(game, AddiCats)
        return game.timed

    def challenge(self) -> Challenge:
        """A short race: two dozen cards, and what counts are the cards that the player got rid of."""
        from purrlor.kit.challenge import Challenge

        from .challenge import cards_shed

        return Challenge(
            par="champion",
            bots=("ten-year-old", "adult"),
            options=lambda _: {"most_cards": "24"},
            points=cards_shed,
            timed=True,
        )

    def puzzles(self) -> Puzzles:
        from .puzzles import PUZZLES

        return PUZZLES

    def encoding(self, game: Any) -> Encoding[Any, Any]:
        from .kernels.encoding import encoding

        return encoding(game)

    def disguise(self, game: Game[Any, Any, Any]) -> Callable[[State, Seat | None, Random], State]:
        from .disguise import disguise

        assert isinstance(game, AddiCats)
        return partial(disguise, game)

    def painter(self) -> Painter:
        from .picture import PAINTER

        return PAINTER

    def answers(self) -> Answers:
        from .terminal.plain import AddiCatsAnswers

        return AddiCatsAnswers(self.name)

    def face(self) -> Face:
        from .terminal.face import FACE

        return FACE

    def session(self, game: Game[Any, Any, Any]) -> Callable[..., Any] | None:
        """A race where a clock runs."""
        assert isinstance(game, AddiCats)
        if not game.timed:
            return None
        from .terminal.race_screen import RaceSession

        return RaceSession


KIT = AddiCatsKit()
