"""The legal actions of a turn.

Most functions append entries to `found` and return how many there are now. An entry is a code and the spaces that it is
legal for, none for an action without a space. Only `legal` unfolds entries into one code each.
"""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints

# isort: off
from .layout import (
    ADD_SPACES, AT_ONCE, CHOOSE_ROOM, CIRCLES, CORNERS, DONE, EMPTY, EXPAND, FINISH, FIVE, FORFEIT, INTO_MARKED, LEFT,
    MARKED, MOST_CHOICES, MOUSE, PICK_ROOM, PLACE, RESULT, STARTING, TAKE_CAT, TASKS, TWO, USE, WRITE, A, C, D, E, F, G,
    H, I, J, K, L, RuleTable, square_of,
)  # fmt: skip
from .position import (
    addable_spaces, cats_unwritten, exact_parts, has_circle, is_written, loose, number_at, open_spaces, results_left,
    touch,
)  # fmt: skip
# isort: on


@compiled
def choice_buffer() -> Ints:
    """Allocate memory for all choices: codes in the first half, folded entries in the second."""
    return np.zeros(2 * MOST_CHOICES, np.int64)


@compiled
def _append(found: Ints, size: int, code: int, spaces: int) -> int:
    """Append an action that is legal for each of these spaces; none if there is no space."""
    found[MOST_CHOICES + 2 * size] = code
    found[MOST_CHOICES + 2 * size + 1] = spaces
    return size + 1 if spaces else size


@compiled
def _append_one(found: Ints, size: int, code: int, possible: bool) -> int:
    found[MOST_CHOICES + 2 * size] = code
    found[MOST_CHOICES + 2 * size + 1] = 0
    return size + 1 if possible else size


@compiled
def legal(table: RuleTable, state: Ints, found: Ints) -> int:
    """Write the codes of all legal actions, and return how many there are."""
    total = 0
    for place in range(folded(table, state, found)):
        code, spaces = found[MOST_CHOICES + 2 * place], found[MOST_CHOICES + 2 * place + 1]
        found[total] = code
        total += 0 if spaces else 1
        while spaces:
            found[total] = code | square_of(spaces & -spaces) + 1 << 16
            total += 1
            spaces &= spaces - 1
    return total


@compiled
def folded(table: RuleTable, state: Ints, found: Ints) -> int:
    """Write all legal actions as folded entries into the second half of `found`, and return how many there are."""
    if state[DONE]:
        return 0
    if state[TASKS]:
        return _task_choices(table, state, found)
    size = _result_choices(table, state, found) if state[LEFT] else _append_one(found, 0, FINISH, True)
    return size if state[STARTING] else _ability_uses(table, state, found, size)


@compiled
def _task_choices(table: RuleTable, state: Ints, found: Ints) -> int:
    kind, about = state[TASKS] & 0xF, state[TASKS] >> 4 & 0xFFF
    if kind == PICK_ROOM:
        return _room_choices(table, state, found, 1 << about)
    if kind == ADD_SPACES:
        return _append(found, 0, EXPAND, addable_spaces(table, state, about))
    if kind == AT_ONCE:
        size = _uses(table, state, found, 0, about)
        if about == L:
            can_use_j = not state[STARTING] and not state[CORNERS] and has_circle(table, state, J)
            return _append_one(found, size, USE + J, can_use_j)
        return _task_changes(table, state, found, size, 0x2F if table.level == 1 else 0x3F)
    size, spaces = 0, state[MARKED if about & INTO_MARKED else EMPTY]
    for symbol in range(6):
        if about >> symbol & 1:
            size = _append(found, size, WRITE | symbol << 8, spaces)
    return _task_changes(table, state, found, size, about & 0x3F)


@compiled
def _task_changes(table: RuleTable, state: Ints, found: Ints, size: int, symbols: int) -> int:
    """Append C, F and H for these symbols, one of which is about to be drawn."""
    if state[STARTING] or not table.drawn:
        return size
    for ability in (C, F, H):
        if has_circle(table, state, ability):
            size = _replacing_uses(found, size, ability, symbols)
    return size


@compiled
def _room_choices(table: RuleTable, state: Ints, found: Ints, bit: int) -> int:
    number = number_at(state, bit)
    size = exact_parts(table, state, number, bit, found)
    for place in range(size):
        _append_one(found, place, room_code(found[place]), True)
    return size


