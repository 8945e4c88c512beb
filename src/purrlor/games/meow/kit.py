"""What MEOW brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import Game, Seat
from purrlor.kit import GameKit, Level

from .rules import Meow, State
from .tokens import parse_tokens

if TYPE_CHECKING:
    from random import Random

    from purrlor.kit.advice import Adviser
    from purrlor.kit.answers import Answers
    from purrlor.kit.challenge import Challenge
    from purrlor.kit.encoding import Encoding, RowGame
    from purrlor.kit.face import Face
    from purrlor.kit.luck import Luck
    from purrlor.kit.picture import Painter
    from purrlor.kit.puzzles import Puzzles
    from purrlor.kit.review import Review
    from purrlor.kit.training import Trainer


def token_options(text: str, source: str) -> Mapping[str, Any]:
    """`--tokens FILE`."""
    return {"tokens": parse_tokens(text, source)}


class MeowKit(GameKit):
    rules = Meow
    order = 2
    examples: ClassVar = {"lab check": ("meow --players 3 --states 10000",)}
    file_options: ClassVar = {"tokens": token_options}
    gives_advice = True
    reviews = True

    def bots(self) -> Sequence[Level]:
        from .bots import LEVELS

        return LEVELS

    def adviser(self, game: Game[Any, Any, Any]) -> Adviser:
        from .bots.players import adviser

        return adviser(game)

    def luck(self, game: Game[Any, Any, Any]) -> Luck:
        from .luck import luck

        del game
        return luck

    def review(self) -> Review:
        from purrlor.kit.review import Review

        from .review import habit, review

        return Review(accounts=review, habit=habit)

    def takes_back(self, game: Game[Any, Any, Any]) -> bool:
        """Never: every card that is played comes out of a hidden hand."""
        del game
        return False

    def challenge(self) -> Challenge:
        from purrlor.kit.challenge import Challenge

        return Challenge(par="tiger", bots=("kitten", "tabby", "lynx"))

    def puzzles(self) -> Puzzles:
        from .puzzles import PUZZLES

        return PUZZLES

    def trainer(self) -> Trainer:
        from .bots.training import TRAINER

        return TRAINER

    def encoding(self, game: Any) -> Encoding[Any, Any]:
        from .kernels.encoding import encoding

        return encoding(game)

    def rows(self, game: Any) -> RowGame:
        from purrlor.kit.encoding import RowGame

        from .kernels.batch import KERNEL, batch_table

        return RowGame(KERNEL, batch_table(game))

    def disguise(self, game: Game[Any, Any, Any]) -> Callable[[State, Seat | None, Random], State]:
        from .kernels.deals import disguise

        assert isinstance(game, Meow)
        return partial(disguise, game)

    def painter(self) -> Painter:
        from .picture import PAINTER

        return PAINTER

    def answers(self) -> Answers:
        from .terminal.plain import MeowAnswers

        return MeowAnswers(self.name)

    def face(self) -> Face:
        from .terminal.face import FACE

        return FACE


KIT = MeowKit()
