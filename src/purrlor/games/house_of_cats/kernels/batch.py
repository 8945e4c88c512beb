"""House of Cats in batches, one row per match, step by step, with the observations of `encoding.py`.

The seats of a turn act one after the other, the first one that is not done first. Each sees the houses of the others as
they were before the turn, so a row holds each seat's house and turn in progress, then all houses as of the last
completed turn.
"""

from __future__ import annotations

from typing import Any

from purrlor.compiled import compiled, inlined
from purrlor.compiled.bits import Ints, Source, below
from purrlor.compiled.columns import write_bits, write_bytes
from purrlor.compiled.rows import Kernel, pack
from purrlor.games.house_of_cats.rules import HouseOfCats
from purrlor.kit.lab import RowGame

from . import layout, position
from .batch_table import BatchTable, batch_table, first_number, number_of, squeeze

# isort: off
from .layout import (
    ADD_SPACES, ADDED, AT_ONCE, CATS, CIRCLES, CORNERS, DICE, DONE, DOUBLED, EMPTY, GROUP, HOUSE, LEFT, MARKED,
    MOST_CHOICES, PICK_ROOM, RESULT, ROOMS, STARTING, STARTING_DICE, TASKS, WALLED, WRITE_SYMBOL, RuleTable,
)  # fmt: skip
from .legal import folded
from .moves import play
# isort: on

SEAT = 0
"""The seat to act."""
NUMBER = 1
"""The number of the turn; 0 while the starting symbols are written."""
ROLLED = 2
"""First of four words: the dice of the turn, as symbols."""
ABILITIES = 6
"""First of four words: the ability tied to each of 2, 3, 4, 5."""
TIED = 10
"""First of twelve words: the number that each ability is tied to; -1: none."""
HOUSES = 22
"""The rest: house and turn of each seat, then the house of each seat before this turn."""
_NUMBERS, _LETTERS, _PLANES, _MOST = 4, 12, 8, 127


def row_words(seats: int) -> int:
    return HOUSES + seats * (layout.WORDS + HOUSE)


@inlined
def row_table(table: BatchTable, state: Ints) -> RuleTable:
    """Return the rule table with the abilities of this row."""
    game = table.game
    return RuleTable(
        game.level,
        game.columns,
        game.spaces,
        game.start,
        game.stars,
        game.boxes,
        game.east,
        game.west,
        game.south,
        game.lines,
        game.cheeses,
        game.areas,
        game.cat_bar,
        state[ABILITIES : ABILITIES + _NUMBERS],
        state[TIED : TIED + _LETTERS],
        game.empties,
        game.drawn,
    )


@inlined
def live_house(state: Ints, seat: int) -> Ints:
    """Return a seat's house and turn."""
    return state[HOUSES + seat * layout.WORDS : HOUSES + (seat + 1) * layout.WORDS]


@inlined
def _before(table: BatchTable, seat: int) -> int:
    """Return the place of a seat's house before this turn."""
    return HOUSES + table.seats * layout.WORDS + seat * HOUSE


@compiled
def begin(table: BatchTable, state: Ints, random: Source) -> None:
    _tie_abilities(table, state, random)
    for seat in range(table.seats):
        position.start(table.game, live_house(state, seat))
    state[NUMBER] = 0 if table.game.level in (2, 3) else 1
    _begin_turn(table, state, random)


@compiled
def _tie_abilities(table: BatchTable, state: Ints, random: Source) -> None:
    for place in range(_NUMBERS):
        state[ABILITIES + place] = table.game.abilities[place]
    if table.drawn:
        for letter in range(_LETTERS):
            state[TIED + letter] = letter
        for place in range(_NUMBERS):
            other = place + below(random, _LETTERS - place)
            state[ABILITIES + place] = state[TIED + other]
            state[TIED + other] = state[TIED + place]
    for letter in range(_LETTERS):
        state[TIED + letter] = -1
    for place in range(_NUMBERS):
        state[TIED + state[ABILITIES + place]] = place


@compiled
def _show_house(table: BatchTable, state: Ints, seat: int) -> None:
    """Let the other seats see the house as it is now."""
    live, before = live_house(state, seat), _before(table, seat)
    for word in range(HOUSE):
        state[before + word] = live[word]


@compiled
def _begin_turn(table: BatchTable, state: Ints, random: Source) -> None:
    """Store the houses as the others see them, and roll; a seat with a full sheet waits."""
    dice = state[ROLLED : ROLLED + (DICE if state[NUMBER] else STARTING_DICE)]
    position.roll(dice, random)
    state[SEAT] = -1
    for seat in range(table.seats - 1, -1, -1):
        live = live_house(state, seat)
        _show_house(table, state, seat)
        position.begin(live, dice, state[NUMBER] == 0)
        if live[EMPTY]:
            state[SEAT] = seat
        else:
            live[DONE] = 1


@inlined
def seat(_table: BatchTable, state: Ints) -> int:
    return int(state[SEAT])


@inlined
def act(table: BatchTable, state: Ints, random: Source, action: int) -> bool:
    live = live_house(state, state[SEAT])
    play(row_table(table, state), live, table.codes[action])
    return bool(live[DONE] and _end_turn(table, state, random))


