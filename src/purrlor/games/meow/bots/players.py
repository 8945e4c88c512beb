"""Bots that search, and hints. All bots maximise the share of the win (`search/values.py`).

- `Lynx` tries every card on a few deals that fit, each equally likely, by playouts of the heuristic policy.
- `Tiger` runs ISMCTS. At two seats it also solves deals exactly, sampled from the belief about the other hand; at three
  to six it also runs rollouts of the policy network on such deals (`search/rollouts.py`). Where all hands are known it
  solves the rest exactly: with two experts from the first card.

The same view, random source and budget give the same card; no clock is read unless `seconds` is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from purrlor.compiled.bits import source
from purrlor.core import Game, Note
from purrlor.games.meow import Action, View
from purrlor.games.meow.reasons import hint_reason
from purrlor.kit.bots import Advice, Choice

from .heuristic import THINKING
from .search.beliefs import sample_from_belief
from .search.decision import CardDecision, means
from .search.ismcts import new_tree
from .search.rollouts import Rollouts, policy_at

PARTS = 16
"""The number of parts in which a budget is spent; a time limit is checked between them."""


@dataclass(frozen=True)
class Lynx:
    deals: int = 12

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        seed = random.getrandbits(63)
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        decision = CardDecision(view, legal)
        deals = decision.deals.draw(self.deals, seed=seed)
        return decision.best(means(decision.tried(deals, seed + 1)))


@dataclass(frozen=True)
class Tiger:
    """A bot that joins several searches; at two seats it plays by the mean of a tree and the exact solver."""

    iterations: int = 4000
    """The size of the tree at two seats; more has not made it stronger."""
    deals: int = 48
    """Number of sampled deals that are solved at two seats."""
    rollouts: Rollouts | None = field(default_factory=Rollouts)
    """How to search where a network was trained for the table; None: by a tree there, too."""
    growth: int = 60_000
    """The size of the tree at more seats, where no network was trained for the table."""
    seconds: float | None = None
    """A time limit for the tree; with it, the answer depends on the machine."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        seed = random.getrandbits(63)
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        decision = CardDecision(view, legal)
        known = decision.known()
        if known is not None:
            return decision.best(known)
        if self.rollouts is not None and self.seconds is None and (policy := policy_at(view)) is not None:
            best, values = self.rollouts.values(decision, policy, seed)
            return decision.chosen(best, values)
        return self._duel(decision, seed) if decision.duel else self._table(decision, seed)

    def _duel(self, decision: CardDecision, seed: int) -> Choice[Action]:
        began, random = perf_counter(), source(seed)
        deals = decision.deals.draw(self.iterations, seed=seed + 1)
        likely = sample_from_belief(decision.view, deals, self.deals)
        tree, solved = new_tree(self.iterations), list[list[float]]()
        for part in range(PARTS):
            decision.grow(tree, deals, _portion(self.iterations, part), random)
            solved += decision.solved(likely[len(solved) : len(solved) + _portion(self.deals, part)])
            if self._late(began):
                break
        _, grown = decision.read(tree)
        return decision.best([(one + other) / 2 for one, other in zip(grown, means(solved), strict=True)])

    def _table(self, decision: CardDecision, seed: int) -> Choice[Action]:
        began, random = perf_counter(), source(seed)
        deals = decision.deals.draw(self.growth, seed=seed + 1)
        tree = new_tree(self.growth)
        for part in range(PARTS):
            decision.grow(tree, deals, _portion(self.growth, part), random)
            if self._late(began):
                break
        visits, values = decision.read(tree)
        return decision.best(values, visits)

    def _late(self, began: float) -> bool:
        return self.seconds is not None and perf_counter() - began > self.seconds


def _portion(whole: int, part: int) -> int:
    """Return how much of a budget belongs to one of the `PARTS`."""
    return whole * (part + 1) // PARTS - whole * part // PARTS


DEALS = 400


class OnlyThing(Note, frozen=True):
    """Only one action is legal."""


@dataclass(frozen=True)
class DealAdviser:
    """Ranks cards in points ahead of the others, on deals that fit the view. The same view gets the same advice."""

    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        if len(legal) == 1:
            return Advice([(legal[0], 0.0)], OnlyThing())
        decision = CardDecision(view, legal, points=True)
        values = decision.known()
        if values is None:
            deals = decision.deals.draw(DEALS, seed=len(view.tricks))
            values = means(decision.solved(deals) if decision.duel else decision.tried(deals, seed=1))
        ranked = sorted(zip(legal, values, strict=True), key=lambda item: -item[1])
        (best, _), (runner_up, _) = ranked[:2]
        return Advice(ranked, hint_reason(view, best.card, runner_up.card))


def adviser(_: Game[Any, Any, Any]) -> DealAdviser:
    return DealAdviser()
