"""The bots of a game: which there are, and which one plays unless one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from purrlor.core import Event, Game, Seat

from .levels import UNIFORM, Level, UnknownLevel

AnyGame = Game[Any, Any, Any]


class Opponents:
    """The part of a game's kit about bots; a game lists its own in `bots`."""

    rules: ClassVar[type[AnyGame]]

    @property
    def name(self) -> str:
        return self.rules.name

    def bots(self) -> Sequence[Level]:
        """Levels of play, each stronger than the one before."""
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

    def next_level(self, game: AnyGame, events: Sequence[Event[Any]], person: Seat, level: str) -> str:
        """The level that plays next against `person`, after this match against `level`, which adapts."""
        del game, events, person
        return level