@compiled
def _end_turn(table: BatchTable, state: Ints, random: Source) -> bool:
    """End a seat's turn, and return whether the match is over."""
    full = 0
    for other in range(table.seats):
        live = live_house(state, other)
        if not live[DONE]:
            state[SEAT] = other
            return False
        full += 0 if live[EMPTY] else 1
    state[NUMBER] += 1
    if full == table.seats or (full and table.game.level != 4):
        for other in range(table.seats):
            _show_house(table, state, other)
            live_house(state, other)[HOUSE:] = 0  # no turn is left
        return True
    _begin_turn(table, state, random)
    return False


@inlined
def mask(table: BatchTable, state: Ints, packed: Ints, found: Ints) -> None:
    for word in range(len(packed)):
        packed[word] = 0
    for place in range(folded(row_table(table, state), live_house(state, state[SEAT]), found)):
        code, spaces = found[MOST_CHOICES + 2 * place], found[MOST_CHOICES + 2 * place + 1]
        if spaces:
            pack(packed, first_number(table, code), squeeze(table, spaces), table.spaces)
        else:
            number = number_of(table, code)
            packed[number >> 6] |= 1 << (number & 63)


@compiled
def observe(table: BatchTable, state: Ints, viewer: int, out: Any) -> None:
    seats, spaces, live = table.seats, table.spaces, HOUSES + viewer * layout.WORDS
    entries, walled = 0, seats * _PLANES * spaces
    doubled = walled + seats * spaces
    circles = doubled + seats * spaces + 4 * spaces + _NUMBERS * _LETTERS + 25 + seats + 8
    rooms = circles + seats * _NUMBERS
    cats = rooms + seats * _NUMBERS
    _observe_turn(table, state, out, doubled + seats * spaces)
    for place in range(seats):
        other = viewer + place if viewer + place < seats else viewer + place - seats
        house = _before(table, other) if place else live
        for plane in range(_PLANES):
            entries = write_bits(out, entries, squeeze(table, state[house + plane]), spaces)
        walled = write_bits(out, walled, squeeze(table, state[house + WALLED]), spaces)
        doubled = write_bits(out, doubled, squeeze(table, state[house + DOUBLED]), spaces)
        circles = write_bytes(out, circles, _four(state, house + CIRCLES), _NUMBERS)
        rooms = write_bytes(out, rooms, _four(state, house + ROOMS), _NUMBERS)
        out[cats + place] = state[house + CATS]
    out[cats + seats] = min(state[NUMBER], _MOST)
    for place in range(cats + seats + 1, len(out)):
        out[place] = 0


@inlined
def _four(state: Ints, at: int) -> int:
    """Pack four words into four bytes."""
    found = 0
    for place in range(_NUMBERS):
        found |= min(state[at + place], _MOST) << 8 * place
    return found


@compiled
def _observe_turn(table: BatchTable, state: Ints, out: Any, at: int) -> None:
    """Write what the viewer has done and has to do in this turn."""
    live, spaces = live_house(state, state[SEAT]), table.spaces
    task, about = live[TASKS] & 0xF, live[TASKS] >> 4 & 0xFFF
    at = write_bits(out, at, squeeze(table, live[GROUP]), spaces)
    at = write_bits(out, at, squeeze(table, live[ADDED] if task == ADD_SPACES else 0), spaces)
    at = write_bits(out, at, squeeze(table, 1 << about if task == PICK_ROOM else 0), spaces)
    at = write_bits(out, at, squeeze(table, live[MARKED]), spaces)
    letters, small = 0, 1 << task >> 1
    for place in range(_NUMBERS):
        letters |= 1 << _LETTERS * place + state[ABILITIES + place]
    at = write_bits(out, at, letters, _NUMBERS * _LETTERS)
    if task == AT_ONCE:
        small |= 1 << 4 + about
    if task == WRITE_SYMBOL:
        small |= (about & 0x7F) << 16
    small |= live[STARTING] << 23 | live[CORNERS] << 24
    for place in range(table.seats):
        other = state[SEAT] + place if state[SEAT] + place < table.seats else state[SEAT] + place - table.seats
        small |= live_house(state, other)[DONE] << 25 + place
    at = write_bits(out, at, small, 25 + table.seats)
    results = live[LEFT] << 48 | (about if task == ADD_SPACES else 0) << 56
    for symbol in range(6):
        results |= live[RESULT + symbol] << 8 * symbol
    write_bytes(out, at, results, 8)


@compiled
def scores(table: BatchTable, state: Ints, out: Ints) -> None:
    """Write the points, and the filled spaces as a tie-break."""
    for seat in range(table.seats):
        out[seat] = position.points(table.game, live_house(state, seat))
        out[table.seats + seat] = position.filled(table.game, live_house(state, seat))


KERNEL = Kernel(row_words(6), begin, seat, act, observe, mask, scores, 2 * MOST_CHOICES)


def row_game(rules: HouseOfCats) -> RowGame | None:
    """Return the functions that play many matches at once; None for sheets of more than 64 squares."""
    if not layout.fits(rules.layout):
        return None
    return RowGame(KERNEL._replace(words=row_words(rules.seats)), batch_table(rules))
