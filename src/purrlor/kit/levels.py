"""A bot of a certain strength, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from purrlor.core import Game
from purrlor.core.reason import Refused

from .bot import Bot
from .uniform import Uniform

AnyBot = Bot[Any, Any]


class UnknownLevel(Refused, ValueError):
    """A game has no bot of that name."""


@dataclass(frozen=True)
class Level:
    """A bot of a certain strength. `make` may take a moment: strong bots prepare tables."""

    name: str
    make: Callable[[Game[Any, Any, Any]], AnyBot]
    strength: float | None = None
    """The rating that the level has among the others (`docs/rating.md`); None: not measured."""
    at: Callable[[str], Level | None] | None = None
    """For a level that adapts to a person: the same level at a pace, `name@pace`; None: there is no such pace.

    Such a level is no rung of the ladder.
    """
    former: tuple[Level, ...] = ()
    """How the level played before, as `name@1`: kept so that comparisons can be repeated, but listed nowhere."""


UNIFORM = Level("uniform", lambda _: Uniform())
