"""The exact distribution of the final total under play for points.

Probability is passed forward from the given sheet, one filled box at a time, and earlier levels are dropped. A position
carries its distribution over `rest`, the points gained that its upper total does not show; that keeps the rows short.

`totals.json` holds the distribution of a whole match for every variant of the rules.
`python -m purrlor.games.yatzy.bots.solver.distribution` computes it again, which takes a minute; a test compares the
file with the computation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, product
from math import fsum, sqrt
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

from msgspec import json

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.games.yatzy.boxes import BONUS, BONUS_FROM

from .solution import Solution
from .tables import (
    FULL,
    MOST,
    Floats,
    Integers,
    Options,
    check_position,
    most_upper,
)
from .turn import PointPlay, outcomes, upper_after


@dataclass(frozen=True)
class Distribution:
    """Probabilities of the totals 0, 1, 2, …"""

    probability: Sequence[float]

    @property
    def mean(self) -> float:
        return fsum(total * chance for total, chance in enumerate(self.probability))

    @property
    def deviation(self) -> float:
        mean = self.mean
        return sqrt(fsum((total - mean) ** 2 * chance for total, chance in enumerate(self.probability)))

    def at_least(self, total: int) -> float:
        """Return the probability of this total or more."""
        return fsum(self.probability[max(total, 0) :])

    def quantile(self, share: float) -> int:
        """Return the lowest total that is not exceeded with at least this probability."""
        for total, reached in enumerate(accumulate(self.probability)):
            if reached >= share:
                return total
        return max(total for total, chance in enumerate(self.probability) if chance)


Halves: TypeAlias = "tuple[Floats, Floats]"


class Rows(NamedTuple):
    """The places of the rows of each set of filled boxes in the buffer of its half level: one row per upper total.

    A level has two halves, without and with 9 Lives filled. The second half leads into the second half only, so it is
    played first and dropped before the next first half needs any memory.
    """

    start: Integers
    length: Integers
    highest: Integers  # upper total


@compiled
def spread_probability(sets: Integers, now: Floats, then: Halves, rows: Rows, game: PointPlay) -> None:
    """Play one turn from every position that has any probability."""
    for filled in sets:
        for upper in range(rows.highest[filled] + 1):
            begin = rows.start[filled] + upper * rows.length[filled]
            row = now[begin : begin + rows.length[filled]]
            if row.any():
                _share_probability(row, outcomes(filled, upper, game), (filled, upper), then, rows)


@compiled
def _share_probability(row: Floats, chances: Floats, position: tuple[int, int], then: Halves, rows: Rows) -> None:
    """Share the probability of a position among those that its turn may lead to."""
    filled, upper = position
    first, last = 0, len(row)
    while row[first] == 0:
        first += 1
    while row[last - 1] == 0:
        last -= 1
    for box in range(13):
        child = filled | 1 << box
        target = then[child >> 12]
        for points in range(51):
            chance = chances[box, points]
            if chance > 0:
                after = upper_after(upper, box, points)
                begin = rows.start[child] + after * rows.length[child] + points - (after - upper)
                for rest in range(first, last):
                    target[begin + rest] += chance * row[rest]


def _most_rest(filled: int) -> int:
    """Return the most points that these boxes can hold beyond the capped upper total."""
    upper, lower = (sum(MOST[box] for box in boxes if filled >> box & 1) for boxes in (range(6), range(6, 13)))
    return lower + max(0, upper - BONUS_FROM)


def _level(sets: list[int], rows: Rows) -> Halves:
    """Return empty buffers for these sets, and note their places in `rows`."""
    size = [0, 0]
    for filled in sets:
        rows.start[filled] = size[filled >> 12]
        size[filled >> 12] += int(rows.length[filled] * (rows.highest[filled] + 1))
    return np.zeros(max(size[0], 1)), np.zeros(max(size[1], 1))


def _total(buffer: Floats, length: int, upper: int) -> list[float]:
    """Gather the rows of the full sheet, a bonus added to the last."""
    probability = [0.0] * (375 + 1)
    for place, chance in enumerate(buffer.tolist()):
        after, rest = divmod(place, length)
        if chance:
            probability[rest + after - upper + (BONUS if after >= BONUS_FROM else 0)] += chance
    return probability


def distribution(solution: Solution, filled: int = 0, upper: int = 0) -> Distribution:
    """Return the distribution of the points still to come, bonus included, under play for points."""
    check_position(filled, upper)
    every = range(FULL + 1)
    rows = Rows(
        np.zeros(FULL + 1, np.int64),
        np.array([_most_rest(set_) + 1 for set_ in every], np.int64),
        np.array([most_upper(set_) for set_ in every], np.int64),
    )
    sets = [filled]
    now = list(_level(sets, rows))
    now[filled >> 12][upper * rows.length[filled]] = 1
    while sets != [FULL]:
        larger = sorted({set_ | 1 << box for set_ in sets for box in range(13)} - set(sets))
        then = _level(larger, rows)
        for half in (1, 0):
            spread_probability(
                np.array([set_ for set_ in sets if set_ >> 12 == half], np.int64), now.pop(), then, rows, solution.play
            )
        sets, now = larger, list(then)
    return Distribution(_total(now[1], int(rows.length[FULL]), upper))


def final_totals(solution: Solution, filled: int = 0, upper: int = 0) -> Distribution:
    """Return the distribution of the points still to come; that of a whole match is known (`totals.json`)."""
    return distribution(solution, filled, upper) if filled else Distribution(probabilities(solution.options))


FILE = "totals.json"
DIGITS = 12
Scratch = Literal["forced", "free"]


def label(options: Options) -> str:
    return f"{options.scratch}, five of a kind is {'a' if options.mouser_is_fat_cat else 'no'} fat cat"


def variants() -> list[Options]:
    return [
        Options(scratch=scratch, mouser_is_fat_cat=fat) for scratch, fat in product(get_args(Scratch), (False, True))
    ]


@cache
def _known() -> dict[str, list[float]]:
    return json.decode(Path(__file__).with_name(FILE).read_bytes(), type=dict[str, list[float]])


def probabilities(options: Options) -> list[float]:
    """Return the known probabilities of the totals 0, 1, 2, … of a whole match."""
    return _known()[label(options)]


def below(options: Options, total: int) -> float:
    """Return the probability of a lower total than this."""
    return fsum(probabilities(options)[: max(total, 0)])


def computed(options: Options) -> list[float]:
    """Compute the probabilities by the solver, to as many digits as the file has."""
    from .solution import solution

    solved = solution(scratch=options.scratch, mouser_is_fat_cat=options.mouser_is_fat_cat)
    return [round(chance, DIGITS) for chance in distribution(solved).probability]


def main() -> None:
    found = {label(options): computed(options) for options in variants()}
    lines = ",\n".join(f' "{name}": {json.encode(row).decode()}' for name, row in found.items())
    Path(__file__).with_name(FILE).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
