"""A game's kit: everything that a game brings besides its rules, in one object that the rest of the package uses.

Only `rules` has to be there. Everything else has a default that works: a game of rules alone can be played in the
terminal, in the browser and in arenas. What is slow to import (compiled twins, drawings, printing) belongs inside the
methods, so that it is loaded when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from purrlor.core import Seat

from .opponents import AnyGame, Opponents

if TYPE_CHECKING:
    from random import Random

    from purrlor.printing import Paper
    from purrlor.words import Words

    from .advice import Adviser
    from .answers import Answers
    from .challenge import Challenge
    from .drawing import DrawnSheet
    from .duels import TwinDuels
    from .encoding import Encoding, RowGame
    from .face import Face
    from .luck import Luck
    from .picture import Painter
    from .puzzles import Puzzles
    from .review import Review
    from .training import Trainer

FileReader = Callable[[str, str], Mapping[str, Any]]
"""Reads options from the text of a file: `read(text, source) -> {option: value}`, or a ValueError in one line."""


class GameKit(Opponents):
    order: ClassVar[int] = 100
    """Where the game stands in lists; equal ones are sorted by name."""
    file_options: ClassVar[Mapping[str, FileReader]] = {}
    """Options that the command line takes as a file, because they are too long for it. A reader may set others too."""
    commands: ClassVar[Sequence[str]] = ()
    """Modules with `add_parser(commands)` that this game adds to the command line."""
    examples: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Example calls for the help of a command: `{"play": ("yatzy --players Ann",)}`."""
    sheet_commands: ClassVar[str] = ""
    """A module with `add_parser(commands)` for `purrlor sheet`."""

    children: ClassVar[str] = ""
    """A module with what this game brings for rooms of children: `OPTIONS`, `HANDICAPS`, `KNOWLEDGE`
    (`kit/children.py`)."""

    gives_advice: ClassVar[bool] = False
    """Whether the game has hints. It can be asked without loading what gives them."""

    def adviser(self, game: AnyGame) -> Adviser | None:
        """What gives hints for `game`; preparing it may take a moment."""
        del game
        return None

    reviews: ClassVar[bool] = False
    """Whether decisions can be weighed after a match. It can be asked without loading what weighs them."""

    def review(self) -> Review | None:
        """How a match that is over is judged; None: this game has no review."""
        return None

    def luck(self, game: AnyGame) -> Luck | None:
        """What measures the luck of a match, for arenas that subtract it; None: nothing does."""
        del game
        return None

    def challenge(self) -> Challenge | None:
        """The daily challenge; None: this game has none."""
        return None

    def puzzles(self) -> Puzzles | None:
        """Puzzles from real decisions; None: this game has none."""
        return None

    def takes_back(self, game: AnyGame) -> bool:
        """Whether an act of `game` can ever be taken back. Not where all time is real, nor where each act tells others
        something hidden: pages offer it in vain there."""
        del game
        return True

    def races(self, game: AnyGame) -> bool:
        """Whether who is faster can decide a match of `game`: then lines are measured before it begins."""
        del game
        return False

    # Learning programs

    def encoding(self, game: AnyGame) -> Encoding[Any, Any] | None:
        """The game in numbers: observations and actions; None: only its notation."""
        del game
        return None

    def rows(self, game: AnyGame) -> RowGame | None:
        """What plays many matches of `game` at once in compiled code; None: nothing."""
        del game
        return None

    def trainer(self) -> Trainer | None:
        """What learns weights for bots, for `purrlor lab train`; None: nothing does."""
        return None

    def duels(self) -> TwinDuels | None:
        """What plays bots against each other on the compiled twin, for `purrlor lab duel`; None: only arenas do."""
        return None

    def disguise(self, game: AnyGame) -> Callable[[Any, Seat | None, Random], Any] | None:
        """Changes what a viewer cannot know, for the laws (`purrlor.core.laws.Disguise`); None: nothing is secret."""
        del game
        return None

    # Looks

    def painter(self) -> Painter:
        """What turns views into pictures for the page."""
        from .outline import OUTLINE

        return OUTLINE

    def face(self) -> Face:
        """How the game looks in the terminal."""
        from .face import plain_face

        return plain_face(self.name)

    def answers(self) -> Answers:
        """What tells how things stand, in words, whenever somebody asks."""
        from .answers import Answers

        return Answers(self.name)

    def session(self, game: AnyGame) -> Callable[..., Any] | None:
        """What plays `game` in the terminal instead of the usual session; None: nothing."""
        del game
        return None

    # Paper

    prints: ClassVar[bool] = False

    def pages(self, game: AnyGame, *, paper: Paper, pages: int, say: Words) -> bytes:
        """Sheets to play on, as a PDF. Only where `prints` says so."""
        raise NotImplementedError

    def drawing(self, text: str) -> DrawnSheet | None:
        """A sheet that a player drew; InvalidOption says what is wrong with it. None: sheets cannot be drawn."""
        del text
        return None
