"""Dice as small integers: every roll and keep has a number, every box a bit.

A roll is a sorted tuple of five dice, a keep a sorted tuple of none to five. A keep is one die away from its six
successors, so that values travel along 1 260 edges instead of 4 368 pairs of a keep and a roll.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from purrlor.compiled.arrays import np
from purrlor.games.yatzy.boxes import BONUS_FROM, Box, Dice, all_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"
Indices: TypeAlias = "NDArray[np.uint16]"
Integers: TypeAlias = "NDArray[np.int64]"

FULL = (1 << len(Box)) - 1
UPPER = (1 << 6) - 1

KEEPS: tuple[Dice, ...] = tuple(dice for size in range(6) for dice in combinations_with_replacement(range(1, 7), size))
FIRST_ROLL = 210
ROLLS = KEEPS[FIRST_ROLL:]
KEEP_INDEX = {dice: index for index, dice in enumerate(KEEPS)}
ROLL_INDEX = {dice: index for index, dice in enumerate(ROLLS)}


@dataclass(frozen=True, kw_only=True)
class Options:
    """The two options of the rules that change the value of a position."""

    scratch: Literal["forced", "free"] = "forced"
    mouser_is_fat_cat: bool = False


def points_of(dice: Dice, *, mouser_is_fat_cat: bool) -> list[int]:
    """Return the points of a roll in each of the thirteen boxes."""
    return list(all_points(dice, mouser_is_fat_cat).values())


_ALL_POINTS = [points_of(roll, mouser_is_fat_cat=False) for roll in ROLLS]
MOST: tuple[int, ...] = tuple(max(column) for column in zip(*_ALL_POINTS, strict=True))
"""The maximum points of each box."""


def _probability(roll: Dice) -> float:
    return factorial(5) / prod(factorial(n) for n in Counter(roll).values()) / 6**5


class DiceGraph(NamedTuple):
    """Keeps and rolls, joined where they differ by one die."""

    add_one: Indices  # [210, 6] the keep with one more die of each face
    remove_one: Indices  # [462, 5] the keep with one die less, for each different face
    removals: Indices  # [462] how many of those there are
    probability: Floats  # [252] of throwing each roll


@cache
def dice_graph() -> DiceGraph:
    add_one = [[KEEP_INDEX[tuple(sorted((*keep, die)))] for die in range(1, 7)] for keep in KEEPS[:FIRST_ROLL]]
    less = [
        [KEEP_INDEX[keep[:at] + keep[at + 1 :]] for at in range(len(keep)) if keep[at] not in keep[:at]]
        for keep in KEEPS
    ]
    padded = [row + [0] * (5 - len(row)) for row in less]
    return DiceGraph(
        np.array(add_one, np.uint16),
        np.array(padded, np.uint16),
        np.array([len(row) for row in less], np.uint16),
        np.array([_probability(roll) for roll in ROLLS]),
    )


@cache
def keeps_of(roll: Dice) -> tuple[Dice, ...]:
    """Return every keep of a roll that leaves a die to throw: keeping all five is not an action."""
    return tuple(sorted({keep for size in range(5) for keep in combinations(roll, size)}))


class PointTable(NamedTuple):
    """The scores of all rolls."""

    points: Integers  # [252, 13]
    scoring: Integers  # [252] the set of boxes that score more than nothing


@cache
def point_table(mouser_is_fat_cat: bool) -> PointTable:
    points = [points_of(roll, mouser_is_fat_cat=mouser_is_fat_cat) for roll in ROLLS]
    scoring = [sum(1 << box for box, scored in enumerate(row) if scored) for row in points]
    return PointTable(np.array(points, np.int64), np.array(scoring, np.int64))


def most_upper(filled: int) -> int:
    """Return the highest upper total (capped) that these boxes can hold."""
    return min(BONUS_FROM, sum(MOST[box] for box in range(6) if filled >> box & 1))


def check_position(filled: int, upper: int) -> None:
    """Raise ValueError for a position that no sheet can have."""
    if not 0 <= filled <= FULL:
        raise ValueError(f"the set of filled boxes is a number from 0 to {FULL}, not {filled}")
    if not 0 <= upper <= most_upper(filled):
        raise ValueError(f"the upper total of these boxes is at most {most_upper(filled)}, not {upper}")


class BoxRows(NamedTuple):
    """The places of the parts of a roll's best box: three rows for pairs of faces, two for the lower section.

    The row of a pair is 6 * (dice of the lower face) + (dice of the higher face), plus 36 for each pair before it.
    A pattern is a set of scoring lower boxes; only a few of the 128 sets exist.
    """

    pairs: Indices  # [252, 3]
    pattern: Indices  # [252]
    patterns: Integers  # the different sets of scoring lower boxes, as they stand in `scoring`
    total: Floats  # [252]
    scoring: Integers  # [252] as in the point table


@cache
def box_rows(mouser_is_fat_cat: bool) -> BoxRows:
    table = point_table(mouser_is_fat_cat)
    points: list[list[int]] = table.points.tolist()
    counts = [[row[face - 1] // face for face in range(1, 7)] for row in points]
    pairs = [[36 * pair + 6 * row[2 * pair] + row[2 * pair + 1] for pair in range(3)] for row in counts]
    lower = [scoring & ~UPPER for scoring in table.scoring.tolist()]
    patterns = sorted({*lower})
    return BoxRows(
        pairs=np.array(pairs, np.uint16),
        pattern=np.array([patterns.index(each) for each in lower], np.uint16),
        patterns=np.array(patterns, np.int64),
        total=np.array([float(row[12]) for row in points], np.float64),
        scoring=table.scoring,
    )
