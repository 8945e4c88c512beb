"""The legal actions of a turn, and their effects.

There are no dead ends: a task stays only while it can be done (`_settle`). Without a task, either no result is left and
the turn can end; or a result can be written, or crossed off as a cat; or neither, and then the rest can be forfeited.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from .abilities import ability_uses, at_once_uses, can_change, task_uses, use_ability, use_at_once
from .house import House, possible_rooms
from .notation import (
    Action,
    Back,
    ChooseRoom,
    Done,
    Expand,
    Forfeit,
    Place,
    TakeCat,
    Use,
    Write,
    expanding,
    placing,
    writing,
)
from .symbols import AT_ONCE, EMPTY, SYMBOLS, Symbol
from .turn import (
    AddSpaces,
    HouseSetup,
    PickRoom,
    Task,
    Turn,
    UseAtOnce,
    WriteSymbol,
    addable_spaces,
    complete_room,
    cross_off_cat,
    needs_space,
    open_spaces,
    task_spaces,
    unmark,
    used_results,
    write,
)

DICE = 4
CHOSEN = 3


def begin(house: House, results: str, *, starting: bool = False) -> Turn:
    """Begin a turn: three of four results are to be written; of the starting symbols all three."""
    return Turn(house, results, CHOSEN, starting)


def choices(setup: HouseSetup, turn: Turn) -> Sequence[Action]:
    """Return the legal actions; while something must be done at once, only those that do it."""
    if turn.done:
        return ()
    actions = _task_choices(setup, turn) if turn.tasks else _free_choices(setup, turn)
    return (*actions, Back()) if turn.steps else actions


def _task_choices(setup: HouseSetup, turn: Turn) -> Sequence[Action]:
    task = turn.tasks[0]
    match task:
        case PickRoom(space):
            return [ChooseRoom(spaces) for spaces in possible_rooms(setup.sheet, turn.house, space)]
        case AddSpaces():
            return [expanding(space) for space in addable_spaces(setup, turn, task)]
        case UseAtOnce(ability):
            return [*at_once_uses(setup, turn, ability), *task_uses(setup, turn)]
        case WriteSymbol(symbols):
            spaces = task_spaces(setup, turn, task)
            return [*(writing(symbol, space) for symbol in symbols for space in spaces), *task_uses(setup, turn)]


def _free_choices(setup: HouseSetup, turn: Turn) -> Sequence[Action]:
    """Return the uses of results and abilities; `done` when no result is left."""
    found: list[Action] = _result_choices(setup, turn) if turn.left else [Done()]
    return found if turn.starting else [*found, *ability_uses(setup, turn)]


def _result_choices(setup: HouseSetup, turn: Turn) -> list[Action]:
    """Write a result, cross off a cat (level 1), or forfeit what finds no space."""
    written, spaces = needs_space(setup, turn), open_spaces(setup, turn)
    found: list[Action] = [placing(SYMBOLS[result], space) for result in sorted(set(written)) for space in spaces]
    if len(written) < len(turn.results):
        found.append(TakeCat())
    if not spaces and turn.left <= len(written):
        found.append(Forfeit())
    return found


def play(setup: HouseSetup, turn: Turn, action: Action) -> Turn:
    """Return the turn after a legal action other than `back`."""
    if isinstance(action, Done):
        return replace(turn, done=True)
    after = _after_task(setup, turn, action) if turn.tasks else _after(setup, turn, action)
    return _settle(setup, replace(after, steps=(*turn.steps, action)))


def _after(setup: HouseSetup, turn: Turn, action: Action) -> Turn:
    match action:
        case Place(symbol, space):
            return write(setup, used_results(turn, symbol, group=(space,)), space, symbol)
        case TakeCat():
            return cross_off_cat(setup, used_results(turn, Symbol.CAT))
        case Use():
            return use_ability(setup, turn, action)
        case _:
            return replace(turn, results="", left=0)


def _after_task(setup: HouseSetup, turn: Turn, action: Action) -> Turn:
    if isinstance(action, Use) and action.ability not in AT_ONCE:
        return use_ability(setup, turn, action)
    task, turn = turn.tasks[0], replace(turn, tasks=turn.tasks[1:])
    match task, action:
        case PickRoom(space), ChooseRoom(spaces):
            return complete_room(setup, turn, SYMBOLS[turn.house.entry(setup.sheet, space)], spaces)
        case AddSpaces(left, added), Expand(space):
            house = turn.house.with_entry(setup.sheet, space, EMPTY)
            return replace(turn, house=house, tasks=(AddSpaces(left - 1, (*added, space)), *turn.tasks))
        case WriteSymbol(_, double, marked), Write(symbol, space):
            return write(setup, unmark(turn, space) if marked else turn, space, symbol, double=double)
        case UseAtOnce(), Use():
            return use_at_once(setup, turn, action)
        case _:
            raise AssertionError(f"{action} is no answer to {task}")


def _settle(setup: HouseSetup, turn: Turn) -> Turn:
    """Drop tasks that cannot be done (no empty space, nowhere to grow) and do those that leave no choice."""
    while turn.tasks:
        if turn.marked:  # K may have filled a marked space
            turn = replace(turn, marked=tuple(s for s in turn.marked if turn.house.entry(setup.sheet, s) == EMPTY))
        task = turn.tasks[0]
        if isinstance(task, WriteSymbol) and task.marked and _is_settled(setup, turn, task):
            turn, space = replace(turn, tasks=turn.tasks[1:]), turn.marked[0]
            turn = write(setup, unmark(turn, space), space, task.symbols[0])
        elif _can_be_done(setup, turn, task):
            break
        else:
            turn = replace(turn, tasks=turn.tasks[1:])
    return turn


def _is_settled(setup: HouseSetup, turn: Turn, task: WriteSymbol) -> bool:
    """Return whether a symbol for a marked space can go nowhere else and stays what it is; of L only mice are left."""
    (symbol,) = task.symbols
    one_way = len(turn.marked) == 1 or (turn.marked and symbol is Symbol.MOUSE)
    return bool(one_way) and not can_change(setup, turn, symbol)


def _can_be_done(setup: HouseSetup, turn: Turn, task: Task) -> bool:
    match task:
        case PickRoom():
            return True
        case AddSpaces():
            return bool(addable_spaces(setup, turn, task))
        case UseAtOnce():
            return not turn.house.full
        case WriteSymbol():
            return bool(task_spaces(setup, turn, task))


def replay(setup: HouseSetup, start: Turn, steps: Sequence[Action]) -> Turn:
    """Return the turn after these steps; taking one back is to replay the others."""
    turn = start
    for action in steps:
        turn = play(setup, turn, action)
    return turn