@compiled
def room_code(spaces: int) -> int:
    code, place = CHOOSE_ROOM, 16
    while spaces:
        code |= square_of(spaces & -spaces) + 1 << place
        place += 7
        spaces &= spaces - 1
    return code


@compiled
def _result_choices(table: RuleTable, state: Ints, found: Ints) -> int:
    spaces, size = open_spaces(table, state), 0
    for symbol in range(6):
        if state[RESULT + symbol] and is_written(table, symbol):
            size = _append(found, size, PLACE | symbol << 8, spaces)
    cats = cats_unwritten(table, state)
    size = _append_one(found, size, TAKE_CAT, cats > 0)
    written = results_left(state) - cats
    return _append_one(found, size, FORFEIT, not spaces and state[LEFT] <= written)


@compiled
def _ability_uses(table: RuleTable, state: Ints, found: Ints, size: int) -> int:
    for number in range(4):
        if state[CIRCLES + number]:
            size = _uses(table, state, found, size, table.abilities[number])
    return size


@compiled
def _uses(table: RuleTable, state: Ints, found: Ints, size: int, ability: int) -> int:
    """Append the uses of one ability."""
    if ability in (A, D, G, I):
        return _writing_uses(table, state, found, size, ability)
    if ability == K:
        return _uses_k(table, state, found, size)
    if ability == L:
        return _uses_l(table, state, found, size)
    return _changing_uses(table, state, found, size, ability)


@compiled
def _writing_uses(table: RuleTable, state: Ints, found: Ints, size: int, ability: int) -> int:
    code = USE + ability
    if ability == D:
        return _append(found, size, code, state[EMPTY])
    if ability == G:
        return _append(found, size, code, loose(state)) if state[EMPTY] else size
    needed, spaces = (1, int(state[EMPTY])) if ability == A else (2, open_spaces(table, state))
    if state[LEFT] >= needed:
        for symbol in range(6):
            if state[RESULT + symbol] >= needed and is_written(table, symbol):
                size = _append(found, size, code | symbol << 8, spaces)
    return size


@compiled
def _changing_uses(table: RuleTable, state: Ints, found: Ints, size: int, ability: int) -> int:
    code, left = USE + ability, state[LEFT]
    if ability == E:
        size = _append_one(found, size, code, left < results_left(state))
        return _append_one(found, size, code | 1 << 8, left > 0)
    if ability == J:
        can_matter = left or (table.tied[L] >= 0 and state[EMPTY])
        return _append_one(found, size, code, bool(can_matter and not state[CORNERS]))
    symbols = 0
    if left:
        for symbol in range(6):
            symbols |= 1 << symbol if state[RESULT + symbol] else 0
    return _replacing_uses(found, size, ability, symbols)


@compiled
def _replacing_uses(found: Ints, size: int, ability: int, symbols: int) -> int:
    """Append B, C, F and H for each of these symbols, one bit each."""
    for number in range(4):
        if ability == C:
            size = _append_one(found, size, USE + C | number << 8, bool(symbols >> MOUSE & 1))
        elif symbols >> number & 1:
            size = _number_uses(found, size, ability, number)
    return size


@compiled
def _number_uses(found: Ints, size: int, ability: int, number: int) -> int:
    """Append B (0 up, 1 down), F or H (0 cat, 1 mouse) for a number."""
    code = USE + ability
    if ability == F:
        return _append_one(found, size, code | number << 8, number in (TWO, FIVE))
    size = _append_one(found, size, code | number << 9, ability == H or number != FIVE)
    return _append_one(found, size, code | (number << 1 | 1) << 8, ability == H or number != TWO)


@compiled
def _uses_k(table: RuleTable, state: Ints, found: Ints, size: int) -> int:
    for symbol in range(6):
        if is_written(table, symbol):
            size = _append(found, size, USE + K | symbol << 8, state[EMPTY])
    return size


@compiled
def _uses_l(table: RuleTable, state: Ints, found: Ints, size: int) -> int:
    size = _append(found, size, USE + L, state[EMPTY])
    rest = state[EMPTY]
    while rest:
        bit = rest & -rest
        rest &= rest - 1
        others = touch(table, state, bit) & rest
        while others:
            code = USE + L | square_of(bit) + 1 << 16 | square_of(others & -others) + 1 << 23
            size = _append_one(found, size, code, True)
            others &= others - 1
    return size
