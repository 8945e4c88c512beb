"""How a turn ends under optimal play: the boxes and points, with their probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from purrlor.games.yatzy import Action, Keep, Score
from purrlor.games.yatzy.boxes import Box, Dice, points

from .heuristic import throws
from .solver.solution import values_of_turn
from .solver.turn import TurnValues

Ends = Mapping[tuple[Box, int], float]
"""The probability of each box and points with which a turn may end."""


@dataclass(frozen=True, eq=False)
class OptimalTurn:
    """A turn under optimal play from this state."""

    values: TurnValues
    mouser_is_fat_cat: bool

    def action_values(self, dice: Dice, rolls_left: int) -> Mapping[Action, float]:
        return values_of_turn(self.values, dice, rolls_left)

    def ends(self, action: Action, dice: Dice, rolls_left: int) -> Ends:
        """Return the distribution of the turn's end after this action."""
        match action:
            case Score(box):
                return {(box, points(box, dice, mouser_is_fat_cat=self.mouser_is_fat_cat)): 1.0}
            case Keep(kept):
                found: dict[tuple[Box, int], float] = {}
                for rolled, chance in throws(5 - len(kept)):
                    for end, share in self.best_ends(tuple(sorted(kept + rolled)), rolls_left - 1).items():
                        found[end] = found.get(end, 0.0) + chance * share
                return found
            case _:
                raise ValueError(f"{action} is no decision")

    @cache  # noqa: B019 - a turn lives as long as its decision
    def best_ends(self, dice: Dice, rolls_left: int) -> Ends:
        values = self.action_values(dice, rolls_left)
        return self.ends(max(values, key=lambda action: values[action]), dice, rolls_left)


def purposes(ends: Ends) -> list[tuple[Box, float]]:
    """Return the boxes in which a turn may end, with their chances: first the one that most of the points come from."""
    chances: dict[Box, float] = {}
    brought: dict[Box, float] = {}
    for (box, reached), chance in ends.items():
        chances[box] = chances.get(box, 0.0) + chance
        brought[box] = brought.get(box, 0.0) + chance * reached
    return sorted(chances.items(), key=lambda item: -brought[item[0]])
