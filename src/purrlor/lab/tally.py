"""Results of many matches as sums of whole numbers.

Sums of integers are the same in any order, so an arena gives the same bytes however its matches are shared out, retried
or resumed. Shares of a victory are counted in sixtieths: up to six seats share without a remainder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import sqrt
from typing import Any

from purrlor.kit.statistics import Estimate, Share, estimate_from_sums, share_from

LONGEST = (1 << 20) - 1
"""The longest match with its own bin; longer ones are counted in the last bin."""
MOST_BARS = 16


def length_bin(moves: int) -> int:
    """Return the bin of a match with this number of actions.

    Each number below 64 has its own bin, then there are 32 bins per doubling; 512 in all.
    """
    moves = min(moves, LONGEST)
    shift = max(0, moves.bit_length() - 6)
    return 32 * shift + (moves >> shift)


def bin_range(number: int) -> range:
    """Return the numbers of actions that one bin counts; the inverse of `length_bin`."""
    shift = max(0, number // 32 - 1)
    first = (number - 32 * shift) << shift
    return range(first, first + (1 << shift))


def bars(lengths: Mapping[int, int]) -> list[tuple[range, int]]:
    """Join bins to at most 16 bars of one width, each with its number of matches."""
    spans = [bin_range(number) for number in sorted(lengths)]
    widest = len(spans[-1])
    width = next(
        widest << more
        for more in count()
        if (spans[-1].start // (widest << more)) - (spans[0].start // (widest << more)) < MOST_BARS
    )
    first, last = spans[0].start // width, spans[-1].start // width
    found = dict.fromkeys(range(first, last + 1), 0)
    for number, matches in lengths.items():
        found[bin_range(number).start // width] += matches
    return [(range(bar * width, (bar + 1) * width), matches) for bar, matches in found.items()]


WHOLE = 60
"""A victory that is not shared, in sixtieths."""
MEASURES = ("points", "share", "margin")


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of one match, in the order of the contestants, wherever they sat."""

    scores: tuple[int, ...]
    shares: tuple[int, ...]
    """The shares of the victory, in sixtieths."""
    moves: int
    luck: tuple[int, ...] = ()
    """The luck of each contestant, in thousandths of a point; empty: not measured."""


@dataclass(slots=True)
class Control:
    """Sums of one contestant's luck, in thousandths of a point.

    Luck beyond that of the others is multiplied by the number of seats. The sums are over groups: matches that share
    their random outcomes count as one observation.
    """

    total: int = 0
    squares: int = 0
    products: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MEASURES, 0))
    """The sums of products with each measure: how much of it luck explains."""

    def add(self, luck: int, measures: Mapping[str, int]) -> None:
        """Add one group of matches."""
        self.total += luck
        self.squares += luck * luck
        for measure, value in measures.items():
            self.products[measure] += luck * value

    def merge(self, other: Control) -> None:
        self.total += other.total
        self.squares += other.squares
        for measure, product in other.products.items():
            self.products[measure] += product


