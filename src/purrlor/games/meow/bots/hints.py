"""MEOW's hints: every card, tried on deals that fit the view, in points ahead of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from purrlor.core import Game, Note
from purrlor.games.meow import Action, View
from purrlor.kit.bots import Advice

from .search.decision import CardSituation, means

DEALS = 400


class OnlyThing(Note, frozen=True):
    """There is nothing to choose."""


class HandsKnown(Note, frozen=True):
    """What every card brings is exact."""


class DealsTried(Note, frozen=True):
    deals: int


@dataclass(frozen=True)
class DealAdviser:
    """The same view gets the same advice."""

    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        if len(legal) == 1:
            return Advice([(legal[0], 0.0)], OnlyThing())
        situation = CardSituation(view, legal, points=True)
        known = situation.known()
        if known is not None:
            return Advice(_ranked(legal, known), HandsKnown())
        deals = situation.deals.draw(DEALS, seed=len(view.tricks))
        found = situation.solved(deals) if situation.duel else situation.tried(deals, seed=1)
        return Advice(_ranked(legal, means(found)), DealsTried(DEALS))


def _ranked(legal: Sequence[Action], worths: Sequence[float]) -> list[tuple[Action, float]]:
    return sorted(zip(legal, worths, strict=True), key=lambda item: -item[1])


def adviser(_: Game[Any, Any, Any]) -> DealAdviser:
    return DealAdviser()
