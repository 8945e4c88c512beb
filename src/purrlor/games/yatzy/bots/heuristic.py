"""Heuristic policies that play like people: they see patterns, not probabilities.

- `Kitten`, a child: collects the face it has most of, and takes whatever brings the most points now.
- `Tabby`, a guest at a family evening: also goes for runs and full houses, and spares a box for a better day.
- `Tomcat`, a regular: weighs a handful of plans by what the next roll may bring, with an eye on the bonus.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from purrlor.core import Millis, Roll
from purrlor.games.yatzy import UPPER, Action, Box, Keep, Score, Sheet, View
from purrlor.games.yatzy.boxes import Dice, all_points, longest_run
from purrlor.kit.bots import Choice

USUAL_POINTS = {
    Box.ONES: 2, Box.TWOS: 5, Box.THREES: 8, Box.FOURS: 12, Box.FIVES: 15, Box.SIXES: 19,
    Box.THREE_KIND: 22, Box.FOUR_KIND: 13, Box.FAT_CAT: 22, Box.SMALL_HAIRBALL: 29, Box.LARGE_FURBALL: 32,
    Box.MOUSER: 16, Box.NINE_LIVES: 22,
}  # fmt: skip
"""The usual points of a box in good play."""
THREE_OF_EACH = {box: 3 * face for face, box in enumerate(UPPER, 1)}
"""The points of the upper boxes with three dice of their face: enough for the bonus."""
THINKING = Millis(900)


def boxes_of(legal: Sequence[Action]) -> list[Box]:
    return [action.box for action in legal if isinstance(action, Score)]


def keep_or_stop(kept: Dice, view: View, box: Box) -> Action:
    """Return the action: scoring if all five dice are kept or no roll is left."""
    return Score(box) if len(kept) == 5 or not view.rolls_left else Keep(kept)


def most_common_face(dice: Dice, faces: Sequence[int]) -> int:
    """Return the most frequent of these faces, the higher one if equal."""
    return max(faces, key=lambda face: (dice.count(face), face))


def run_dice(dice: Dice) -> Dice:
    """Return the dice of the fullest run of five faces, one of each."""
    stretches = [tuple(face for face in range(low, low + 5) if face in dice) for low in (1, 2)]
    return max(stretches, key=lambda stretch: (longest_run(stretch), len(stretch)))


class Kitten:
    """A bot that keeps equal dice, has little patience, and takes the most points right now."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        box = max(boxes_of(legal), key=view.points)
        if view.points(box) >= 25 or (view.points(box) >= 5 and random.random() < 0.6):
            return Choice(Score(box), THINKING)
        kept = tuple(die for die in view.dice if view.dice.count(die) >= 2)
        return Choice(keep_or_stop(kept, view, box), THINKING)


class Tabby:
    """A bot that knows the patterns and plays for one of them; keeps 9 Lives for a bad roll."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        box = max(boxes_of(legal), key=lambda box: self.preference(view, box))
        if view.points(box) >= 25 and box not in (Box.THREE_KIND, Box.FOUR_KIND, Box.NINE_LIVES):
            return Choice(Score(box), THINKING)
        return Choice(keep_or_stop(self.kept(view), view, box), THINKING)

    def preference(self, view: View, box: Box) -> float:
        """Return the points, less for 9 Lives; a zero goes to the box with the fewest usual points."""
        points = view.points(box)
        if not points:
            return -USUAL_POINTS[box]
        return points - 15 if box == Box.NINE_LIVES else points

    def kept(self, view: View) -> Dice:
        assert view.turn is not None
        unfilled = view.sheets[view.turn].open_boxes
        dice = view.dice
        if longest_run(dice) >= 3 + (Box.SMALL_HAIRBALL not in unfilled) and Box.LARGE_FURBALL in unfilled:
            return run_dice(dice)
        pairs = tuple(die for die in dice if dice.count(die) >= 2)
        if len(pairs) == 4 and len(set(pairs)) == 2 and Box.FAT_CAT in unfilled:
            return pairs
        faces = [face for face in range(1, 7) if UPPER[face - 1] in unfilled] or list(range(1, 7))
        face = most_common_face(dice, faces)
        return tuple(die for die in dice if die == face)


class Tomcat:
    """A bot that compares a few plans by the mean over the next roll."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        assert view.turn is not None
        needs = Needs.of(view.sheets[view.turn], view.mouser_is_fat_cat)
        plans: dict[Action, float] = {Score(box): needs.worth(box, view.dice) for box in boxes_of(legal)}
        if view.rolls_left:
            plans |= {Keep(kept): needs.average(kept) for kept in plausible_keeps(view.dice)}
        return Choice(max(plans, key=lambda plan: plans[plan]), THINKING)


@dataclass(frozen=True)
class Needs:
    """The open boxes of a sheet, and whether the bonus is in reach."""

    boxes: tuple[Box, ...]
    bonus_in_reach: bool
    mouser_is_fat_cat: bool

    @staticmethod
    def of(sheet: Sheet, mouser_is_fat_cat: bool) -> Needs:
        return Needs(sheet.open_boxes, sheet.bonus_in_reach, mouser_is_fat_cat)

    def worth(self, box: Box, dice: Dice) -> float:
        """Return the points minus the usual points of the box; upper boxes favour three of their face."""
        gained = all_points(dice, self.mouser_is_fat_cat)[box]
        if not self.bonus_in_reach or box not in THREE_OF_EACH:
            return gained - USUAL_POINTS[box]
        return gained - USUAL_POINTS[box] + 0.5 * (gained - THREE_OF_EACH[box])

    def average(self, kept: Dice) -> float:
        """Return the mean value of the kept dice after the next roll."""
        bests, mean = _bests(self), 0.0
        for dice, chance in throws(5 - len(kept)):  # not `sum`, which rounds differently from Python 3.12 on
            mean += chance * bests[tuple(sorted(kept + dice))]
        return mean


class _Bests(dict[Dice, float]):
    """The value of the best box for each roll, computed on demand."""

    def __init__(self, needs: Needs) -> None:
        super().__init__()
        self.needs = needs

    def __missing__(self, dice: Dice) -> float:
        self[dice] = max(self.needs.worth(box, dice) for box in self.needs.boxes)
        return self[dice]


@lru_cache(maxsize=200)
def _bests(needs: Needs) -> _Bests:
    return _Bests(needs)


@cache
def throws(count: int) -> tuple[tuple[Dice, float], ...]:
    return tuple((dice, float(chance)) for dice, chance in Roll(count).support())


@cache
def plausible_keeps(dice: Dice) -> tuple[Dice, ...]:
    """Return the keeps that a person would consider: equal dice, two pairs, a run, the high dice, none."""
    return tuple({kept: None for kept in _plausible(dice) if len(kept) < 5})


def _plausible(dice: Dice) -> Iterator[Dice]:
    yield ()
    yield from (tuple(die for die in dice if die == face) for face in set(dice))
    yield tuple(die for die in dice if dice.count(die) >= 2)
    yield run_dice(dice)
    yield tuple(die for die in dice if die >= 4)
    yield tuple(die for die in dice if die >= 5)
