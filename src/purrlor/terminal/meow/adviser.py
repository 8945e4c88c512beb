"""MEOW's hints in the terminal: every card, tried on deals that fit the view, in points ahead of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from purrlor.bots.meow.players import Situation
from purrlor.core import Game
from purrlor.games.meow import Action, View

from ..advice import Advice
from ..speech import say

DEALS = 400


@dataclass(frozen=True)
class DealAdviser:
    """The same view gets the same advice."""

    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        situation = Situation(view, legal, points=True)
        known = situation.known()
        deals = situation.deals.draw(1 if known is not None else DEALS, seed=len(view.tricks))
        found = situation.solved(deals) if situation.duel else situation.tried(deals, seed=1)
        worths = known if known is not None else found.mean(axis=0)
        ranked = sorted(zip(legal, worths.tolist(), strict=True), key=lambda item: -item[1])
        return Advice(ranked, say("meow.advice.known" if known is not None else "meow.advice.deals", deals=DEALS))


def adviser(_: Game[Any, Any, Any]) -> DealAdviser:
    return DealAdviser()
