"""The kit of Addi Cat's: what the rest of Purrlor uses of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from purrlor.core import Event, Match, Seat
from purrlor.kit import GameKit, lazy, lazy_call
from purrlor.kit.daily import PLAYER, DailyMatch

from .disguise import disguise, redeal
from .rules import AddiCats
from .table import cards_left

if TYPE_CHECKING:
    from random import Random

    from purrlor.kit.game_kit import AddParser, AnyMatch

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

    bots = lazy(".bots:LEVELS")
    next_level = lazy_call(".bots.playmate:next_level")
    children = lazy(".children:FOR_CHILDREN")
    race_review = lazy(".review:RACE_REVIEW")
    luck = lazy(".luck:luck")
    puzzles = lazy(".puzzles:PUZZLES")
    encoding = lazy_call(".kernels.encoding:encoding")
    painter = lazy(".picture:PAINTER")
    answers = lazy(".terminal.plain:ANSWERS")
    face = lazy(".terminal.face:FACE")
    session = lazy_call(".terminal.race_screen:session")

    def takes_back(self, game: AddiCats, /) -> bool:
        """Return whether acts can be taken back: only where no clock runs."""
        return not game.timed

    def races(self, game: AddiCats, /) -> bool:
        return game.timed

    def disguise(self, game: AddiCats, /) -> Callable[[State, Seat | None, Random], State]:
        return partial(disguise, game)

    def redeal(self, match: AnyMatch, viewer: Seat, random: Random, /) -> Sequence[Event[Any]]:
        """Deal the unseen cards again, which are the same for every viewer."""
        del viewer
        return redeal(match, random)

    def commands(self) -> Sequence[AddParser]:
        from .terminal import practice

        return (practice.add_parser,)


KIT: GameKit = AddiCatsKit()
