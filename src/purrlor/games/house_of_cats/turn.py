"""One player's turn in progress: the results still to write, and what writing sets off.

Some things must be done at once, before anything else goes on: choose the spaces of a room, add spaces (level 4), use K
or L, write a symbol (cat bar, G; D and L where C or H could still change it). They wait as tasks, the next one first. A
task that nobody can do is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec.structs import replace

from purrlor.core.value import Value

from .house import House, possible_rooms
from .notation import Action
from .sheet import ANY_NUMBER, Sheet, Space
from .symbols import AT_ONCE, NUMBERS, OUTSIDE, SYMBOLS, Ability, Symbol


@dataclass(frozen=True)
class HouseSetup:
    """The part of a match that is the same for all seats and never changes."""

    sheet: Sheet
    abilities: tuple[Ability, ...]
    """Tied to 2, 3, 4 and 5, in this order."""
    crossed_space: Literal["used", "empty"] = "used"
    changes: Literal["drawn", "dice"] = "drawn"

    @cached_property
    def number(self) -> dict[Ability, Symbol]:
        """The number that each ability is tied to."""
        return dict(zip(self.abilities, NUMBERS, strict=True))

    @cached_property
    def cats_are_written(self) -> bool:
        """Return whether cats are written into spaces; on level 1 they are crossed off the cat bar instead."""
        return self.sheet.level != 1

    @cached_property
    def written_symbols(self) -> tuple[Symbol, ...]:
        return tuple(symbol for symbol in Symbol if self.cats_are_written or symbol is not Symbol.CAT)


class PickRoom(Value, frozen=True):
    """The group around this space is larger than its number."""

    space: Space


class AddSpaces(Value, frozen=True):
    """Number of spaces still to be added to the playing area, touching those added so far."""

    left: int
    added: tuple[Space, ...] = ()


class UseAtOnce(Value, frozen=True):
    ability: Ability


class WriteSymbol(Value, frozen=True):
    """One of these symbols is about to be drawn: in any empty space, or in one of the turn's marked spaces."""

    symbols: tuple[Symbol, ...]
    double: bool = False
    marked: bool = False


Task: TypeAlias = PickRoom | AddSpaces | UseAtOnce | WriteSymbol


class Turn(Value, frozen=True):
    house: House
    results: str
    """The results not written yet, as abilities have changed them, in the order of `Symbol`."""
    left: int
    """How many of them are still to be written."""
    starting: bool = False
    """Whether this is the start of levels 2 and 3, when results go into starred spaces."""
    group: tuple[Space, ...] = ()
    """The spaces of this turn's results, which the next one must touch. Abilities and cats add nothing to them."""
    corners: bool = False
    """Whether touching at a corner will do (J)."""
    tasks: tuple[Task, ...] = ()
    marked: tuple[Space, ...] = ()
    """Empty spaces chosen for D or L while their symbols can still be changed: one for each symbol to be drawn."""
    steps: tuple[Action, ...] = ()
    """The actions of this turn so far, without those taken back."""
    done: bool = False


def open_spaces(setup: HouseSetup, turn: Turn) -> tuple[Space, ...]:
    """Return where the next result may go."""
    empty = turn.house.empty(setup.sheet)
    if turn.starting:
        return tuple(space for space in empty if space in setup.sheet.stars)
    if not turn.group:
        return empty
    near = touching(setup, turn)
    reach = frozenset[Space]().union(*[near[space] for space in turn.group])
    return tuple([space for space in empty if space in reach])


def touching(setup: HouseSetup, turn: Turn) -> Mapping[Space, frozenset[Space]]:
    """Return what touches each space this turn; rooms never look at corners."""
    return setup.sheet.neighbours_and_corners if turn.corners else setup.sheet.neighbours


def needs_space(setup: HouseSetup, turn: Turn) -> str:
    """Return the results that are written, not crossed off the cat bar."""
    return turn.results if setup.cats_are_written else turn.results.replace(Symbol.CAT, "")


def used_results(turn: Turn, symbol: Symbol, *, count: int = 1, group: tuple[Space, ...] = ()) -> Turn:
    """Remove a number of equal results; `group` is where they are written, if that joins the group."""
    results = turn.results.replace(symbol, "", count)
    return replace(turn, results=results, left=turn.left - count, group=(*turn.group, *group))


