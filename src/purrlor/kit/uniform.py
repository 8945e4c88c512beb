"""The simplest player of any game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from .bot import Choice

A = TypeVar("A")


class Uniform:
    """Takes any legal action, each with the same probability."""

    def choose(self, view: object, legal: Sequence[A], random: Random) -> Choice[A]:  # noqa: ARG002
        return Choice(random.choice(legal))
