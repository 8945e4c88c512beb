"""Heuristic policies that choose one step at a time, like people who do not plan the whole turn.

- `Kitten`, a child: puts equal numbers side by side and animals anywhere, and forgets its abilities.
- `Tabby`, a guest at a family evening: takes the step after which its house looks best, and uses an ability when
  that helps at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isclose
from random import Random

from purrlor.core import Millis
from purrlor.games.house_of_cats import House, HouseSetup, Sheet, Space, Turn, View, points
from purrlor.games.house_of_cats.notation import Action, Back, Done, Forfeit, Place, Use, Write
from purrlor.games.house_of_cats.play import play
from purrlor.games.house_of_cats.scoring import ROOM_POINTS
from purrlor.games.house_of_cats.symbols import AT_ONCE, EMPTY, NUMBERS, Symbol
from purrlor.games.house_of_cats.turn import WriteSymbol
from purrlor.kit.bots import Choice

THINKING = Millis(900)


class Kitten:
    """Prefers equal numbers side by side; otherwise chooses at random."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        assert view.turn is not None
        steps = [action for action in legal if not isinstance(action, Back)]
        plain = [action for action in steps if not isinstance(action, Use) or action.ability in AT_ONCE] or steps
        house = view.turn.house
        rated = [(_equal_beside(view.sheet, house, action), random.random(), action) for action in plain]
        return Choice(max(rated, key=lambda entry: entry[:2])[2], THINKING)


def _equal_beside(sheet: Sheet, house: House, action: Action) -> int:
    if not isinstance(action, Place | Write) or action.symbol not in NUMBERS:
        return 0
    walled = house.walled()
    near = sheet.neighbours[action.space]
    return sum(house.entry(sheet, space) == action.symbol and space not in walled for space in near)


class Tabby:
    """Takes the step with the highest heuristic value right after it."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        assert view.turn is not None
        steps = [action for action in legal if not isinstance(action, Back)]
        if len(steps) == 1:
            return Choice(steps[0], THINKING)
        return Choice(random.choice(_best_steps(view.setup, view.turn, tuple(steps))), THINKING)


@lru_cache(maxsize=256)
def _best_steps(setup: HouseSetup, turn: Turn, steps: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the steps that gain most; all of them if several are equal."""
    now = heuristic_value(setup.sheet, turn.house)
    gains = {action: _gain(setup, turn, action, now) for action in steps}
    best = max(gains.values())
    return tuple(action for action in steps if isclose(gains[action], best, abs_tol=1e-9))


def _gain(setup: HouseSetup, turn: Turn, action: Action, now: float) -> float:
    """Return the gain in value by a step. Stopping gains 0, so an extra use of an ability must gain something."""
    if isinstance(action, Done | Forfeit):
        return 0.0
    after = _with_marked_written(setup, play(setup, turn, action))
    gain = heuristic_value(setup.sheet, after.house) - now
    changes_nothing_yet = isinstance(action, Use) and after.house.entries == turn.house.entries
    return gain - 1 if changes_nothing_yet else gain


def _with_marked_written(setup: HouseSetup, turn: Turn) -> Turn:
    """Write what D and L have marked, as if no ability changed the symbols."""
    while turn.tasks and isinstance(task := turn.tasks[0], WriteSymbol) and task.marked:
        turn = play(setup, turn, Write(task.symbols[0], turn.marked[0]))
    return turn


def heuristic_value(sheet: Sheet, house: House) -> float:
    """Add up points, unfinished rooms and circles, with a penalty for isolated empty spaces."""
    lone = sum(
        all(house.entry(sheet, near) != EMPTY for near in sheet.neighbours[space]) for space in house.empty(sheet)
    )
    return points(sheet, house).total + _unfinished_rooms(sheet, house) + sum(house.circles) - 0.6 * lone


def _unfinished_rooms(sheet: Sheet, house: House) -> float:
    """Estimate the value of unfinished rooms that can still be completed."""
    rest, value = set(house.loose_numbers(sheet)), 0.0
    while rest:
        group = _group(sheet, house, min(rest), rest)
        rest -= group
        number = Symbol(house.entry(sheet, min(group)))
        size = min(sum(house.weight(space) for space in group), int(number))
        free = {near for space in group for near in sheet.neighbours[space] if house.entry(sheet, near) == EMPTY}
        if len(free) + size >= int(number) or len(free) > 1:
            value += 0.7 * ROOM_POINTS[number] * (size / int(number)) ** 2
    return value


def _group(sheet: Sheet, house: House, space: Space, rest: set[Space]) -> set[Space]:
    """Return the equal numbers connected to a space."""
    number, group, edge = house.entry(sheet, space), {space}, [space]
    while edge:
        near = {other for other in sheet.neighbours[edge.pop()] if other in rest and other not in group}
        equal = {other for other in near if house.entry(sheet, other) == number}
        group |= equal
        edge += equal
    return group