def changed_result(turn: Turn, old: Symbol, new: Symbol) -> Turn:
    results = sorted(turn.results.replace(old, new, 1))
    return replace(turn, results="".join(results))


def write(setup: HouseSetup, turn: Turn, space: Space, symbol: Symbol, *, double: bool = False) -> Turn:
    """Write into a space; a number may complete a room, or ask which one."""
    turn = replace(turn, house=turn.house.with_entry(setup.sheet, space, symbol, double=double))
    if symbol not in NUMBERS:
        return turn
    rooms = possible_rooms(setup.sheet, turn.house, space)
    if len(rooms) > 1:
        return replace(turn, tasks=(PickRoom(space), *turn.tasks))
    return complete_room(setup, turn, symbol, rooms[0]) if rooms else turn


def complete_room(setup: HouseSetup, turn: Turn, number: Symbol, spaces: tuple[Space, ...]) -> Turn:
    """Draw the walls; the playing area grows and the ability is gained at once."""
    house = turn.house.with_room(number, spaces)
    ability = setup.abilities[NUMBERS.index(number)]
    tasks: list[Task] = [AddSpaces(int(number))] if setup.sheet.level == 4 else []
    if ability in AT_ONCE:
        tasks.append(UseAtOnce(ability))
    else:
        house = house.with_circle(number, +1)
    return replace(turn, house=house, tasks=(*tasks, *turn.tasks))


def mark(setup: HouseSetup, turn: Turn, symbol: Symbol, spaces: tuple[Space, ...]) -> Turn:
    """Choose spaces for a symbol that C, F or H can still change. While mice wait below, new ones wait with them."""
    tasks = turn.tasks if turn.marked else (WriteSymbol((symbol,), marked=True), *turn.tasks)
    marked = sorted((*turn.marked, *spaces), key=setup.sheet.spaces.index)
    return replace(turn, marked=tuple(marked), tasks=tasks)


def unmark(turn: Turn, space: Space) -> Turn:
    """Draw one marked symbol. Those left can only be mice of L: they wait as the next task."""
    marked = tuple(other for other in turn.marked if other != space)
    tasks = (WriteSymbol((Symbol.MOUSE,), marked=True), *turn.tasks) if marked else turn.tasks
    return replace(turn, marked=marked, tasks=tasks)


def task_spaces(setup: HouseSetup, turn: Turn, task: WriteSymbol) -> tuple[Space, ...]:
    """Return where the symbol of a task may go."""
    return turn.marked if task.marked else turn.house.empty(setup.sheet)


def cross_off_cat(setup: HouseSetup, turn: Turn) -> Turn:
    """Cross off the next cat of the bar; its number must be written at once. With the bar full nothing happens."""
    bar, crossed = setup.sheet.cat_bar, turn.house.cats
    if crossed == len(bar):
        return turn
    turn = replace(turn, house=replace(turn.house, cats=crossed + 1))
    numbers = (
        NUMBERS if bar[crossed] == ANY_NUMBER else tuple(SYMBOLS[mark] for mark in bar[crossed] if mark in SYMBOLS)
    )
    return replace(turn, tasks=(WriteSymbol(numbers), *turn.tasks)) if numbers else turn


def addable_spaces(setup: HouseSetup, turn: Turn, task: AddSpaces) -> tuple[Space, ...]:
    """Return where the playing area may grow: as many spaces as possible must fit, each touching one added before."""
    outside = turn.house.spaces(setup.sheet, OUTSIDE)
    if not task.left or not outside:
        return ()
    if task.added:
        return tuple(space for space in outside if not setup.sheet.neighbours[space].isdisjoint(task.added))
    patches = _patches(setup.sheet, frozenset(outside))
    enough = min(task.left, max(map(len, patches)))
    return tuple(space for space in outside if any(space in patch and len(patch) >= enough for patch in patches))


def _patches(sheet: Sheet, spaces: frozenset[Space]) -> list[frozenset[Space]]:
    """Return the connected parts of some spaces."""
    patches: list[frozenset[Space]] = []
    while spaces:
        patch = edge = frozenset([min(spaces)])
        while edge:
            edge = frozenset(near for space in edge for near in sheet.neighbours[space]) & spaces - patch
            patch |= edge
        patches.append(patch)
        spaces -= patch
    return patches
