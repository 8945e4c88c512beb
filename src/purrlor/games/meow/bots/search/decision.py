"""A decision and ways to evaluate its cards, for bots, hints and reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import TypeAlias

from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, source
from purrlor.core import Note
from purrlor.games.meow import Action, View
from purrlor.games.meow.bots.heuristic import THINKING
from purrlor.games.meow.kernels.bits import bits_of
from purrlor.games.meow.kernels.deals import Deals
from purrlor.games.meow.kernels.fast_rules import CARD, RulesTable, position, view_table
from purrlor.kit.bots import Choice

from .ismcts import Tree, grow_tree, read_tree
from .playouts import try_cards
from .solver import TRICKS, Endgame, endgame, last_tricks, solve_deals, solve_positions
from .values import RoundValues, duel_values, in_points, values_of_view, with_sharp_scale

ValuesByDeal: TypeAlias = list[list[float]]
"""Values by [deal, card]."""


class ExpectsShare(Note, frozen=True):
    """The expected share of the win, in percent."""

    percent: float


@dataclass(frozen=True)
class CardDecision:
    """A decision as compiled code reads it: nothing but what the deciding seat knows."""

    view: View
    legal: Sequence[Action]
    points: bool = False
    """Whether to count points ahead of the others instead of the share of the win."""

    @cached_property
    def table(self) -> RulesTable:
        return view_table(self.view)

    @cached_property
    def start(self) -> Ints:
        return position(self.view, [0] * len(self.view.piles))

    @cached_property
    def cards(self) -> Ints:
        return np.array([bits_of([play.card]) for play in self.legal], np.int64)

    @cached_property
    def round_values(self) -> RoundValues:
        return in_points(values_of_view(self.view)) if self.points else values_of_view(self.view)

    @cached_property
    def sharp_values(self) -> RoundValues:
        """Return the values for rollouts of the policy, and for the tree beside them."""
        return with_sharp_scale(self.round_values, self.view.box)

    @cached_property
    def deals(self) -> Deals:
        return Deals.of(self.view)

    @cached_property
    def endgame(self) -> Endgame:
        return endgame(duel_values(self.round_values))

    @property
    def seat(self) -> int:
        assert self.view.viewer is not None
        return self.view.viewer

    @property
    def duel(self) -> bool:
        return len(self.view.piles) == 2

    @property
    def fair(self) -> float:
        """Return the value of an even result for each of two seats."""
        return 0.0 if self.points else 0.5

    def solved(self, deals: Ints) -> ValuesByDeal:
        """Return exact values by [deal, card] at two seats."""
        found = np.empty((len(deals), len(self.cards)))
        lead = int(self.start[CARD + 1 - self.seat])
        solve_deals(self.endgame, deals, self.cards, self.seat, lead, found)
        return [[value + self.fair for value in row] for row in found.tolist()]

    def solved_for_other(self, deals: Ints) -> list[float]:
        """Return the viewer's exact value of each deal at two seats if the other leads the next trick."""
        found = np.empty(len(deals))
        solve_positions(self.endgame, deals, 1 - self.seat, 0, found)
        return [self.fair - value for value in found.tolist()]

    def tried(self, deals: Ints, seed: int) -> ValuesByDeal:
        """Return values by [deal, card] from playouts of the heuristic policy."""
        found = np.empty((len(deals), len(self.cards)))
        try_cards(self.table, self.start, self.round_values, deals, self.cards, self.seat, found, source(seed))
        rows: ValuesByDeal = found.tolist()
        return rows

    def played_on(self, deals: Ints, seed: int) -> list[float]:
        """Return the viewer's value of each deal from a playout of the heuristic policy."""
        found = np.empty((len(deals), 1))
        nothing = np.zeros(1, np.int64)
        try_cards(self.table, self.start, self.round_values, deals, nothing, self.seat, found, source(seed))
        return [value for (value,) in found.tolist()]

    def grow(
        self, tree: Tree, deals: Ints, iterations: int, random: Source, round_values: RoundValues | None = None
    ) -> None:
        grow_tree(self.table, self.start, round_values or self.round_values, deals, tree, iterations, random)

    def read(self, tree: Tree) -> tuple[list[float], list[float]]:
        """Return by card how often a tree tried it, and its mean value."""
        found = np.zeros((len(self.cards), 2))
        read_tree(tree, self.cards, found)
        rows: ValuesByDeal = found.tolist()
        return [visits for visits, _ in rows], [value for _, value in rows]

    def known(self) -> list[float] | None:
        """Return exact values by card if all hands are known and the rest can be searched; otherwise None."""
        if self.deals.count > 1 or not (self.duel or len(self.view.row) <= TRICKS):
            return None
        deals = self.deals.draw(1, seed=0)
        if self.duel:
            return self.solved(deals)[0]
        found, start = np.empty(len(self.cards)), position(self.view, [int(hand) for hand in deals[0]])
        last_tricks(self.table, start, self.round_values, self.cards, found)
        values: list[float] = found.tolist()
        return values

    def best(self, values: Sequence[float], preference: Sequence[float] | None = None) -> Choice[Action]:
        """Choose the card with the highest value, or the highest preference; the first of equals."""
        place = max(range(len(values)), key=(values if preference is None else preference).__getitem__)
        return self.chosen(place, values)

    def chosen(self, place: int, values: Sequence[float]) -> Choice[Action]:
        """Choose the card with this index, with its value as the reason."""
        return Choice(self.legal[place], THINKING, ExpectsShare(100 * values[place]))


def means(rows: ValuesByDeal) -> list[float]:
    """Return the mean value of each card, exact up to the last rounding, so that all Pythons agree."""
    return [fsum(column) / len(rows) for column in zip(*rows, strict=True)]
