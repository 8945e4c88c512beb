"""A game's kit: everything that a game has besides its rules, in one object that the rest of the package uses.

Only `rules` is required. Everything else has a working default: a game that has only rules can be played in the
terminal, in the browser and in arenas. Overriding a method declares that the game has that part, so a caller can find
out without loading it (`gives_advice`, `reviews`, `prints`). Parts that are slow to import (bots, pictures, compiled
implementations) are references (`kit.lazy`), so that they are loaded on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from purrlor.core import Event, Game, Match, Millis, Seat

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
    from .lab import CompiledDuels, Encoding, LuckMeasure, RowGame, RowLevel, Trainer
    from .pictures import DrawnSheet, Painter
    from .puzzles import Puzzles
    from .review import RaceReview, Review

AnyGame = Game[Any, Any, Any]
AnyMatch = Match[Any, Any, Any]
FileReader: TypeAlias = Callable[[str, str], Mapping[str, Any]]
"""Reads options from the text of a file: `read(text, source) -> {option: value}`, or a ValueError in one line."""
AddParser: TypeAlias = Callable[[Any], None]
"""Adds a command to the subparsers of argparse."""


class GameKit:
    """A kit with the defaults of every part. A game sets `rules` and overrides what it has."""

    rules: ClassVar[type[AnyGame]]
    """The class of the rules; its `name` is the name of the game."""
    order: ClassVar[int] = 100
    """The game's position in lists; equal ones are sorted by name."""
    daily: ClassVar[DailyMatch | None] = None
    """The daily match; None: this game has none."""
    file_options: ClassVar[Mapping[str, FileReader]] = {}
    """Options that the command line takes as a file, because they are too long. A reader may set other options too."""
    examples: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Example calls for the help of a command: `{"play": ("yatzy --players Ann",)}`."""

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rules.name

    # Bots

    def bots(self) -> Sequence[Level]:
        """Return the levels of play, weakest first."""
        return ()

    @property
    def levels(self) -> tuple[Level, ...]:
        """The bots of this game, after the random one."""
        return (UNIFORM, *self.bots())

    @property
    def default_level(self) -> Level:
        """The level that plays against people who chose no opponent, and for absent people: the middle one."""
        return self.levels[len(self.levels) // 2]

    def level(self, name: str) -> Level:
        """Return the level of that name; UnknownLevel lists the existing ones."""
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
        """Choose the level that plays next against `person`, after this match against the adaptive `level`."""
        del game, events, person
        return level

    def reading_time(self, view: Any, /) -> Millis:
        """Return the time that people need to see the events before `view`: bots wait that long at the usual pace."""
        del view
        return Millis(0)

    def adviser(self, game: Any, /) -> Adviser | None:
        """Return an adviser that gives hints for `game`; preparing it may take a moment.

        None: the game has no hints.
        """
        del game
        return None

    @property
    def gives_advice(self) -> bool:
        """Whether the game has hints."""
        return self._brings(GameKit.adviser)

    # Matches

    def takes_back(self, game: Any, /) -> bool:
        """Return whether people can ever take back an act of `game` from each other.

        They cannot where all time is real, or where each act shows others something hidden: offering it there is
        useless. Alone against bots a person may take back more, except in a race.
        """
        del game
        return True

    def races(self, game: Any, /) -> bool:
        """Return whether speed can decide a match of `game`: then round trips are measured before it begins."""
        del game
        return False

    def disguise(self, game: Any, /) -> Callable[[Any, Seat | None, Random], Any] | None:
        """Return a function that changes what a viewer cannot know (`purrlor.core.laws`); None: nothing is secret."""
        del game
        return None

    def redeal(self, match: AnyMatch, viewer: Seat, random: Random, /) -> Sequence[Event[Any]]:
        """Return the log of `match` with all hidden cards dealt again that `viewer` cannot know (`kit.forks`).

        A game with hidden cards overrides it: in the new log, `viewer` must have seen the same after every event.
        """
        del viewer, random
        return match.log

    @property
    def redeals(self) -> bool:
        """Whether hidden cards can be dealt again."""
        return self._brings(GameKit.redeal)

    def children(self) -> ForChildren | None:
        """Return the game's settings for supervised rooms; None: it is played there without changes."""
        return None

    # After a match

    def review(self) -> Review | None:
        """Return the review that judges the decisions of a match; None: the game has none."""
        return None

    @property
    def reviews(self) -> bool:
        """Whether the game has a review of decisions."""
        return self._brings(GameKit.review)

    def race_review(self) -> RaceReview | None:
        """Return the review of a race, which counts moments instead of judging decisions; None: there is none."""
        return None

    def luck(self, game: Any, /) -> LuckMeasure | None:
        """Return the measure of luck, for arenas that subtract it; None: the game has none."""
        del game
        return None

    def puzzles(self) -> Puzzles | None:
        """Return the puzzles from real decisions; None: this game has none."""
        return None

    # Learning programs

    def encoding(self, game: Any, /) -> Encoding[Any, Any] | None:
        """Return the encoding of observations and actions as numbers; None: the game has only its notation."""
        del game
        return None

    def rows(self, game: Any, /) -> RowGame | None:
        """Return the compiled rows that play many matches of `game` at once; None: the game has none."""
        del game
        return None

    def row_levels(self) -> Mapping[str, RowLevel]:
        """Return the levels that compiled code plays in rows, by name."""
        return {}

    def trainer(self) -> Trainer | None:
        """Return the trainer of bots' weights, for `purrlor lab train`; None: the game has none."""
        return None

    def duels(self) -> CompiledDuels | None:
        """Return the duels between bots in compiled code, for `purrlor lab duel`; None: there are only arenas."""
        return None

    # Looks

    def painter(self) -> Painter:
        """Return the painter that turns views into pictures for the web client."""
        from .pictures import OUTLINE

        return OUTLINE

    def face(self) -> Face:
        """Return the look of the game in the terminal."""
        from .face import plain_face

        return plain_face(self.name)

    def answers(self) -> Answers:
        """Return the spoken answers about the position."""
        from .answers import Answers

        return Answers(self.name)

    def session(self, game: Any, /) -> Callable[..., Any] | None:
        """Return the game's own terminal session; None: the default one is used."""
        del game
        return None

    def commands(self) -> Sequence[AddParser]:
        """Return the commands that this game adds to the command line."""
        return ()

    # Paper

    def pages(self, game: Any, /, *, paper: Paper, pages: int, say: Words) -> bytes:
        """Return sheets to play on, as a PDF. Call it only if `prints` is true."""
        raise NotImplementedError

    @property
    def prints(self) -> bool:
        """Whether the game has sheets to print."""
        return self._brings(GameKit.pages)

    def drawing(self, text: str) -> DrawnSheet | None:
        """Read a sheet that a player drew; InvalidOption says what is wrong. None: sheets cannot be drawn."""
        del text
        return None

    def sheet_commands(self) -> Sequence[AddParser]:
        """Return the commands that this game adds to `purrlor sheet`."""
        return ()

    def _brings(self, part: Callable[..., Any]) -> bool:
        """Return whether the game overrides a part."""
        return getattr(type(self), part.__name__) is not part
