"""The kit of MEOW: its rules, bots, adviser, pictures and other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import Event, Millis, Seat
from purrlor.kit import GameKit, Level
from purrlor.kit.daily import DailyMatch

from .rules import Meow
from .tokens import parse_tokens

if TYPE_CHECKING:
    from random import Random

    from purrlor.kit.answers import Answers
    from purrlor.kit.bots import Adviser
    from purrlor.kit.face import Face
    from purrlor.kit.game_kit import AnyMatch
    from purrlor.kit.lab import Encoding, LuckMeasure, RowGame, Trainer
    from purrlor.kit.pictures import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.review import Review

    from .rules import State
    from .view import View

A_CARD = Millis(900)
A_TRICK = Millis(2200)
A_ROUND = Millis(4500)


def token_options(text: str, source: str) -> Mapping[str, Any]:
    """Parse the file of the option `--tokens FILE`."""
    return {"tokens": parse_tokens(text, source)}


class MeowKit(GameKit):
    rules = Meow
    order = 2
    daily = DailyMatch(par="tiger", bots=("kitten", "tabby", "lynx"))
    file_options: ClassVar = {"tokens": token_options}
    examples: ClassVar = {
        "lab check": ("meow --seats 3 --states 10000",),
        "lab score": ("my_bot.py --game meow --against uniform,kitten",),
        "lab train": ("meow --seats 4 --threads 2 -o policy-4.bin",),
        "lab model": ("meow --command 'python my_model.py' --against kitten --renamed",),
    }

    def bots(self) -> Sequence[Level]:
        from .bots import LEVELS

        return LEVELS

    def reading_time(self, view: View, /) -> Millis:
        """Return the time for a card to land; after a trick also for its token to fly and the winner to be seen."""
        if view.trick:
            return A_CARD
        return A_TRICK if view.tricks else A_ROUND

    def adviser(self, game: Meow, /) -> Adviser:
        from .bots.players import adviser

        return adviser(game)

    def takes_back(self, _: Meow, /) -> bool:
        """Return False: every card that is played shows the others a part of a hidden hand."""
        return False

    def disguise(self, game: Meow, /) -> Callable[[State, Seat | None, Random], State]:
        from .kernels.deals import disguise

        return partial(disguise, game)

    def redeal(self, match: AnyMatch, viewer: Seat, random: Random, /) -> Sequence[Event[Any]]:
        from .kernels.deals import redeal

        return redeal(match, viewer, random)

    def review(self) -> Review:
        from .review import REVIEW

        return REVIEW

    def luck(self, _: Meow, /) -> LuckMeasure:
        from .luck import luck

        return luck

    def puzzles(self) -> Puzzles:
        from .puzzles import PUZZLES

        return PUZZLES

    def encoding(self, game: Meow, /) -> Encoding[Any, Any]:
        from .kernels.encoding import encoding

        return encoding(game)

    def rows(self, game: Meow, /) -> RowGame:
        from .kernels.batch import row_game

        return row_game(game)

    def row_levels(self) -> Mapping[str, Any]:
        from .bots.compiled_levels import LEVELS

        return LEVELS

    def trainer(self) -> Trainer:
        from .bots.training import TRAINER

        return TRAINER

    def painter(self) -> Painter:
        from .picture import PAINTER

        return PAINTER

    def answers(self) -> Answers:
        from .terminal.plain import ANSWERS

        return ANSWERS

    def face(self) -> Face:
        from .terminal.face import FACE

        return FACE


KIT = MeowKit()
