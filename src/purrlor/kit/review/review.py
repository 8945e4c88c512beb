"""How a game judges a match that was played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from purrlor.core import Record, Seat

from .account import Account, Decision
from .look_back import LookBackOf
from .steps import Progress, quietly

AnyRecord = Record[Any, Any, Any]


class Reviewer(Protocol):
    def __call__(
        self, record: AnyRecord, progress: Progress = quietly, seats: Collection[Seat] | None = None, /
    ) -> tuple[Account, ...]: ...


@dataclass(frozen=True)
class Review:
    """Accounts where decisions can be weighed; a look back where only moments can be counted."""

    accounts: Reviewer | None = None
    """What each seat, or each of some seats, gained by luck and lost by decisions."""
    luck_rank: Callable[[AnyRecord, Account], float | None] | None = None
    """The share of matches with less luck than this seat had; None where that is not known."""
    pictures: Callable[[AnyRecord, Decision], tuple[Any, Any] | None] | None = None
    """What was done and what was better, as the page draws them."""
    habit: Callable[[AnyRecord, Decision], str] | None = None
    """What kind of mistake a decision was that lost something: a word that the catalogue of the page knows."""
    look_back: Callable[[AnyRecord], Sequence[LookBackOf]] | None = None
