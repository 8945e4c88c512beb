"""Bots that search. All play for the match: `stakes.py` says what that means.

- `Lynx` tries every card on a few deals that fit, each equally likely, and plays on with common sense.
- `Tiger` grows a tree over what the seats can know. At two seats it also solves deals exactly, those first that explain
  the cards the other played; at three to six it also plays on like a tree, on deals that explain their cards
  (`rollouts.py`). Where all hands are known it solves the rest exactly: two experts from the first card.

The same view, source and budget give the same card; there is no clock in it unless `seconds` are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from purrlor.compiled.bits import source
from purrlor.games.meow import Action, View
from purrlor.kit.bots import Choice

from .heuristic import THINKING
from .search.beliefs import believed
from .search.decision import CardSituation, means
from .search.ismcts import new_tree
from .search.rollouts import Rollouts, rival_at

PARTS = 16
"""The number of parts in which a budget is spent; the clock, if there is one, is checked between them."""


@dataclass(frozen=True)
class Lynx:
    deals: int = 12

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        seed = random.getrandbits(63)
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        situation = CardSituation(view, legal)
        deals = situation.deals.draw(self.deals, seed=seed)
        return situation.best(means(situation.tried(deals, seed + 1)))


@dataclass(frozen=True)
class Tiger:
    """At two seats a tree and the exact solver are asked, and the mean of their answers counts."""

    iterations: int = 4000
    """The size of the tree at two seats; more has not made it stronger."""
    deals: int = 48
    """Number of sampled deals that are solved at two seats."""
    rollouts: Rollouts | None = field(default_factory=Rollouts)
    """At tables that a network knows; None: it grows a tree there, too."""
    growth: int = 60_000
    """The size of the tree at more seats, where no network knows the table."""
    seconds: float | None = None
    """Grow a tree and stop at this time with what was found; then the answer depends on the machine."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        seed = random.getrandbits(63)
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        situation = CardSituation(view, legal)
        known = situation.known()
        if known is not None:
            return situation.best(known)
        if self.rollouts is not None and self.seconds is None and (rival := rival_at(view)) is not None:
            best, worths = self.rollouts.worths(situation, rival, seed)
            return situation.chosen(best, worths)
        return self._duel(situation, seed) if situation.duel else self._table(situation, seed)

    def _duel(self, situation: CardSituation, seed: int) -> Choice[Action]:
        began, random = perf_counter(), source(seed)
        deals = situation.deals.draw(self.iterations, seed=seed + 1)
        likely = believed(situation.view, deals, self.deals)
        tree, solved = new_tree(self.iterations), list[list[float]]()
        for part in range(PARTS):
            situation.grow(tree, deals, _portion(self.iterations, part), random)
            solved += situation.solved(likely[len(solved) : len(solved) + _portion(self.deals, part)])
            if self._late(began):
                break
        _, grown = situation.read(tree)
        return situation.best([(one + other) / 2 for one, other in zip(grown, means(solved), strict=True)])

    def _table(self, situation: CardSituation, seed: int) -> Choice[Action]:
        began, random = perf_counter(), source(seed)
        deals = situation.deals.draw(self.growth, seed=seed + 1)
        tree = new_tree(self.growth)
        for part in range(PARTS):
            situation.grow(tree, deals, _portion(self.growth, part), random)
            if self._late(began):
                break
        visits, worths = situation.read(tree)
        return situation.best(worths, visits)

    def _late(self, began: float) -> bool:
        return self.seconds is not None and perf_counter() - began > self.seconds


def _portion(whole: int, part: int) -> int:
    """How much of a budget belongs to this of all `PARTS`."""
    return whole * (part + 1) // PARTS - whole * part // PARTS
