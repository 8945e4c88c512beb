"""A game's kit: everything that a game brings besides its rules, in one object that the rest of the package uses.

Only `rules` has to be there. Everything else has a default that works: a game of rules alone can be played in the
terminal, in the browser and in arenas. Overriding a method declares that the game has that part, so a caller can find
out without loading it (`gives_advice`, `reviews`, `prints`). What is slow to import (bots, pictures, compiled
implementations, printing) is imported inside the method, so that it is loaded when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from purrlor.core import Event, Game, Seat

from .bots import UNIFORM, Level, UnknownLevel

if TYPE_CHECKING:
    from random import Random

    from purrlor.printing import Paper
    from purrlor.words import Words

    from .answers import Answers
    from .bots import Adviser
    from .children import ForChildren
    from .daily import DailyMatch
    from .face import Face
    from .lab import Encoding, LuckMeasure, RowGame, Trainer, TwinDuels
    from .pictures import DrawnSheet, Painter
    from .puzzles import Puzzles
    from .review import RaceReviewer, Review

AnyGame = Game[Any, Any, Any]
FileReader: TypeAlias = Callable[[str, str], Mapping[str, Any]]
"""Reads options from the text of a file: `read(text, source) -> {option: value}`, or a ValueError in one line."""
AddParser: TypeAlias = Callable[[Any], None]
"""Adds a command to the subparsers of argparse."""


class GameKit:
    """The defaults of every part. A game sets `rules` and overrides what it has."""

    rules: ClassVar[type[AnyGame]]
    order: ClassVar[int] = 100
    """Where the game stands in lists; equal ones are sorted by name."""
    daily: ClassVar[DailyMatch | None] = None
    """The daily match; None: this game has none."""
    file_options: ClassVar[Mapping[str, FileReader]] = {}
    """Options that the command line takes as a file, because they are too long for it. A reader may set others too."""
    examples: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Example calls for the help of a command: `{"play": ("yatzy --players Ann",)}`."""

    @property
    def name(self) -> str:
        return self.rules.name

    # Bots

    def bots(self) -> Sequence[Level]:
        """Return the levels of play, each stronger than the one before."""
        return ()

    @property
    def levels(self) -> tuple[Level, ...]:
        """The bots of this game, after the one that plays at random."""
        return (UNIFORM, *self.bots())

    @property
    def default_level(self) -> Level:
        """Plays against people who chose no opponent, and for people who are away: the one in the middle."""
        return self.levels[len(self.levels) // 2]

    def level(self, name: str) -> Level:
        """Return the level of that name; UnknownLevel names those that there are."""
        base, _, pace = name.partition("@")
        for each in self.levels:
            for known in (each, *each.former):
                if known.name == name:
                    return known
            if each.name == base and each.at is not None and (found := each.at(pace)) is not None:
                return found
        missing = "there is no bot '{name}' for {game}; there are {levels}"
        levels = tuple(each.name for each in self.levels)
        raise UnknownLevel("refused.no_bot", missing, name=name, game=self.name, levels=levels)

    def next_level(self, game: Any, events: Sequence[Event[Any]], person: Seat, level: str, /) -> str:
        """Choose the level that plays next against `person`, after this match against `level`, which adapts."""
        del game, events, person
        return level

    def adviser(self, game: Any, /) -> Adviser | None:
        """Make what gives hints for `game`; preparing it may take a moment. None: the game has no hints."""
        del game
        return None

    @property
    def gives_advice(self) -> bool:
        return self._brings(GameKit.adviser)

    # Matches

    def takes_back(self, game: Any, /) -> bool:
        """Tell whether an act of `game` can ever be taken back.

        Not where all time is real, nor where each act tells others something hidden: clients offer it in vain there.
        """
        del game
        return True

    def races(self, game: Any, /) -> bool:
        """Tell whether speed can decide a match of `game`: then round trips are measured before it begins."""
        del game
        return False

    def disguise(self, game: Any, /) -> Callable[[Any, Seat | None, Random], Any] | None:
        """Return what changes everything a viewer cannot know (`purrlor.core.laws`); None: nothing is secret."""
        del game
        return None

    def children(self) -> ForChildren | None:
        """Return what the game brings for supervised rooms; None: it is played there as it is."""
        return None

    # After a match

    def review(self) -> Review | None:
        """Return what weighs the decisions of a match; None: nothing does."""
        return None

    @property
    def reviews(self) -> bool:
        return self._brings(GameKit.review)

    def race_review(self) -> RaceReviewer | None:
        """Return what counts the moments of a race, where there are no decisions to weigh; None: nothing does."""
        return None

    def luck(self, game: Any, /) -> LuckMeasure | None:
        """Return what measures the luck of a match, for arenas that subtract it; None: nothing does."""
        del game
        return None

    def puzzles(self) -> Puzzles | None:
        """Return the puzzles from real decisions; None: this game has none."""
        return None

    # Learning programs

    def encoding(self, game: Any, /) -> Encoding[Any, Any] | None:
        """Return the game in numbers: observations and actions; None: it has only its notation."""
        del game
        return None

    def rows(self, game: Any, /) -> RowGame | None:
        """Return what plays many matches of `game` at once in compiled code; None: nothing does."""
        del game
        return None

    def trainer(self) -> Trainer | None:
        """Return what learns weights for bots, for `purrlor lab train`; None: nothing does."""
        return None

    def duels(self) -> TwinDuels | None:
        """Return what plays bots against each other in compiled code, for `purrlor lab duel`; None: only arenas do."""
        return None

    # Looks

    def painter(self) -> Painter:
        """Return what turns views into pictures for the web client."""
        from .pictures import OUTLINE

        return OUTLINE

    def face(self) -> Face:
        """Return how the game looks in the terminal."""
        from .face import plain_face

        return plain_face(self.name)

    def answers(self) -> Answers:
        """Return what tells how things stand, in words, on request."""
        from .answers import Answers

        return Answers(self.name)

    def session(self, game: Any, /) -> Callable[..., Any] | None:
        """Return what plays `game` in the terminal instead of the usual session; None: nothing."""
        del game
        return None

    def commands(self) -> Sequence[AddParser]:
        """Return the commands that this game adds to the command line."""
        return ()

    # Paper

    def pages(self, game: Any, /, *, paper: Paper, pages: int, say: Words) -> bytes:
        """Print sheets to play on, as a PDF. Only where `prints` says so."""
        raise NotImplementedError

    @property
    def prints(self) -> bool:
        return self._brings(GameKit.pages)

    def drawing(self, text: str) -> DrawnSheet | None:
        """Read a sheet that a player drew; InvalidOption says what is wrong. None: sheets cannot be drawn."""
        del text
        return None

    def sheet_commands(self) -> Sequence[AddParser]:
        """Return the commands that this game adds to `purrlor sheet`."""
        return ()

    def _brings(self, part: Callable[..., Any]) -> bool:
        """Tell whether the game overrides a part."""
        return getattr(type(self), part.__name__) is not part
