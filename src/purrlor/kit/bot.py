"""What a bot is: it sees what a seat may see, and chooses among what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Protocol, TypeVar

from purrlor.core import Millis, Note

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Choice(Generic[A_co]):
    """What a bot does, after how long, and why (for hints). The bot itself never waits."""

    action: A_co
    delay: Millis = Millis(0)
    reason: Note | None = None


class Bot(Protocol[V_contra, A]):
    def choose(self, view: V_contra, legal: Sequence[A], random: Random) -> Choice[A]:
        """One of `legal`, judged on `view` alone. The same view and the same random source give the same choice."""
        ...
