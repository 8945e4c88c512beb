"""What the best player would do with a turn, and why: for hints, wherever they are shown.

Every turn worth considering is played on with the same rolls, so their differences say more than their worths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from purrlor.core import Fate, Note, Seat
from purrlor.games.house_of_cats import Ability, Action, House, HouseOfCats, Sheet, Turn, View, points
from purrlor.games.house_of_cats.house import group_of
from purrlor.games.house_of_cats.kernels.layout import fits
from purrlor.games.house_of_cats.notation import Done
from purrlor.games.house_of_cats.play import replay

from .heuristic import Tabby
from .search.planner import Care, best_plans, sample, seed_of, situation

CARE = Care(candidates=12)
SERIES = 32
"""Series of rolls that follow each candidate."""


class MakesRoom(Note, frozen=True):
    """`points` are those of the whole turn."""

    number: int
    points: int


class MakesRooms(Note, frozen=True):
    count: int
    points: int


class BringsPoints(Note, frozen=True):
    points: int


class BuildsGroup(Note, frozen=True):
    """Number of equal neighbours now."""

    number: int
    size: int


class KeepsOptions(Note, frozen=True):
    """Nothing to be seen at once."""


class NothingToAdd(Note, frozen=True):
    """All is written, and circles are better kept."""


class RuleOfThumb(Note, frozen=True):
    """The sheet is too large to plan on."""


@dataclass(frozen=True, slots=True)
class TurnAdvice:
    """Turns by their first step from here on, best first, with the points to be expected in the end."""

    ranked: tuple[tuple[tuple[Action, ...], float], ...]
    reason: Note

    @property
    def steps(self) -> tuple[Action, ...]:
        """What is best, to the end of the turn."""
        return self.ranked[0][0]


def advise(view: View, legal: Sequence[Action]) -> TurnAdvice:
    """Advice for a turn in progress. The same view gets the same advice."""
    turn = view.turn
    assert turn is not None
    found = _ranked(view, turn) if fits(view.sheet) else ()
    if not found:
        return TurnAdvice((((Tabby().choose(view, legal, Random(0)).action,), 0.0),), RuleOfThumb())
    return TurnAdvice(found, _reason(view, turn, found[0][0]))


def prepare() -> None:
    """Compile what advice needs, so that the first one comes as quickly as the others."""
    rules = HouseOfCats(seats=1, abilities=tuple(Ability)[:4])
    view = rules.view(rules.apply(rules.initial(), Fate(rules.parse_fate("2 3 4 mouse"))), Seat(0))
    advise(view, ())


def _ranked(view: View, turn: Turn) -> tuple[tuple[tuple[Action, ...], float], ...]:
    where = situation(view, turn)
    plans = best_plans(where, CARE)
    if not plans:
        return ()
    worths = [fmean(values) for values in zip(*sample(where, CARE, plans, SERIES, seed_of(where)), strict=True)]
    found = sorted(zip((plan.steps for plan in plans), worths, strict=True), key=lambda entry: -entry[1])
    firsts = {steps[0]: (steps, worth) for steps, worth in reversed(found)}
    return tuple(sorted(firsts.values(), key=lambda entry: -entry[1]))


def _reason(view: View, turn: Turn, steps: tuple[Action, ...]) -> Note:
    """Of the whole turn, with what was done already."""
    if isinstance(steps[0], Done):
        return NothingToAdd()
    assert view.viewer is not None
    after = replay(view.setup, turn, [step for step in steps if not isinstance(step, Done)]).house
    return reason(view.sheet, view.houses[view.viewer], after)


def reason(sheet: Sheet, before: House, after: House) -> Note:
    """The plainest thing that a turn does: rooms, a room begun, other points; or it keeps options."""
    gained = _written_points(sheet, after) - _written_points(sheet, before)
    rooms = after.rooms[len(before.rooms) :]
    if rooms:
        return MakesRoom(int(rooms[0].number), gained) if len(rooms) == 1 else MakesRooms(len(rooms), gained)
    size, number = max(_grown(sheet, before, after), default=(1, 0))
    if size > 1:
        return BuildsGroup(number, size)
    return BringsPoints(gained) if gained > 0 else KeepsOptions()


def _written_points(sheet: Sheet, house: House) -> int:
    """Without what empty spaces cost: every turn fills some."""
    found = points(sheet, house)
    return found.total - found.empty


def _grown(sheet: Sheet, before: House, after: House) -> Iterator[tuple[int, int]]:
    """The size and number of groups outside rooms that are larger than any of their number was."""
    was = dict(sorted(_groups(sheet, before)))
    for number, size in _groups(sheet, after):
        if size > was.get(number, 0):
            yield size, number


def _groups(sheet: Sheet, house: House) -> Iterator[tuple[int, int]]:
    for space in house.loose_numbers(sheet):
        number = house.entry(sheet, space)
        yield int(number), sum(house.weight(member) for member in group_of(sheet, house, space, number))
