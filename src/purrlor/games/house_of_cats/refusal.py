"""Why an action is refused, in the words of the rules. What is legal is said by `play.choices` alone."""

from __future__ import annotations

from .ability import AT_ONCE, Ability
from .notation import Action, Back, ChooseRoom, Done, Expand, Forfeit, Place, TakeCat, Use, Write
from .sheet import Space
from .symbols import CROSSED, EMPTY, OUTSIDE, SYMBOLS, Symbol, symbol_name
from .turn import AddSpaces, PickRoom, Setup, Task, Turn, UseAtOnce, WriteNumber

_CONDITIONS = {
    Ability.A: "A writes a result that is left into an empty space",
    Ability.B: "B moves a number result that is left by one, within 2 to 5",
    Ability.C: "C needs a mouse among the results that are left",
    Ability.D: "D writes a 3 into an empty space",
    Ability.E: "E adds a result while a die is unused, or takes one away while one is left",
    Ability.F: "F needs a 2 or a 5 among the results that are left",
    Ability.G: "G crosses off a number outside rooms, while there is an empty space to write it into",
    Ability.H: "H needs this number among the results that are left",
    Ability.I: "I writes two equal results that are left into one space where a result may go",
    Ability.J: "J works once a turn, while a result is left",
    Ability.K: "K writes a symbol into an empty space; on level 1 no cat",
    Ability.L: "L writes a mouse into an empty space, or two into two that touch",
}


def refusal(setup: Setup, turn: Turn, action: Action) -> str:
    """Why `action` is not possible in this turn."""
    if turn.tasks and not isinstance(action, Back):
        return _task_refusal(setup, turn, turn.tasks[0], action)
    match action:
        case Place():
            return _place_refusal(setup, turn, action)
        case TakeCat():
            return _cat_refusal(setup, turn)
        case Use(ability):
            return _use_refusal(setup, turn, ability)
        case Forfeit():
            return "a result can still be used" if turn.left else "no result is left"
        case Done():
            return f"results still to use: {turn.left}"
        case Back():
            return "nothing was done in this turn yet"
        case Write() | ChooseRoom() | Expand():
            return "nothing asks for this now"


def _place_refusal(setup: Setup, turn: Turn, action: Place) -> str:
    if not turn.left:
        return "all results of this turn are used"
    if action.symbol is Symbol.CAT and not setup.cats_are_written:
        return "on level 1 cats are crossed off the cat bar: say 'cat'"
    if action.symbol not in turn.results:
        return f"no result that is left shows {symbol_name(action.symbol)}"
    return _space_refusal(setup, turn, action.space) or _reach_refusal(setup, turn, action.space)


def _space_refusal(setup: Setup, turn: Turn, space: Space) -> str:
    """Why nothing can be written there; empty if it can."""
    if space not in setup.sheet.place:
        return f"there is no space {space}"
    entry = turn.house.entry(setup.sheet, space)
    if entry == EMPTY:
        return ""
    held = {CROSSED: "a crossed-off number", OUTSIDE: "nothing yet: it is not part of the playing area"}
    return f"{space} holds {held[entry] if entry in held else symbol_name(SYMBOLS[entry])}"


def _reach_refusal(setup: Setup, turn: Turn, space: Space) -> str:
    if turn.starting and space not in setup.sheet.stars:
        return f"{space} has no star"
    return f"{space} touches no space written with a result this turn ({' '.join(turn.group)})"


def _cat_refusal(setup: Setup, turn: Turn) -> str:
    if setup.cats_are_written:
        return "cats are written on this level: say 'place cat C2'"
    return "no result that is left shows a cat" if turn.left else "all results of this turn are used"


def _use_refusal(setup: Setup, turn: Turn, ability: Ability) -> str:
    if ability not in setup.abilities:
        return f"the abilities of this match are {' '.join(setup.abilities)}"
    if ability in AT_ONCE:
        return f"{ability} is used only at the moment it is gained"
    if turn.starting:
        return "abilities wait until the starting symbols are written"
    number = setup.number[ability]
    if not turn.house.circles[setup.abilities.index(ability)]:
        return f"{ability} has no circle left: complete a room of {number}s first"
    return _CONDITIONS[ability]


def _task_refusal(setup: Setup, turn: Turn, task: Task, action: Action) -> str:
    match task, action:
        case WriteNumber(numbers), Write(number, space) if number in numbers:
            return _space_refusal(setup, turn, space)
        case AddSpaces(), Expand(space):
            return f"{space} cannot be added: new spaces touch each other, and as many as can be must fit"
        case PickRoom(space), ChooseRoom():
            count = turn.house.entry(setup.sheet, space)
            return f"a room of {count}s here is connected, holds {space} and counts exactly {count}"
        case UseAtOnce(ability), Use(used) if used is ability:
            return _CONDITIONS[ability]
        case _:
            return f"something comes first: {_first(task)}"


def _first(task: Task) -> str:
    match task:
        case PickRoom(space):
            return f"choose the room around {space} ('room …')"
        case AddSpaces(left):
            return f"add spaces, {left} to go ('expand …')"
        case UseAtOnce(ability):
            return f"use {ability} ('use {ability} …')"
        case WriteNumber(numbers):
            return f"write {' or '.join(numbers)} into an empty space ('write …')"
