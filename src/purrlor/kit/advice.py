"""Hints: what a strong player thinks of every action, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from purrlor.core import Note


@dataclass(frozen=True)
class Advice:
    """The actions with what each is worth, best first, and why the best is good."""

    ranked: Sequence[tuple[Any, float]]
    reason: Note | None = None
    plan: Sequence[Any] = ()
    """All actions of the best turn, where a turn has several."""


class Adviser(Protocol):
    def advise(self, view: Any, legal: Sequence[Any]) -> Advice: ...