@dataclass(slots=True)
class Sums:
    """Sums of one measure of one contestant."""

    total: int = 0
    squares: int = 0
    """The sum of squares of single matches."""
    group_squares: int = 0
    """The sum of squares of group totals: matches that share their random outcomes count as one observation."""

    def add(self, values: Sequence[int]) -> None:
        """Add one group of matches."""
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
    """The results of an arena's matches so far."""

    seats: int
    group: int = 1
    """The number of consecutive matches that share their random outcomes."""
    matches: int = 0
    moves: int = 0
    move_squares: int = 0
    sums: dict[str, list[Sums]] = field(default_factory=dict[str, list[Sums]])
    """The sums of each contestant, by measure; margins are multiplied by the number of opponents."""
    ahead: list[list[int]] = field(default_factory=list[list[int]])
    """Matches of each pair of contestants: those with more points count twice, those with equal points once."""
    luck: list[Control] = field(default_factory=list[Control])
    """The luck of each contestant beyond the luck of the others; empty where luck was not measured."""
    own_luck: list[Control] = field(default_factory=list[Control])
    """The luck of each contestant; empty also where an older version counted some of the matches."""
    lengths: dict[int, int] = field(default_factory=dict[int, int])
    """The number of matches in each bin of lengths, in order; without matches that an older version counted."""

    def __post_init__(self) -> None:
        if not self.sums:
            self.sums = {measure: [Sums() for _ in range(self.seats)] for measure in MEASURES}
            self.ahead = [[0] * self.seats for _ in range(self.seats)]

    def add_group(self, results: Sequence[MatchResult]) -> None:
        """Count matches that share their random outcomes, in order."""
        assert len(results) == self.group
        self.matches += len(results)
        self.moves += sum(result.moves for result in results)
        self.move_squares += sum(result.moves**2 for result in results)
        for result in results:
            self._count_length(length_bin(result.moves), 1)
        if results[0].luck:
            self._add_luck(results)
        for place in range(self.seats):
            self.sums["points"][place].add([result.scores[place] for result in results])
            self.sums["share"][place].add([result.shares[place] for result in results])
            self.sums["margin"][place].add([self.seats * r.scores[place] - sum(r.scores) for r in results])
            for other in range(self.seats):
                self.ahead[place][other] += sum(
                    1 + (r.scores[place] > r.scores[other]) - (r.scores[place] < r.scores[other]) for r in results
                )

    def _add_luck(self, results: Sequence[MatchResult]) -> None:
        self.luck = self.luck or [Control() for _ in range(self.seats)]
        self.own_luck = self.own_luck or [Control() for _ in range(self.seats)]
        for place, (control, own) in enumerate(zip(self.luck, self.own_luck, strict=True)):
            measures = {
                "points": sum(result.scores[place] for result in results),
                "share": sum(result.shares[place] for result in results),
                "margin": sum(self.seats * result.scores[place] - sum(result.scores) for result in results),
            }
            control.add(sum(_margin(result.luck, place) for result in results), measures)
            own.add(sum(result.luck[place] for result in results), measures)

    def _count_length(self, number: int, matches: int) -> None:
        if number in self.lengths:
            self.lengths[number] += matches
        else:
            self.lengths = dict(sorted([*self.lengths.items(), (number, matches)]))

    def merge(self, other: Tally) -> None:
        """Add the tally of another part of the same arena."""
        if (self.seats, self.group) != (other.seats, other.group):
            raise ValueError("these results are of different arenas")
        self._merge_luck(other)
        for number, matches in other.lengths.items():
            self._count_length(number, matches)
        self.matches += other.matches
        self.moves += other.moves
        self.move_squares += other.move_squares
        for measure, sums in other.sums.items():
            for own, more in zip(self.sums[measure], sums, strict=True):
                own.merge(more)
        for row, more_row in zip(self.ahead, other.ahead, strict=True):
            row[:] = [one + two for one, two in zip(row, more_row, strict=True)]

    def _merge_luck(self, other: Tally) -> None:
        if other.luck:
            self.luck = self.luck or [Control() for _ in range(self.seats)]
            for control, more in zip(self.luck, other.luck, strict=True):
                control.merge(more)
        if not self.matches:
            self.own_luck = [Control() for _ in other.own_luck]
        if len(self.own_luck) != len(other.own_luck):
            self.own_luck = []  # only meaningful if it covers all matches
        for control, more in zip(self.own_luck, other.own_luck, strict=bool(self.own_luck)):
            control.merge(more)

    def agrees(self, other: Tally) -> bool:
        """Return whether both can be of the same matches: equal, except for what an older version did not count."""
        lengths, own_luck = self.lengths and other.lengths, self.own_luck and other.own_luck
        ours, theirs = (
            replace(each, lengths=each.lengths if lengths else {}, own_luck=each.own_luck if own_luck else [])
            for each in (self, other)
        )
        return ours == theirs

    def estimate(self, measure: str, place: int, *, grouped: bool = True) -> Estimate:
        """Return the mean of a measure per match with its confidence interval."""
        sums = self.sums[measure][place]
        size = self.group if grouped else 1
        squares = sums.group_squares if grouped else sums.squares
        found = estimate_from_sums(self.matches // size, sums.total, squares)
        return found.scaled(1 / (size * self._unit(measure)))

    def share(self, place: int) -> Share:
        """Return wins per match; a shared victory counts in part."""
        return share_from(self.estimate("share", place), self.matches // self.group)

    def adjusted(self, measure: str, place: int) -> Estimate:
        """Return the estimate with luck subtracted, as far as luck explains the measure (a control variate).

        A contestant's own luck explains points; its luck beyond that of the others explains margins and wins. The mean
        of luck is known: 0. The regression covers all matches, so the result does not depend on the order in which they
        were counted.
        """
        raw = self.estimate(measure, place)
        controls = self.own_luck if measure == "points" and self.own_luck else self.luck
        groups, control, sums = self.matches // self.group, controls[place], self.sums[measure][place]
        spread = groups * control.squares - control.total**2
        if spread == 0 or groups < 3:
            return raw
        shared = groups * control.products[measure] - control.total * sums.total
        own = groups * sums.group_squares - sums.total**2
        left = max(0.0, 1 - shared * shared / (spread * own)) if own else 0.0
        slope = shared / spread
        shift = slope * control.total / groups / (self.group * self._unit(measure))
        return Estimate(raw.mean - shift, raw.margin * sqrt(left * (groups - 1) / (groups - 2)))

    def adjusted_share(self, place: int) -> Share:
        found = self.adjusted("share", place)
        inside = Estimate(min(max(found.mean, 0.0), 1.0), found.margin)  # few matches can lead beyond 0 and 1
        return share_from(inside, self.matches // self.group)

    @property
    def luck_cancels(self) -> bool:
        """Whether luck was measured, and all contestants had the same luck."""
        return bool(self.luck) and not any(control.squares for control in self.luck)

    def _unit(self, measure: str) -> int:
        return {"share": WHOLE, "margin": max(self.seats - 1, 1)}.get(measure, 1)

    def win_rate(self, place: int, other: int) -> float:
        """Return the share of matches in which one contestant has more points than another; equal points count half."""
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
            **({"luck": list(map(_control_json, self.luck))} if self.luck else {}),
            **({"own_luck": list(map(_control_json, self.own_luck))} if self.own_luck else {}),
            "lengths": [list(pair) for pair in self.lengths.items()],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        sums = {measure: [Sums(*each) for each in found] for measure, found in data["sums"].items()}
        known: dict[str, Any] = {
            **data,
            "sums": sums,
            "luck": [_control_of(each) for each in data.get("luck", ())],
            "own_luck": [_control_of(each) for each in data.get("own_luck", ())],
            "lengths": dict(data.get("lengths", ())),
        }
        return cls(**known)


def _control_json(control: Control) -> list[int]:
    return [control.total, control.squares, *control.products.values()]


def _control_of(data: Sequence[int]) -> Control:
    total, squares, *products = data
    return Control(total, squares, dict(zip(MEASURES, products, strict=True)))


def _margin(values: Sequence[int], place: int) -> int:
    """Return a contestant's lead over the others, times the number of seats; for a single seat, its value."""
    return len(values) * values[place] - sum(values) if len(values) > 1 else values[place]


def tally_of(results: Sequence[MatchResult], group: int = 1) -> Tally:
    """Return the tally of matches given one by one."""
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
