"""Explain in the words of the rules why an action is refused. Legality is defined by `play.choices` alone."""

from __future__ import annotations

from purrlor.core.reason import Reason

from .abilities import CHANGES
from .notation import Action, Back, ChooseRoom, Done, Expand, Forfeit, Place, TakeCat, Use, Write
from .sheet import Space
from .symbols import AT_ONCE, CROSSED, EMPTY, OUTSIDE, SYMBOLS, Ability, Symbol, symbol_name
from .turn import AddSpaces, HouseSetup, PickRoom, Task, Turn, UseAtOnce, WriteSymbol

REASONS = {
    "used_up": "all results of this turn are used",
    "still_usable": "a result can still be used",
    "none_left": "no result is left",
    "not_done": "results still to use: {left}",
    "nothing_done": "nothing was done in this turn yet",
    "not_asked": "this is not expected now",
    "cat_bar": "on level 1 cats are crossed off the cat bar: say 'cat'",
    "not_shown": "no result that is left shows {results}",
    "no_space": "there is no space {space}",
    "crossed": "{space} holds a crossed-off number",
    "outside": "{space} holds nothing yet: it is not part of the playing area",
    "holds": "{space} holds {results}",
    "no_star": "{space} has no star",
    "no_touch": "{space} touches no space written with a result this turn ({group})",
    "cats_written": "cats are written on this level: say 'place cat C2'",
    "no_cat": "no result that is left shows a cat",
    "other_abilities": "the abilities of this match are {abilities}",
    "at_once": "{letter} is used only at the moment it is gained",
    "starting": "abilities wait until the starting symbols are written",
    "no_circle": "{letter} has no circle left: complete a room of {number}s first",
    "no_growth": "{space} cannot be added: new spaces touch each other, and as many as can be must fit",
    "no_room": "a room of {number}s here is connected, holds {space} and counts exactly {number}",
    "first_room": "something comes first: choose the room around {space} ('room …')",
    "first_spaces": "something comes first: add spaces, {left} to go ('expand …')",
    "first_use": "something comes first: use {letter} ('use {letter} …')",
    "marked": "{space} was not chosen for this; it goes into {spaces}",
    "first_number": "something comes first: write {numbers} into an empty space ('write …')",
    "ability_A": "A writes a result that is left into an empty space",
    "ability_B": "B moves a number result that is left by one, within 2 to 5",
    "ability_C": "C needs a mouse that is still to be written",
    "ability_D": "D writes a 3 into an empty space",
    "ability_E": "E adds a result while a die is unused, or takes one away while one is left",
    "ability_F": "F needs a 2 or a 5 that is still to be written",
    "ability_G": "G crosses off a number outside rooms, while there is an empty space to write it into",
    "ability_H": "H needs this number, still to be written",
    "ability_I": "I writes two equal results that are left into one space where a result may go",
    "ability_J": "J works once a turn, while a result is left or L can still be gained",
    "ability_K": "K writes a symbol into an empty space; on level 1 no cat",
    "ability_L": "L writes a mouse into an empty space, or two into two that touch",
}
"""The reasons in English, by code. The catalogues of words have the other languages."""


def because(code: str, **values: object) -> Reason:
    return Reason(f"house-of-cats.refused.{code}", REASONS[code], **values)


def refusal(setup: HouseSetup, turn: Turn, action: Action) -> Reason | None:
    """Return why `action` is not possible in this turn; None if it is possible."""
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
            return because("still_usable" if turn.left else "none_left")
        case Done():
            return because("not_done", left=turn.left)
        case Back():
            return because("nothing_done")
        case Write() | ChooseRoom() | Expand():
            return because("not_asked")


def _place_refusal(setup: HouseSetup, turn: Turn, action: Place) -> Reason | None:
    if not turn.left:
        return because("used_up")
    if action.symbol is Symbol.CAT and not setup.cats_are_written:
        return because("cat_bar")
    if action.symbol not in turn.results:
        return because("not_shown", results=symbol_name(action.symbol))
    return _space_refusal(setup, turn, action.space) or _reach_refusal(setup, turn, action.space)


def _space_refusal(setup: HouseSetup, turn: Turn, space: Space) -> Reason | None:
    """Return why nothing can be written there; None if it can."""
    if space not in setup.sheet.place:
        return no_such_space(space)
    entry = turn.house.entry(setup.sheet, space)
    if entry == EMPTY:
        return None
    if entry in SYMBOLS:
        return because("holds", space=space, results=symbol_name(SYMBOLS[entry]))
    return because({CROSSED: "crossed", OUTSIDE: "outside"}[entry], space=space)


def no_such_space(space: str) -> Reason:
    return because("no_space", space=space)


def _reach_refusal(setup: HouseSetup, turn: Turn, space: Space) -> Reason | None:
    if turn.starting and space not in setup.sheet.stars:
        return because("no_star", space=space)
    return because("no_touch", space=space, group=" ".join(turn.group))


def _cat_refusal(setup: HouseSetup, turn: Turn) -> Reason | None:
    if setup.cats_are_written:
        return because("cats_written")
    return because("no_cat" if turn.left else "used_up")


def _use_refusal(setup: HouseSetup, turn: Turn, ability: Ability) -> Reason | None:
    if ability not in setup.abilities:
        return because("other_abilities", abilities=" ".join(setup.abilities))
    if ability in AT_ONCE:
        return because("at_once", letter=ability)
    if turn.starting:
        return because("starting")
    if turn.tasks and (ability not in CHANGES or setup.changes == "dice"):
        return _first(turn.tasks[0])
    number = setup.number[ability]
    if not turn.house.circles[setup.abilities.index(ability)]:
        return because("no_circle", letter=ability, number=number)
    return because(f"ability_{ability}")


def _task_refusal(setup: HouseSetup, turn: Turn, task: Task, action: Action) -> Reason | None:
    match task, action:
        case WriteSymbol(symbols, marked=marked), Write(symbol, space) if symbol in symbols:
            not_marked = because("marked", space=space, spaces=" / ".join(turn.marked))
            return _space_refusal(setup, turn, space) or (not_marked if marked else None)
        case AddSpaces(), Expand(space):
            return because("no_growth", space=space)
        case PickRoom(space), ChooseRoom():
            count = turn.house.entry(setup.sheet, space)
            return because("no_room", number=count, space=space)
        case UseAtOnce(ability), Use(used) if used is ability:
            return because(f"ability_{ability}")
        case ((WriteSymbol() | UseAtOnce(Ability.K)), Use(used)) if used not in AT_ONCE:
            return _use_refusal(setup, turn, used)
        case _:
            return _first(task)


def _first(task: Task) -> Reason:
    """Return what must be done before anything else."""
    match task:
        case PickRoom(space):
            return because("first_room", space=space)
        case AddSpaces(left):
            return because("first_spaces", left=left)
        case UseAtOnce(ability):
            return because("first_use", letter=ability)
        case WriteSymbol(symbols):
            return because("first_number", numbers=" / ".join(symbol_name(symbol) for symbol in symbols))
