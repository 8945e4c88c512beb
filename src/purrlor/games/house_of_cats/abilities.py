"""The abilities: what each allows and does. Every use costs one circle; K and L come as tasks and cost none.

B, C, F and H change the result of a die before it is written, so they combine with each other and with A and I. C, F
and H also change what D, G, K, L and the cat bar are about to write, unless the match has `changes="dice"`. That is not
a result of a die: A, B and I do not work on it, and it is not part of the turn's group.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from .notation import Use, using
from .sheet import Space
from .symbols import NUMBERS, SYMBOLS, Ability, Symbol, parse_symbol, symbol_name
from .turn import (
    HouseSetup,
    Turn,
    UseAtOnce,
    WriteSymbol,
    changed_result,
    cross_off_cat,
    mark,
    needs_space,
    open_spaces,
    touching,
    unmark,
    used_results,
    write,
)

CHANGES = (Ability.C, Ability.F, Ability.H)
"""The abilities that replace a symbol that is about to be drawn."""

Ways: TypeAlias = Iterable[tuple[str, ...]]
"""The words of an ability's uses, as its notation has them."""


class Effect(NamedTuple):
    ways: Callable[[HouseSetup, Turn], Ways]
    use: Callable[..., Turn]


def ability_uses(setup: HouseSetup, turn: Turn, among: Collection[Ability] = tuple(Ability)) -> list[Use]:
    """Return every use of an ability that has a circle left."""
    uses: list[Use] = []
    for ability, circles in zip(setup.abilities, turn.house.circles, strict=True):
        if circles and ability in among:
            uses += at_once_uses(setup, turn, ability)
    return uses


def task_uses(setup: HouseSetup, turn: Turn) -> list[Use]:
    """Return every use that helps with the next task: C, F and H change its symbol, J lets L touch corners."""
    if turn.starting:
        return []
    if turn.tasks[0] == UseAtOnce(Ability.L):
        return ability_uses(setup, turn, (Ability.J,))
    return ability_uses(setup, turn, CHANGES)


def at_once_uses(setup: HouseSetup, turn: Turn, ability: Ability) -> list[Use]:
    return [using(ability, way) for way in EFFECTS[ability].ways(setup, turn)]


def use_ability(setup: HouseSetup, turn: Turn, use: Use) -> Turn:
    """Cross off the circle and let the ability work."""
    house = turn.house.with_circle(setup.number[use.ability], -1)
    return EFFECTS[use.ability].use(setup, replace(turn, house=house), *use.words)


def use_at_once(setup: HouseSetup, turn: Turn, use: Use) -> Turn:
    return EFFECTS[use.ability].use(setup, turn, *use.words)


def _numbers(symbols: Collection[str]) -> list[Symbol]:
    return [number for number in NUMBERS if number in symbols]


def _results(turn: Turn) -> str:
    """Return the results that may still be written."""
    return turn.results if turn.left else ""


def _drawable(setup: HouseSetup, turn: Turn) -> Collection[str]:
    """Return what C, F and H may replace: the symbol of the next task; without a task, a result of a die."""
    if not turn.tasks:
        return _results(turn)
    if setup.changes == "dice":
        return ()
    match turn.tasks[0]:
        case WriteSymbol(symbols):
            return symbols
        case UseAtOnce(Ability.K):
            return setup.written_symbols
        case _:
            return ()


def _changed(setup: HouseSetup, turn: Turn, old: Symbol, new: Symbol) -> Turn:
    """Replace a symbol that is about to be drawn. On level 1 a cat is crossed off the cat bar instead."""
    if not turn.tasks:
        return changed_result(turn, old, new)
    task, *rest = turn.tasks
    marked = isinstance(task, WriteSymbol) and task.marked
    if new not in setup.written_symbols:
        turn = replace(turn, tasks=tuple(rest))
        return cross_off_cat(setup, unmark(turn, turn.marked[0]) if marked else turn)
    double = isinstance(task, WriteSymbol) and task.double
    return replace(turn, tasks=(WriteSymbol((new,), double, marked), *rest))


def can_change(setup: HouseSetup, turn: Turn, symbol: Symbol) -> bool:
    """Return whether C, F or H has a circle for a symbol that D or L is about to draw."""
    if setup.changes == "dice" or turn.starting:
        return False
    about_to = replace(turn, tasks=(WriteSymbol((symbol,)), *turn.tasks))
    return bool(ability_uses(setup, about_to, CHANGES))


def _draw(setup: HouseSetup, turn: Turn, symbol: Symbol, spaces: tuple[Space, ...]) -> Turn:
    """Write a symbol into each of these spaces, or mark them while it can still be changed."""
    if can_change(setup, turn, symbol):
        return mark(setup, turn, symbol, spaces)
    for space in spaces:
        turn = write(setup, turn, space, symbol)
    return turn


# A: one result into any empty space, outside the group.
def _apart_ways(setup: HouseSetup, turn: Turn) -> Ways:
    if not turn.left:
        return ()
    empty = turn.house.empty(setup.sheet)
    return [
        (symbol_name(SYMBOLS[result]), space) for result in sorted(set(needs_space(setup, turn))) for space in empty
    ]


def _use_apart(setup: HouseSetup, turn: Turn, symbol: str, space: Space) -> Turn:
    return write(setup, used_results(turn, parse_symbol(symbol)), space, parse_symbol(symbol))


# B: a number result one up or down, within 2 to 5.
def _nudge_ways(_setup: HouseSetup, turn: Turn) -> Ways:
    numbers = _numbers(_results(turn))
    ups = [(number, "up") for number in numbers if number != Symbol.FIVE]
    return ups + [(number, "down") for number in numbers if number != Symbol.TWO]


