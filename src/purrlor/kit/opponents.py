"""The bots of a game: which there are, which of them run in this installation, which one plays unless one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from purrlor.compiled import EXTRA, can_run, package_of
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
    def runs_compiled(self) -> bool:
        """Whether the compiled code of this game can run here."""
        return can_run(package_of(self.rules.__module__))

    @property
    def all_levels(self) -> tuple[Level, ...]:
        """The bots of this game, after the one that plays at random; also those that cannot run here."""
        return (UNIFORM, *self.bots())

    @property
    def levels(self) -> tuple[Level, ...]:
        """The bots that can run in this installation."""
        compiled = self.runs_compiled
        return tuple(each for each in self.all_levels if compiled or not each.compiled)

    @property
    def default_level(self) -> Level:
        """Plays against people who chose no opponent, and for people who are away: the one in the middle.

        If that one cannot run here, the strongest below it does.
        """
        levels, here = self.all_levels, self.levels
        return next(each for each in reversed(levels[: len(levels) // 2 + 1]) if each in here)

    def level(self, name: str) -> Level:
        """The level of that name; ValueError names those that there are, or what has to be installed for it."""
        base, _, pace = name.partition("@")
        for each in self.levels:
            for known in (each, *each.former):
                if known.name == name:
                    return known
            if each.name == base and each.at is not None and (found := each.at(pace)) is not None:
                return found
        here = tuple(each.name for each in self.levels)
        if any(each.name == name for each in self.all_levels):
            too_light = "the bot '{name}' for {game} needs compiled code: install purrlor[{extra}]; here are {levels}"
            raise UnknownLevel(
                "refused.bot_needs_extra", too_light, name=name, game=self.name, extra=EXTRA, levels=here
            )
        missing = "there is no bot '{name}' for {game}; there are {levels}"
        raise UnknownLevel("refused.no_bot", missing, name=name, game=self.name, levels=here)

    def next_level(self, game: AnyGame, events: Sequence[Event[Any]], person: Seat, level: str) -> str:
        """The level that plays next against `person`, after this match against `level`, which adapts."""
        del game, events, person
        return level
