"""The kit of MEOW: its rules, bots, adviser, pictures and other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import Millis, Seat
from purrlor.kit import GameKit, lazy, lazy_call
from purrlor.kit.daily import DailyMatch

from .rules import Meow
from .tokens import parse_tokens

if TYPE_CHECKING:
    from random import Random

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

    bots = lazy(".bots:LEVELS")
    adviser = lazy_call(".bots.players:adviser")
    redeal = lazy_call(".kernels.deals:redeal")
    review = lazy(".review:REVIEW")
    luck = lazy(".luck:luck")
    puzzles = lazy(".puzzles:PUZZLES")
    encoding = lazy_call(".kernels.encoding:encoding")
    rows = lazy_call(".kernels.batch:row_game")
    row_levels = lazy(".bots.compiled_levels:LEVELS")
    trainer = lazy(".bots.training:TRAINER")
    painter = lazy(".picture:PAINTER")
    answers = lazy(".terminal.plain:ANSWERS")
    face = lazy(".terminal.face:FACE")

    def reading_time(self, view: View, /) -> Millis:
        """Return the time for a card to land; after a trick also for its token to fly and the winner to be seen."""
        if view.trick:
            return A_CARD
        return A_TRICK if view.tricks else A_ROUND

    def takes_back(self, _: Meow, /) -> bool:
        """Return False: every card that is played shows the others a part of a hidden hand."""
        return False

    def disguise(self, game: Meow, /) -> Callable[[State, Seat | None, Random], State]:
        from .kernels.deals import disguise

        return partial(disguise, game)


KIT: GameKit = MeowKit()
