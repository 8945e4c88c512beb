"""Results of many matches as sums of whole numbers.

Sums of integers are the same in any order, so an arena gives the same bytes however its matches are shared out, retried
or resumed. Shares of a victory are counted in sixtieths: up to six seats share without a remainder.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from purrlor.kit.statistics import Estimate, Share, estimate_from_sums, share_from

WHOLE = 60
"""A victory that is not shared, in sixtieths."""
MEASURES = ("points", "share", "margin")


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One match, in the order of the contestants, wherever they sat."""

    scores: tuple[int, ...]
    shares: tuple[int, ...]
    """Of the victory, in sixtieths."""
    moves: int


@dataclass(slots=True)
class Sums:
    """Sums of one measure of one contestant."""

    total: int = 0
    squares: int = 0
    """Of the single matches."""
    group_squares: int = 0
    """Of the totals of groups: matches that share their fate count as one observation."""

    def add(self, values: Sequence[int]) -> None:
        """One group of matches."""
        total = sum(values)
        self.total += total
        self.squares += sum(value * value for value in values)
        self.group_squares += total * total

    def merge(self, other: Sums) -> None:
        self.total += other.total
        self.squares += other.squares
        self.group_squares += other.group_squares


@dataclass(slots=True)
class Tally:
    """What the matches of an arena have come to so far."""

    seats: int
    group: int = 1
    """How many matches in a row share their fate."""
    matches: int = 0
    moves: int = 0
    move_squares: int = 0
    sums: dict[str, list[Sums]] = field(default_factory=dict[str, list[Sums]])
    """For each measure the sums of each contestant; margins are multiplied by the number of opponents."""
    ahead: list[list[int]] = field(default_factory=list[list[int]])
    """For each contestant and each other one: twice the matches with more points, and once those with as many."""

    def __post_init__(self) -> None:
        if not self.sums:
            self.sums = {measure: [Sums() for _ in range(self.seats)] for measure in MEASURES}
            self.ahead = [[0] * self.seats for _ in range(self.seats)]

    def add_group(self, results: Sequence[MatchResult]) -> None:
        """Count matches that share their fate, in order."""
        assert len(results) == self.group
        self.matches += len(results)
        self.moves += sum(result.moves for result in results)
        self.move_squares += sum(result.moves**2 for result in results)
        for place in range(self.seats):
            self.sums["points"][place].add([result.scores[place] for result in results])
            self.sums["share"][place].add([result.shares[place] for result in results])
            self.sums["margin"][place].add([self.seats * r.scores[place] - sum(r.scores) for r in results])
            for other in range(self.seats):
                self.ahead[place][other] += sum(
                    1 + (r.scores[place] > r.scores[other]) - (r.scores[place] < r.scores[other]) for r in results
                )

    def merge(self, other: Tally) -> None:
        """Count what another part of the same arena has come to."""
        if (self.seats, self.group) != (other.seats, other.group):
            raise ValueError("these results are of different arenas")
        self.matches += other.matches
        self.moves += other.moves
        self.move_squares += other.move_squares
        for measure, sums in other.sums.items():
            for own, more in zip(self.sums[measure], sums, strict=True):
                own.merge(more)
        for row, more_row in zip(self.ahead, other.ahead, strict=True):
            row[:] = [one + two for one, two in zip(row, more_row, strict=True)]

    def estimate(self, measure: str, place: int, *, grouped: bool = True) -> Estimate:
        """The mean of a measure per match with its confidence interval."""
        sums = self.sums[measure][place]
        size = self.group if grouped else 1
        squares = sums.group_squares if grouped else sums.squares
        found = estimate_from_sums(self.matches // size, sums.total, squares)
        return found.scaled(1 / (size * self._unit(measure)))

    def share(self, place: int) -> Share:
        """Wins per match; a shared victory counts in part."""
        return share_from(self.estimate("share", place), self.matches // self.group)

    def _unit(self, measure: str) -> int:
        return {"share": WHOLE, "margin": max(self.seats - 1, 1)}.get(measure, 1)

    def win_rate(self, place: int, other: int) -> float:
        """How often one contestant has more points than another; equal points count half."""
        return self.ahead[place][other] / (2 * self.matches)

    def as_json(self) -> dict[str, Any]:
        sums = {
            measure: [[each.total, each.squares, each.group_squares] for each in found]
            for measure, found in self.sums.items()
        }
        return {
            "seats": self.seats,
            "group": self.group,
            "matches": self.matches,
            "moves": self.moves,
            "move_squares": self.move_squares,
            "sums": sums,
            "ahead": [row.copy() for row in self.ahead],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        sums = {measure: [Sums(*each) for each in found] for measure, found in data["sums"].items()}
        known: dict[str, Any] = {**data, "sums": sums}
        return cls(**known)


def tally_of(results: Sequence[MatchResult], group: int = 1) -> Tally:
    """The tally of matches given one by one."""
    found = Tally(len(results[0].scores), group)
    for first in range(0, len(results), group):
        found.add_group(results[first : first + group])
    return found


def merged(parts: Iterable[Tally]) -> Tally:
    first, *others = parts
    found = Tally(first.seats, first.group)
    for part in (first, *others):
        found.merge(part)
    return found
