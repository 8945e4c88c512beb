"""Apply legal actions to the row of a house and its turn."""

from __future__ import annotations

from purrlor.compiled import compiled, inlined
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count

# isort: off
from .layout import (
    ADD_SPACES, ADDED, AT_ONCE, CAT, CATS, CIRCLES, CORNERS, DONE, DOUBLE, DOUBLED, EMPTY, FINISH, FIVE, FORFEIT, GROUP,
    INTO_MARKED, LEFT, MARKED, MOST_ROOMS, MOUSE, OUTSIDE, PICK_ROOM, PLACE, RESULT, ROOMS, TAKE_CAT, TASKS, THREE, TWO,
    USE, WALLED, WRITE_SYMBOL, A, B, C, D, E, F, G, I, J, K, L, RuleTable, flood, named, square_of,
)  # fmt: skip
from .position import addable_spaces, can_change, exact_parts, is_written, number_at
# isort: on


@compiled
def play(table: RuleTable, state: Ints, code: int) -> None:
    """Apply an action that is legal now."""
    kind = code & 0xFF
    if kind == FINISH:
        state[DONE] = 1
        return
    if state[TASKS]:
        _answer(table, state, kind, code)
    elif kind == PLACE:
        _place(table, state, code >> 8 & 0xFF, named(code, 0))
    elif kind == TAKE_CAT:
        state[RESULT + CAT] -= 1
        state[LEFT] -= 1
        _cross_off_cat(table, state)
    elif kind == FORFEIT:
        state[RESULT : RESULT + 6] = 0
        state[LEFT] = 0
    else:
        state[CIRCLES + table.tied[kind - USE]] -= 1
        _use(table, state, kind - USE, code)
    if state[TASKS]:
        _settle(table, state)


@inlined
def _place(table: RuleTable, state: Ints, symbol: int, bit: int) -> None:
    state[RESULT + symbol] -= 1
    state[LEFT] -= 1
    state[GROUP] |= bit
    write(table, state, symbol, bit)


@compiled
def _cross_off_cat(table: RuleTable, state: Ints) -> None:
    crossed = state[CATS]
    if crossed < len(table.cat_bar):
        state[CATS] = crossed + 1
        if table.cat_bar[crossed]:
            _push(state, WRITE_SYMBOL, int(table.cat_bar[crossed]))


@inlined
def _push(state: Ints, kind: int, about: int) -> None:
    state[TASKS] = state[TASKS] << 16 | about << 4 | kind


@compiled
def _answer(table: RuleTable, state: Ints, kind: int, code: int) -> None:
    """Answer the next task, or use an ability that helps with it."""
    if USE <= kind < USE + K:
        state[CIRCLES + table.tied[kind - USE]] -= 1
        if kind == USE + J:
            state[CORNERS] = 1
        else:
            _change_task(table, state, _change(kind - USE, code >> 8 & 0xFF)[1])
        return
    task, about = state[TASKS] & 0xF, state[TASKS] >> 4 & 0xFFF
    state[TASKS] >>= 16
    if task == PICK_ROOM:
        room = 0
        for place in range(5):
            room |= named(code, place)
        complete_room(table, state, number_at(state, 1 << about), room)
    elif task == ADD_SPACES:
        _expand(state, about, named(code, 0))
    elif task == AT_ONCE:
        _use(table, state, kind - USE, code)
    else:
        bit = named(code, 0)
        if about & DOUBLE:
            state[DOUBLED] |= bit
        if about & INTO_MARKED:
            _unmark(state, bit)
        write(table, state, code >> 8 & 0xFF, bit)


@compiled
def _change_task(table: RuleTable, state: Ints, new: int) -> None:
    """Make the next task draw another symbol; on level 1 a cat is crossed off the cat bar instead."""
    task, about = state[TASKS] & 0xF, state[TASKS] >> 4 & 0xFFF
    flags = about & (DOUBLE | INTO_MARKED) if task == WRITE_SYMBOL else 0
    state[TASKS] >>= 16
    if is_written(table, new):
        _push(state, WRITE_SYMBOL, 1 << new | flags)
        return
    if flags & INTO_MARKED:
        _unmark(state, state[MARKED] & -state[MARKED])
    _cross_off_cat(table, state)


@compiled
def _unmark(state: Ints, bit: int) -> None:
    """Draw one marked symbol. Those left can only be mice of L: they wait as the next task."""
    state[MARKED] &= ~bit
    if state[MARKED]:
        _push(state, WRITE_SYMBOL, 1 << MOUSE | INTO_MARKED)


@compiled
def _mark(state: Ints, symbol: int, bits: int) -> None:
    """Choose spaces for a symbol that can still be changed. While mice wait below, new ones wait with them."""
    if not state[MARKED]:
        _push(state, WRITE_SYMBOL, 1 << symbol | INTO_MARKED)
    state[MARKED] |= bits


@compiled
def _expand(state: Ints, left: int, bit: int) -> None:
    state[OUTSIDE] ^= bit
    state[EMPTY] |= bit
    state[ADDED] |= bit
    _push(state, ADD_SPACES, left - 1)


