"""Why an action is refused, in the words of the rules. What is legal is said by `play.choices` alone."""

from __future__ import annotations

from typing import TypeAlias

from .ability import AT_ONCE, Ability
from .notation import Action, Back, ChooseRoom, Done, Expand, Forfeit, Place, TakeCat, Use, Write
from .sheet import Space
from .symbols import CROSSED, EMPTY, OUTSIDE, SYMBOLS, Symbol, symbol_name
from .turn import AddSpaces, PickRoom, Setup, Task, Turn, UseAtOnce, WriteNumber

REASONS = {
    "used_up": "all results of this turn are used",
    "still_usable": "a result can still be used",
    "none_left": "no result is left",
    "not_done": "results still to use: {left}",
    "nothing_done": "nothing was done in this turn yet",
    "not_asked": "nothing asks for this now",
    "cat_bar": "on level 1 cats are crossed off the cat bar: say 'cat'",
    "not_shown": "no result that is left shows {symbol}",
    "no_space": "there is no space {space}",
    "crossed": "{space} holds a crossed-off number",
    "outside": "{space} holds nothing yet: it is not part of the playing area",
    "holds": "{space} holds {symbol}",
    "no_star": "{space} has no star",
    "no_touch": "{space} touches no space written with a result this turn ({group})",
    "cats_written": "cats are written on this level: say 'place cat C2'",
    "no_cat": "no result that is left shows a cat",
    "other_abilities": "the abilities of this match are {abilities}",
    "at_once": "{ability} is used only at the moment it is gained",
    "starting": "abilities wait until the starting symbols are written",
    "no_circle": "{ability} has no circle left: complete a room of {number}s first",
    "no_growth": "{space} cannot be added: new spaces touch each other, and as many as can be must fit",
    "no_room": "a room of {number}s here is connected, holds {space} and counts exactly {number}",
    "first_room": "something comes first: choose the room around {space} ('room …')",
    "first_spaces": "something comes first: add spaces, {left} to go ('expand …')",
    "first_use": "something comes first: use {ability} ('use {ability} …')",
    "first_number": "something comes first: write {numbers} into an empty space ('write …')",
    "ability_A": "A writes a result that is left into an empty space",
    "ability_B": "B moves a number result that is left by one, within 2 to 5",
    "ability_C": "C needs a mouse among the results that are left",
    "ability_D": "D writes a 3 into an empty space",
    "ability_E": "E adds a result while a die is unused, or takes one away while one is left",
    "ability_F": "F needs a 2 or a 5 among the results that are left",
    "ability_G": "G crosses off a number outside rooms, while there is an empty space to write it into",
    "ability_H": "H needs this number among the results that are left",
    "ability_I": "I writes two equal results that are left into one space where a result may go",
    "ability_J": "J works once a turn, while a result is left",
    "ability_K": "K writes a symbol into an empty space; on level 1 no cat",
    "ability_L": "L writes a mouse into an empty space, or two into two that touch",
}
"""By their codes. The rules speak English; other languages find theirs in the catalogues of words."""


Value: TypeAlias = str | int | tuple[str, ...]


class Reason(str):
    """A sentence in English, with its code and what was filled in; several numbers are filled in as a tuple."""

    code: str
    values: dict[str, Value]

    def __new__(cls, code: str, **values: Value) -> Reason:
        said = {name: " or ".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
        reason = super().__new__(cls, REASONS[code].format(**said))
        reason.code, reason.values = code, values
        return reason


def refusal(setup: Setup, turn: Turn, action: Action) -> str:
    """Why `action` is not possible in this turn: a `Reason`, or an empty text for one that is possible."""
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
            return Reason("still_usable" if turn.left else "none_left")
        case Done():
            return Reason("not_done", left=turn.left)
        case Back():
            return Reason("nothing_done")
        case Write() | ChooseRoom() | Expand():
            return Reason("not_asked")


def _place_refusal(setup: Setup, turn: Turn, action: Place) -> str:
    if not turn.left:
        return Reason("used_up")
    if action.symbol is Symbol.CAT and not setup.cats_are_written:
        return Reason("cat_bar")
    if action.symbol not in turn.results:
        return Reason("not_shown", symbol=symbol_name(action.symbol))
    return _space_refusal(setup, turn, action.space) or _reach_refusal(setup, turn, action.space)


def _space_refusal(setup: Setup, turn: Turn, space: Space) -> str:
    """Why nothing can be written there; empty if it can."""
    if space not in setup.sheet.place:
        return Reason("no_space", space=space)
    entry = turn.house.entry(setup.sheet, space)
    if entry == EMPTY:
        return ""
    if entry in SYMBOLS:
        return Reason("holds", space=space, symbol=symbol_name(SYMBOLS[entry]))
    return Reason({CROSSED: "crossed", OUTSIDE: "outside"}[entry], space=space)


def _reach_refusal(setup: Setup, turn: Turn, space: Space) -> str:
    if turn.starting and space not in setup.sheet.stars:
        return Reason("no_star", space=space)
    return Reason("no_touch", space=space, group=" ".join(turn.group))


def _cat_refusal(setup: Setup, turn: Turn) -> str:
    if setup.cats_are_written:
        return Reason("cats_written")
    return Reason("no_cat" if turn.left else "used_up")


def _use_refusal(setup: Setup, turn: Turn, ability: Ability) -> str:
    if ability not in setup.abilities:
        return Reason("other_abilities", abilities=" ".join(setup.abilities))
    if ability in AT_ONCE:
        return Reason("at_once", ability=ability)
    if turn.starting:
        return Reason("starting")
    number = setup.number[ability]
    if not turn.house.circles[setup.abilities.index(ability)]:
        return Reason("no_circle", ability=ability, number=number)
    return Reason(f"ability_{ability}")


def _task_refusal(setup: Setup, turn: Turn, task: Task, action: Action) -> str:
    match task, action:
        case WriteNumber(numbers), Write(number, space) if number in numbers:
            return _space_refusal(setup, turn, space)
        case AddSpaces(), Expand(space):
            return Reason("no_growth", space=space)
        case PickRoom(space), ChooseRoom():
            count = turn.house.entry(setup.sheet, space)
            return Reason("no_room", number=count, space=space)
        case UseAtOnce(ability), Use(used) if used is ability:
            return Reason(f"ability_{ability}")
        case _:
            return _first(task)


def _first(task: Task) -> Reason:
    """What comes before anything else."""
    match task:
        case PickRoom(space):
            return Reason("first_room", space=space)
        case AddSpaces(left):
            return Reason("first_spaces", left=left)
        case UseAtOnce(ability):
            return Reason("first_use", ability=ability)
        case WriteNumber(numbers):
            return Reason("first_number", numbers=tuple(numbers))
