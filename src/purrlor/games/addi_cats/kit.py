"""The kit of Addi Cat's: what the rest of Purrlor uses of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from purrlor.core import Event, Match, Seat
from purrlor.kit import GameKit, Level
from purrlor.kit.daily import PLAYER, DailyMatch

from .disguise import disguise, redeal
from .rules import AddiCats
from .table import cards_left

if TYPE_CHECKING:
    from random import Random

    from purrlor.kit.answers import Answers
    from purrlor.kit.children import ForChildren
    from purrlor.kit.face import Face
    from purrlor.kit.game_kit import AddParser, AnyMatch
    from purrlor.kit.lab import Encoding, LuckMeasure
    from purrlor.kit.pictures import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.race_review import RaceReviewer

    from .state import State


def cards_shed(match: Match[Any, Any, Any]) -> int:
    """Return how many cards fewer the player has than were dealt; negative: more."""
    rules: AddiCats = match.rules  # type: ignore[assignment]
    dealt = zip(rules.owners, rules.stack_sizes, strict=True)
    return sum(size for owner, size in dealt if owner == PLAYER) - cards_left(match.state.table, PLAYER)


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
        """Return whether no clock runs."""
        return not game.timed

    def races(self, game: AddiCats, /) -> bool:
        return game.timed

    def disguise(self, game: AddiCats, /) -> Callable[[State, Seat | None, Random], State]:
        return partial(disguise, game)

    def redeal(self, match: AnyMatch, viewer: Seat, random: Random, /) -> Sequence[Event[Any]]:
        """Deal the unseen cards again, which are the same for every viewer."""
        del viewer
        return redeal(match, random)

    def children(self) -> ForChildren:
        from .children import FOR_CHILDREN

        return FOR_CHILDREN

    def race_review(self) -> RaceReviewer:
        from .review import race_review

        return race_review

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
        """Return the session of a race if a clock runs."""
        from .terminal.race_screen import RaceSession

        return RaceSession if game.timed else None

    def commands(self) -> Sequence[AddParser]:
        from .terminal import practice

        return (practice.add_parser,)


KIT = AddiCatsKit()