@compiled
def _settle(table: RuleTable, state: Ints) -> None:
    """Drop tasks that cannot be done, and do those that leave no choice."""
    while state[TASKS]:
        kind, about = state[TASKS] & 0xF, state[TASKS] >> 4 & 0xFFF
        state[MARKED] &= state[EMPTY]
        into_marked = kind == WRITE_SYMBOL and about & INTO_MARKED and state[MARKED]
        if into_marked and not _is_settled(table, state, about):
            return
        if kind == ADD_SPACES and addable_spaces(table, state, about):
            return
        if kind == PICK_ROOM or (kind == AT_ONCE and state[EMPTY]):
            return
        if kind == WRITE_SYMBOL and not about & INTO_MARKED and state[EMPTY]:
            return
        state[TASKS] >>= 16
        if into_marked:
            bit = state[MARKED] & -state[MARKED]
            _unmark(state, bit)
            write(table, state, _symbol_of(about), bit)


@compiled
def _is_settled(table: RuleTable, state: Ints, about: int) -> bool:
    """Return whether a symbol for a marked space can go nowhere else and stays what it is."""
    symbol = _symbol_of(about)
    one_way = symbol == MOUSE or not state[MARKED] & state[MARKED] - 1
    return bool(one_way and not can_change(table, state, symbol))


@compiled
def _symbol_of(about: int) -> int:
    return square_of(about & -about)


@compiled
def _use(table: RuleTable, state: Ints, ability: int, code: int) -> None:
    said, bit = code >> 8 & 0xFF, named(code, 0)
    if ability == G:
        _use_move(table, state, bit)
    elif ability == I:
        state[RESULT + said] -= 1
        state[LEFT] -= 1
        state[DOUBLED] |= bit
        _place(table, state, said, bit)
    elif ability == L:
        bits = bit | named(code, 1)
        if can_change(table, state, MOUSE):
            _mark(state, MOUSE, bits)
        else:
            state[MOUSE] |= bits
            state[EMPTY] &= ~bits
    elif ability == D and can_change(table, state, THREE):
        _mark(state, THREE, bit)
    elif ability in (A, D, K):
        _use_apart(table, state, ability, said, bit)
    else:
        _use_change(state, ability, said)


@compiled
def _use_apart(table: RuleTable, state: Ints, ability: int, symbol: int, bit: int) -> None:
    if ability == A:
        state[RESULT + symbol] -= 1
        state[LEFT] -= 1
    write(table, state, THREE if ability == D else symbol, bit)


@compiled
def _use_move(table: RuleTable, state: Ints, bit: int) -> None:
    number = number_at(state, bit)
    state[number] ^= bit
    twice = state[DOUBLED] & bit
    state[DOUBLED] &= ~bit
    if table.empties:
        state[EMPTY] |= bit
    _push(state, WRITE_SYMBOL, 1 << number | (DOUBLE if twice else 0))


@compiled
def _use_change(state: Ints, ability: int, said: int) -> None:
    """Apply a change: B, C, F and H change a result, E the number of results, J which spaces touch."""
    if ability == E:
        state[LEFT] += -1 if said else 1
    elif ability == J:
        state[CORNERS] = 1
    else:
        old, new = _change(ability, said)
        state[RESULT + old] -= 1
        state[RESULT + new] += 1


@compiled
def _change(ability: int, said: int) -> tuple[int, int]:
    if ability == C:
        return MOUSE, said
    if ability == F:
        return said, FIVE if said == TWO else TWO
    number = said >> 1
    if ability == B:
        return number, number - 1 if said & 1 else number + 1
    return number, MOUSE if said & 1 else CAT


@inlined
def write(table: RuleTable, state: Ints, symbol: int, bit: int) -> None:
    """Write into a space; a number may complete a room, or ask which one."""
    state[EMPTY] &= ~bit
    state[symbol] |= bit
    if symbol >= CAT:
        return
    group = flood(table, bit, state[symbol] & ~state[WALLED])
    weight = count(group) + count(group & state[DOUBLED])
    if weight == symbol + 2:
        complete_room(table, state, symbol, group)
    elif weight > symbol + 2:
        _write_into_large(table, state, symbol, bit)


@compiled
def _write_into_large(table: RuleTable, state: Ints, symbol: int, bit: int) -> None:
    rooms = np.empty(MOST_ROOMS, np.int64)
    size = exact_parts(table, state, symbol, bit, rooms)
    if size > 1:
        _push(state, PICK_ROOM, square_of(bit))
    elif size == 1:
        complete_room(table, state, symbol, rooms[0])


@inlined
def complete_room(table: RuleTable, state: Ints, number: int, spaces: int) -> None:
    """Draw the walls; the playing area grows and the ability is gained at once."""
    state[WALLED] |= spaces
    state[ROOMS + number] += 1
    ability = table.abilities[number]
    if ability >= K:
        _push(state, AT_ONCE, ability)
    else:
        state[CIRCLES + number] += 1
    if table.level == 4:
        state[ADDED] = 0
        _push(state, ADD_SPACES, number + 2)