def _use_nudge(_setup: HouseSetup, turn: Turn, number: str, way: str) -> Turn:
    new = int(number) + (1 if way == "up" else -1)
    return changed_result(turn, SYMBOLS[number], SYMBOLS[str(new)])


# C: a number instead of a mouse.
def _no_mouse_ways(setup: HouseSetup, turn: Turn) -> Ways:
    return [(number,) for number in NUMBERS] if Symbol.MOUSE in _drawable(setup, turn) else ()


def _use_no_mouse(setup: HouseSetup, turn: Turn, number: str) -> Turn:
    return _changed(setup, turn, Symbol.MOUSE, SYMBOLS[number])


# D: a 3 into any empty space.
def _three_ways(setup: HouseSetup, turn: Turn) -> Ways:
    return [(space,) for space in turn.house.empty(setup.sheet)]


def _use_three(setup: HouseSetup, turn: Turn, space: Space) -> Turn:
    return _draw(setup, turn, Symbol.THREE, (space,))


# E: one result more or one fewer.
def _count_ways(_setup: HouseSetup, turn: Turn) -> Ways:
    more = [("more",)] if turn.left < len(turn.results) else []
    return more + ([("fewer",)] if turn.left else [])


def _use_count(_setup: HouseSetup, turn: Turn, way: str) -> Turn:
    return replace(turn, left=turn.left + (1 if way == "more" else -1))


# F: 2 instead of 5, or 5 instead of 2.
def _swap_ways(setup: HouseSetup, turn: Turn) -> Ways:
    return [(number,) for number in (Symbol.TWO, Symbol.FIVE) if number in _drawable(setup, turn)]


def _use_swap(setup: HouseSetup, turn: Turn, number: str) -> Turn:
    old = SYMBOLS[number]
    return _changed(setup, turn, old, Symbol.FIVE if old is Symbol.TWO else Symbol.TWO)


# G: cross off a number outside rooms, then write it into any empty space.
def _move_ways(setup: HouseSetup, turn: Turn) -> Ways:
    return [] if turn.house.full else [(space,) for space in turn.house.loose_numbers(setup.sheet)]


def _use_move(setup: HouseSetup, turn: Turn, space: Space) -> Turn:
    number = SYMBOLS[turn.house.entry(setup.sheet, space)]
    task = WriteSymbol((number,), double=space in turn.house.doubled)
    house = turn.house.without_number(setup.sheet, space, setup.crossed_space)
    return replace(turn, house=house, tasks=(task, *turn.tasks))


# H: a cat or a mouse instead of a number.
def _animal_ways(setup: HouseSetup, turn: Turn) -> Ways:
    return [(number, animal) for number in _numbers(_drawable(setup, turn)) for animal in ("cat", "mouse")]


def _use_animal(setup: HouseSetup, turn: Turn, number: str, animal: str) -> Turn:
    return _changed(setup, turn, SYMBOLS[number], parse_symbol(animal))


# I: two equal results into one space, which then counts as two.
def _double_ways(setup: HouseSetup, turn: Turn) -> Ways:
    results = needs_space(setup, turn)
    twice = [symbol for symbol in Symbol if results.count(symbol) >= 2] if turn.left >= 2 else []
    return [(symbol_name(symbol), space) for symbol in twice for space in open_spaces(setup, turn)]


def _use_double(setup: HouseSetup, turn: Turn, symbol: str, space: Space) -> Turn:
    turn = used_results(turn, parse_symbol(symbol), count=2, group=(space,))
    return write(setup, turn, space, parse_symbol(symbol), double=True)


# J: this turn spaces may touch at corners. After the last result only the two mice of L are left to touch.
def _corner_ways(setup: HouseSetup, turn: Turn) -> Ways:
    can_matter = turn.left or (Ability.L in setup.abilities and not turn.house.full)
    return [()] if can_matter and not turn.corners else []


def _use_corners(_setup: HouseSetup, turn: Turn) -> Turn:
    return replace(turn, corners=True)


# K: any symbol into an empty space, at once; on level 1 no cat, since cats have no space there.
def _any_ways(setup: HouseSetup, turn: Turn) -> Ways:
    return [(symbol_name(symbol), space) for symbol in setup.written_symbols for space in turn.house.empty(setup.sheet)]


def _use_any(setup: HouseSetup, turn: Turn, symbol: str, space: Space) -> Turn:
    return write(setup, turn, space, parse_symbol(symbol))


# L: a mouse into an empty space, or two mice into two that touch, at once.
def _mice_ways(setup: HouseSetup, turn: Turn) -> Ways:
    empty = turn.house.empty(setup.sheet)
    near = touching(setup, turn)
    pairs = [tuple(sorted((one, other))) for one in empty for other in empty if one < other and other in near[one]]
    return [(space,) for space in empty] + pairs


def _use_mice(setup: HouseSetup, turn: Turn, *spaces: Space) -> Turn:
    return _draw(setup, turn, Symbol.MOUSE, spaces)


EFFECTS: dict[Ability, Effect] = {
    Ability.A: Effect(_apart_ways, _use_apart),
    Ability.B: Effect(_nudge_ways, _use_nudge),
    Ability.C: Effect(_no_mouse_ways, _use_no_mouse),
    Ability.D: Effect(_three_ways, _use_three),
    Ability.E: Effect(_count_ways, _use_count),
    Ability.F: Effect(_swap_ways, _use_swap),
    Ability.G: Effect(_move_ways, _use_move),
    Ability.H: Effect(_animal_ways, _use_animal),
    Ability.I: Effect(_double_ways, _use_double),
    Ability.J: Effect(_corner_ways, _use_corners),
    Ability.K: Effect(_any_ways, _use_any),
    Ability.L: Effect(_mice_ways, _use_mice),
}
