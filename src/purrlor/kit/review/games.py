"""Which games can be reviewed, and by what."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from purrlor.core import Record, Seat

from .account import Account, Decision
from .steps import Progress

AnyRecord = Record[Any, Any, Any]
LuckRank = Callable[[AnyRecord, Account], float]
Pictures = Callable[[AnyRecord, Decision], tuple[Any, Any]]


class Reviewer(Protocol):
    """One account per seat, or for some seats only: they can be judged apart."""

    def __call__(
        self, record: AnyRecord, progress: Progress = ..., seats: Collection[Seat] | None = ..., /
    ) -> tuple[Account, ...]: ...


def reviewer(game: str) -> Reviewer | None:
    """The function that reviews a record of `game`; None if there is none yet."""
    review: Reviewer | None = _found(game, "review")
    return review


def luck_rank(record: AnyRecord, account: Account) -> float | None:
    """The share of matches with less luck than this seat had; None where that is not known."""
    rank: LuckRank | None = _found(record.game.name, "luck_rank")
    return rank(record, account) if rank else None


def pictures(record: AnyRecord, decision: Decision) -> tuple[Any, Any] | None:
    """What was done and what was better, as the page draws them; None where words say it all."""
    draw: Pictures | None = _found(record.game.name, "pictures")
    return draw(record, decision) if draw else None


def _found(game: str, name: str) -> Any:
    module = f"purrlor.games.{game.replace('-', '_')}.review"
    return getattr(import_module(module), name, None) if find_spec(module) else None
