"""House of Cats's hints: the best turns from here on, by their first steps, in points at the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from purrlor.core import Game
from purrlor.games.house_of_cats import Action, View
from purrlor.kit.bots import Advice

from .advice import advise, prepare


@dataclass(frozen=True)
class TurnAdviser:
    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        found = advise(view, legal)
        return Advice([(steps[0], worth) for steps, worth in found.ranked], found.reason, found.steps)


def adviser(_: Game[Any, Any, Any]) -> TurnAdviser:
    prepare()
    return TurnAdviser()
