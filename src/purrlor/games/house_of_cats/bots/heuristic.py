"""Rules of thumb, step by step, the way people play who do not plan the whole turn.

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
from purrlor.games.house_of_cats.ability import AT_ONCE
from purrlor.games.house_of_cats.notation import Action, Back, Done, Forfeit, Place, Use, Write
from purrlor.games.house_of_cats.play import play
from purrlor.games.house_of_cats.scoring import ROOM_POINTS
from purrlor.games.house_of_cats.symbols import EMPTY, NUMBERS, Symbol
from purrlor.games.house_of_cats.turn import WriteSymbol
from purrlor.kit.bots import Choice

THINKING = Millis(900)


class Kitten:
    """Likes equal numbers side by side; the rest is chance."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        assert view.turn is not None
        steps = [action for action in legal if not isinstance(action, Back)]
        plain = [action for action in steps if not isinstance(action, Use) or action.ability in AT_ONCE] or steps
        house = view.turn.house
        liked = [(_equal_beside(view.sheet, house, action), random.random(), action) for action in plain]
        return Choice(max(liked, key=lambda like: like[:2])[2], THINKING)


def _equal_beside(sheet: Sheet, house: House, action: Action) -> int:
    if not isinstance(action, Place | Write) or action.symbol not in NUMBERS:
        return 0
    walled = house.walled()
    near = sheet.neighbours[action.space]
    return sum(house.entry(sheet, space) == action.symbol and space not in walled for space in near)


class Tabby:
    """Looks one step ahead, with a feeling for rooms that are begun and for spaces that are hard to fill."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        assert view.turn is not None
        steps = [action for action in legal if not isinstance(action, Back)]
        if len(steps) == 1:
            return Choice(steps[0], THINKING)
        return Choice(random.choice(_best_steps(view.setup, view.turn, tuple(steps))), THINKING)


@lru_cache(maxsize=256)
def _best_steps(setup: HouseSetup, turn: Turn, steps: tuple[Action, ...]) -> tuple[Action, ...]:
    """The step that is liked best, and all that are liked as well."""
    now = feeling(setup.sheet, turn.house)
    liked = {action: _liking(setup, turn, action, now) for action in steps}
    best = max(liked.values())
    return tuple(action for action in steps if isclose(liked[action], best, abs_tol=1e-9))


def _liking(setup: HouseSetup, turn: Turn, action: Action, now: float) -> float:
    """How much better the house looks after a step. To stop is 0, so an extra use of an ability must gain something."""
    if isinstance(action, Done | Forfeit):
        return 0.0
    after = _with_marked_written(setup, play(setup, turn, action))
    gain = feeling(setup.sheet, after.house) - now
    changes_nothing_yet = isinstance(action, Use) and after.house.entries == turn.house.entries
    return gain - 1 if changes_nothing_yet else gain


def _with_marked_written(setup: HouseSetup, turn: Turn) -> Turn:
    """What D and L come to if nothing changes their symbols."""
    while turn.tasks and isinstance(task := turn.tasks[0], WriteSymbol) and task.marked:
        turn = play(setup, turn, Write(task.symbols[0], turn.marked[0]))
    return turn


def feeling(sheet: Sheet, house: House) -> float:
    """Points, rooms begun, circles, and no love for single empty spaces."""
    lone = sum(_is_lone(sheet, house, space) for space in house.empty(sheet))
    return points(sheet, house).total + _begun(sheet, house) + sum(house.circles) - 0.6 * lone


def _is_lone(sheet: Sheet, house: House, space: Space) -> bool:
    return all(house.entry(sheet, near) != EMPTY for near in sheet.neighbours[space])


def _begun(sheet: Sheet, house: House) -> float:
    """What groups promise that can still grow."""
    rest, promise = set(house.loose_numbers(sheet)), 0.0
    while rest:
        group = _group(sheet, house, min(rest), rest)
        rest -= group
        number = Symbol(house.entry(sheet, min(group)))
        size = min(sum(house.weight(space) for space in group), int(number))
        free = {near for space in group for near in sheet.neighbours[space] if house.entry(sheet, near) == EMPTY}
        if len(free) + size >= int(number) or len(free) > 1:
            promise += 0.7 * ROOM_POINTS[number] * (size / int(number)) ** 2
    return promise


def _group(sheet: Sheet, house: House, space: Space, rest: set[Space]) -> set[Space]:
    """The equal numbers connected to a space."""
    number, group, edge = house.entry(sheet, space), {space}, [space]
    while edge:
        near = {other for other in sheet.neighbours[edge.pop()] if other in rest and other not in group}
        equal = {other for other in near if house.entry(sheet, other) == number}
        group |= equal
        edge += equal
    return group
