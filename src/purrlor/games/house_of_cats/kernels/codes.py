"""Translate between the rules and their compiled form: turns and rows of integers, actions and codes."""

from __future__ import annotations

from collections.abc import Iterable

from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints
from purrlor.games.house_of_cats.house import House

# isort: off
from purrlor.games.house_of_cats.notation import (
    Action, ChooseRoom, Done, Expand, Forfeit, Place, TakeCat, Use, Write, expanding, placing, using,
)  # fmt: skip
from purrlor.games.house_of_cats.sheet import Sheet, Space
from purrlor.games.house_of_cats.symbols import CROSSED, EMPTY, NUMBERS, OUTSIDE, Ability, Symbol, symbol_name
from purrlor.games.house_of_cats.turn import AddSpaces, PickRoom, Task, Turn, UseAtOnce, WriteSymbol
# isort: on

from . import layout
from .layout import bits_of, signed, space_at, square

_SYMBOLS = tuple(Symbol)
_ABILITIES = tuple(Ability)
_ENTRIES = {str(symbol): place for place, symbol in enumerate(_SYMBOLS)} | {
    EMPTY: layout.EMPTY,
    OUTSIDE: layout.OUTSIDE,
}
_PLAIN: dict[int, Action] = {layout.TAKE_CAT: TakeCat(), layout.FORFEIT: Forfeit(), layout.FINISH: Done()}
_PLAIN_CODES = {action: code for code, action in _PLAIN.items()}


def house_row(sheet: Sheet, house: House) -> Ints:
    """Return the row of a house with no turn in progress."""
    row = [0] * layout.WORDS
    for space, entry in zip(sheet.spaces, house.entries, strict=True):
        if entry != CROSSED:
            row[_ENTRIES[entry]] |= 1 << square(sheet, space)
    row[layout.WALLED] = bits_of(sheet, house.walled())
    row[layout.DOUBLED] = bits_of(sheet, house.doubled)
    for place, number in enumerate(NUMBERS):
        row[layout.ROOMS + place] = sum(room.number == number for room in house.rooms)
        row[layout.CIRCLES + place] = house.circles[place]
    row[layout.CATS] = house.cats
    return np.array([signed(word) if word > 0 else word for word in row], np.int64)


def row_of(sheet: Sheet, turn: Turn) -> Ints:
    """Return the row of a house and its turn in progress."""
    row = house_row(sheet, turn.house)
    for place, symbol in enumerate(_SYMBOLS):
        row[layout.RESULT + place] = turn.results.count(symbol)
    row[layout.LEFT] = turn.left
    row[layout.STARTING] = turn.starting
    row[layout.GROUP] = bits_of(sheet, turn.group)
    row[layout.CORNERS] = turn.corners
    row[layout.DONE] = turn.done
    row[layout.TASKS] = sum(_task(sheet, task) << 16 * place for place, task in enumerate(turn.tasks))
    row[layout.MARKED] = bits_of(sheet, turn.marked)
    row[layout.ADDED] = bits_of(
        sheet, [space for task in turn.tasks if isinstance(task, AddSpaces) for space in task.added]
    )
    return row


def _task(sheet: Sheet, task: Task) -> int:
    match task:
        case PickRoom(space):
            return layout.PICK_ROOM | square(sheet, space) << 4
        case AddSpaces(left):
            return layout.ADD_SPACES | left << 4
        case UseAtOnce(ability):
            return layout.AT_ONCE | _ABILITIES.index(ability) << 4
        case WriteSymbol(symbols, double, marked):
            allowed = sum(1 << _SYMBOLS.index(symbol) for symbol in symbols)
            return layout.WRITE_SYMBOL | (allowed | double * layout.DOUBLE | marked * layout.INTO_MARKED) << 4


def code_of(sheet: Sheet, action: Action) -> int:
    """Return the code of an action other than `back`."""
    match action:
        case Place(symbol, space):
            return _code(sheet, layout.PLACE, _SYMBOLS.index(symbol), [space])
        case Write(symbol, space):
            return _code(sheet, layout.WRITE, _SYMBOLS.index(symbol), [space])
        case Expand(space):
            return _code(sheet, layout.EXPAND, 0, [space])
        case ChooseRoom(spaces):
            return _code(sheet, layout.CHOOSE_ROOM, 0, spaces)
        case Use(ability, words):
            named = [Space(word) for word in words if word in sheet.place]
            said = _SAID[ability].index(words[: len(words) - len(named)])
            return _code(sheet, layout.USE + _ABILITIES.index(ability), said, named)
        case _:
            return _PLAIN_CODES[action]


def _code(sheet: Sheet, kind: int, said: int, spaces: Iterable[Space]) -> int:
    squares = sorted(square(sheet, space) for space in spaces)
    return kind | said << 8 | sum(number + 1 << 16 + 7 * place for place, number in enumerate(squares))


def action_of(sheet: Sheet, code: int) -> Action:
    """Invert `code_of`."""
    kind, said, spaces = code & 0xFF, code >> 8 & 0xFF, _spaces(sheet, code)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind >= layout.USE:
        ability = _ABILITIES[kind - layout.USE]
        return using(ability, (*_SAID[ability][said], *spaces))
    if kind == layout.PLACE:
        return placing(_SYMBOLS[said], spaces[0])
    if kind == layout.WRITE:
        return Write(_SYMBOLS[said], spaces[0])
    return expanding(spaces[0]) if kind == layout.EXPAND else ChooseRoom(spaces)


def _spaces(sheet: Sheet, code: int) -> tuple[Space, ...]:
    numbers = [code >> 16 + 7 * place & 0x7F for place in range(5)]
    return tuple(sorted(space_at(sheet, number - 1) for number in numbers if number))


_NAMES: list[tuple[str, ...]] = [(symbol_name(symbol),) for symbol in Symbol]
_SAID: dict[Ability, list[tuple[str, ...]]] = {
    Ability.A: _NAMES,
    Ability.B: [(number, way) for number in NUMBERS for way in ("up", "down")],
    Ability.C: _NAMES,
    Ability.D: [()],
    Ability.E: [("more",), ("fewer",)],
    Ability.F: _NAMES,
    Ability.G: [()],
    Ability.H: [(number, animal) for number in NUMBERS for animal in ("cat", "mouse")],
    Ability.I: _NAMES,
    Ability.J: [()],
    Ability.K: _NAMES,
    Ability.L: [()],
}
"""The words of each ability's notation before its spaces, in the order of their codes."""
