"""A decision, and the measures of its cards, for bots, hints and reviews."""

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
from purrlor.games.meow.kernels.fast_rules import CARD, TwinTable, position, table_seen
from purrlor.kit.bots import Choice

from .duel import solve_deals, solve_positions
from .ismcts import Tree, grow_tree, read_tree
from .maxn import TRICKS, last_tricks
from .playouts import try_cards
from .solver import Endgame, endgame
from .values import Stakes, duel_worths, in_points, sharpened, stakes_of

Worths: TypeAlias = list[list[float]]
"""What each card brings by [deal, card]."""


class ExpectsShare(Note, frozen=True):
    """The share of the win to be expected, in percent."""

    percent: float


@dataclass(frozen=True)
class CardSituation:
    """A decision in the shape that compiled code likes: all of it is known to the seat that decides."""

    view: View
    legal: Sequence[Action]
    points: bool = False
    """Whether to count points ahead of the others instead of the share of the win."""

    @cached_property
    def table(self) -> TwinTable:
        return table_seen(self.view)

    @cached_property
    def start(self) -> Ints:
        return position(self.view, [0] * len(self.view.piles))

    @cached_property
    def cards(self) -> Ints:
        return np.array([bits_of([play.card]) for play in self.legal], np.int64)

    @cached_property
    def stakes(self) -> Stakes:
        return in_points(stakes_of(self.view)) if self.points else stakes_of(self.view)

    @cached_property
    def sharp_stakes(self) -> Stakes:
        """For playing on like trees, and for a tree beside that."""
        return sharpened(self.stakes, self.view.box)

    @cached_property
    def deals(self) -> Deals:
        return Deals.of(self.view)

    @cached_property
    def endgame(self) -> Endgame:
        return endgame(duel_worths(self.stakes))

    @property
    def seat(self) -> int:
        assert self.view.viewer is not None
        return self.view.viewer

    @property
    def duel(self) -> bool:
        return len(self.view.piles) == 2

    @property
    def fair(self) -> float:
        """What both of two seats have if nobody is ahead."""
        return 0.0 if self.points else 0.5

    def solved(self, deals: Ints) -> Worths:
        """What each card brings by [deal, card] at two seats, exactly."""
        found = np.empty((len(deals), len(self.cards)))
        lead = int(self.start[CARD + 1 - self.seat])
        solve_deals(self.endgame, deals, self.cards, self.seat, lead, found)
        return [[worth + self.fair for worth in row] for row in found.tolist()]

    def solved_for_other(self, deals: Ints) -> list[float]:
        """What each deal brings the viewer at two seats, exactly, if the other leads the next trick."""
        found = np.empty(len(deals))
        solve_positions(self.endgame, deals, 1 - self.seat, 0, found)
        return [self.fair - worth for worth in found.tolist()]

    def tried(self, deals: Ints, seed: int) -> Worths:
        """What each card brings by [deal, card] if all play on with common sense."""
        found = np.empty((len(deals), len(self.cards)))
        try_cards(self.table, self.start, self.stakes, deals, self.cards, self.seat, found, source(seed))
        rows: Worths = found.tolist()
        return rows

    def played_on(self, deals: Ints, seed: int) -> list[float]:
        """What each deal brings the viewer if all play on with common sense."""
        found = np.empty((len(deals), 1))
        nothing = np.zeros(1, np.int64)
        try_cards(self.table, self.start, self.stakes, deals, nothing, self.seat, found, source(seed))
        return [worth for (worth,) in found.tolist()]

    def grow(self, tree: Tree, deals: Ints, iterations: int, random: Source, stakes: Stakes | None = None) -> None:
        grow_tree(self.table, self.start, stakes or self.stakes, deals, tree, iterations, random)

    def read(self, tree: Tree) -> tuple[list[float], list[float]]:
        """By card: how often a tree tried it; and what it brought."""
        found = np.zeros((len(self.cards), 2))
        read_tree(tree, self.cards, found)
        rows: Worths = found.tolist()
        return [visits for visits, _ in rows], [worth for _, worth in rows]

    def known(self) -> list[float] | None:
        """What each card brings if all hands are known and the rest can be searched to its end; otherwise None."""
        if self.deals.count > 1 or not (self.duel or len(self.view.row) <= TRICKS):
            return None
        deals = self.deals.draw(1, seed=0)
        if self.duel:
            return self.solved(deals)[0]
        found, start = np.empty(len(self.cards)), position(self.view, [int(hand) for hand in deals[0]])
        last_tricks(self.table, start, self.stakes, self.cards, found)
        worths: list[float] = found.tolist()
        return worths

    def best(self, worths: Sequence[float], liking: Sequence[float] | None = None) -> Choice[Action]:
        """The card that is worth most, or liked most; the first of equals."""
        place = max(range(len(worths)), key=(worths if liking is None else liking).__getitem__)
        return self.chosen(place, worths)

    def chosen(self, place: int, worths: Sequence[float]) -> Choice[Action]:
        """The card in this place, with what it is worth."""
        return Choice(self.legal[place], THINKING, ExpectsShare(100 * worths[place]))


def means(rows: Worths) -> list[float]:
    """What each card brings on average. Exact up to the last rounding, so that all Pythons agree."""
    return [fsum(column) / len(rows) for column in zip(*rows, strict=True)]
