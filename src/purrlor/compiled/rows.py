"""Loops over many matches at once, one row of integers each, made from a game's compiled functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import compiled
from .bits import Ints, Source, below, count

Bytes: TypeAlias = NDArray[np.int8]
SKIP = -1
"""Instead of an action: this row stays as it is."""


class Sheet(NamedTuple):
    """What an observation is written on."""

    packed: Ints
    """Zeros, for bits that `spread` writes as bytes."""
    eights: Ints
    """The columns, eight at a time."""
    columns: Bytes
    """The same columns, one by one."""


class Rows(NamedTuple):
    """Many matches, one row each, and what is shown of them."""

    states: Any
    sources: Any
    observations: Any
    masks: Any
    rewards: Any
    done: Any
    seats: Any
    points: Any


class Kernel(NamedTuple):
    """What a game brings to be played in rows. `table` is what stays the same throughout a match."""

    words: int
    """Integers of a row."""
    begin: Callable[[Any, Ints, Source], None]
    """Set up a match, up to its first decision."""
    seat: Callable[[Any, Ints], int]
    """Who decides now."""
    allowed: Callable[[Any, Ints, int], bool]
    """Whether the action of this number is legal now."""
    act: Callable[[Any, Ints, Source, int], bool]
    """Play a legal action, and draw what chance gives up to the next decision; whether the match is over."""
    observe: Callable[[Any, Ints, int, Sheet], None]
    """Write all columns of a seat's observation."""
    mask: Callable[[Any, Ints, Ints], None]
    """Pack a bit for each legal action."""
    scores: Callable[[Any, Ints, Ints], None]
    """Write the points of every seat, and behind them what breaks ties."""


_BITS = [[byte >> bit & 1 for bit in range(8)] for byte in range(256)]
_EIGHT = np.array(_BITS, np.int8).view(np.int64)[:, 0].copy()
"""For each byte eight bytes, one for each of its bits: writing 287 columns of MEOW takes 23 ns instead of 113."""


@compiled
def pack(packed: Ints, at: int, bits: int, size: int) -> int:
    """Append the lowest `size` bits at position `at`; the position after them."""
    word, shift = at >> 6, at & 63
    packed[word] |= bits << shift
    if shift + size > 64:
        packed[word + 1] |= bits >> (64 - shift)
    return at + size


@compiled
def spread(packed: Ints, size: int, eights: Ints) -> None:
    """Write the first `size` bits as bytes, and zeros up to the next multiple of eight columns."""
    for byte in range((size + 7) >> 3):
        eights[byte] = _EIGHT[packed[byte >> 3] >> (byte & 7) * 8 & 0xFF]


@compiled
def paper(rows: Rows) -> Ints:
    """Room for the packed bits of an observation or a mask."""
    columns: int = max(rows.observations.shape[1], rows.masks.shape[1])
    return np.zeros((columns + 63) // 64 + 1, np.int64)


class Loops(NamedTuple):
    """The compiled loops of a game."""

    begin: Callable[..., None]
    show: Callable[..., None]
    first_illegal: Callable[..., int]
    step: Callable[..., None]


def loops(kernel: Kernel) -> Loops:
    """Compile the loops for a game; its functions become part of them."""
    show_row = _show_row(kernel)
    return Loops(_begin_rows(kernel), _show_rows(show_row), _first_illegal(kernel), _step_rows(kernel, show_row))


def _show_row(kernel: Kernel) -> Callable[..., None]:
    seat_of, observe, mask = kernel.seat, kernel.observe, kernel.mask

    @compiled
    def show_row(table: Any, rows: Rows, row: int, packed: Ints) -> None:
        state, masked = rows.states[row], rows.masks[row]
        columns = rows.observations[row]
        mover = seat_of(table, state)
        rows.seats[row] = mover
        packed[:] = 0
        observe(table, state, mover, Sheet(packed, columns.view(np.int64), columns))
        packed[:] = 0
        mask(table, state, packed)
        for place in range(len(masked)):
            masked[place] = packed[place >> 6] >> (place & 63) & 1

    return show_row


def _begin_rows(kernel: Kernel) -> Callable[..., None]:
    begin = kernel.begin

    @compiled
    def begin_rows(table: Any, rows: Rows, chosen: Ints) -> None:
        for row in chosen:
            begin(table, rows.states[row], rows.sources[row : row + 1])

    return begin_rows


def _show_rows(show_row: Callable[..., None]) -> Callable[..., None]:
    @compiled
    def show_rows(table: Any, rows: Rows, chosen: Ints) -> None:
        packed = paper(rows)
        for row in chosen:
            show_row(table, rows, row, packed)

    return show_rows


def _first_illegal(kernel: Kernel) -> Callable[..., int]:
    allowed = kernel.allowed

    @compiled
    def first_illegal(table: Any, rows: Rows, actions: Any, again: bool) -> int:
        """The first row whose action is not legal; -1: none. Rows that rest or are skipped are passed over."""
        for row in range(len(actions)):
            if (
                actions[row] != SKIP
                and (again or not rows.done[row])
                and not allowed(table, rows.states[row], actions[row])
            ):
                return row
        return -1

    return first_illegal


def _step_rows(kernel: Kernel, show_row: Callable[..., None]) -> Callable[..., None]:
    begin, act, scores = kernel.begin, kernel.act, kernel.scores

    @compiled
    def step_rows(table: Any, rows: Rows, actions: Any, again: bool, span: tuple[int, int]) -> None:
        """Play one action in each row. Where a match ends, `again` begins the next one at once."""
        packed = paper(rows)
        for row in range(span[0], span[1]):
            rows.rewards[row] = 0
            if rows.done[row] and not again:
                continue
            if actions[row] == SKIP:
                rows.done[row] = False
                continue
            state, source = rows.states[row], rows.sources[row : row + 1]
            over = act(table, state, source, actions[row])
            rows.done[row] = over
            if over:
                scores(table, state, rows.points[row])
                settle(rows.points[row], rows.rewards[row])
                if not again:
                    rows.masks[row] = 0
                    continue
                begin(table, state, source)
            show_row(table, rows, row, packed)

    return step_rows


@compiled
def settle(points: Any, reward: Any) -> None:
    """The winners share the victory: 1 for winning alone, less for sharing, the same amount lost by the others.

    `points` holds the points of every seat, and behind them a second figure for equal points. A single seat gets its
    points.
    """
    seats = len(reward)
    if seats == 1:
        reward[0] = points[0]
        return
    best = 0
    for seat in range(1, seats):
        if points[seat] > points[best] or (
            points[seat] == points[best] and points[seats + seat] > points[seats + best]
        ):
            best = seat
    winners = 0
    for seat in range(seats):
        winners += points[seat] == points[best] and points[seats + seat] == points[seats + best]
    for seat in range(seats):
        won = points[seat] == points[best] and points[seats + seat] == points[seats + best]
        share = 1.0 / winners if won else 0.0
        reward[seat] = (seats * share - 1.0) / (seats - 1.0)


def random_rows(kernel: Kernel) -> Callable[..., None]:
    """Compile the loop that plays whole matches at random: one for each source, from the first to the last action."""
    begin, mask, act, scores = kernel.begin, kernel.mask, kernel.act, kernel.scores
    words = kernel.words

    @compiled
    def play_rows(table: Any, sources: Any, packed: Ints, points: Any, moves: Any) -> None:
        state = np.zeros(words, np.int64)
        for row in range(len(sources)):
            source, played, over = sources[row : row + 1], 0, False
            begin(table, state, source)
            while not over:
                packed[:] = 0
                mask(table, state, packed)
                over = act(table, state, source, any_packed(packed, source))
                played += 1
            scores(table, state, points[row])
            moves[row] = played

    return play_rows


@compiled
def any_packed(packed: Ints, random: Source) -> int:
    """The number of one of the bits that are set, all equally likely."""
    total = 0
    for word in packed:
        total += count(word)
    left = below(random, total)
    for word in range(len(packed)):
        bits = packed[word]
        here = count(bits)
        if left < here:
            for _ in range(left):
                bits &= bits - 1
            return 64 * word + count((bits & -bits) - 1)
        left -= here
    return -1


@compiled
def random_actions(masks: Any, sources: Any, actions: Any) -> None:
    """One legal action for each row, all equally likely; rows without any keep what they have."""
    for row in range(len(actions)):
        total = 0
        for bit in masks[row]:
            total += bit
        if total:
            left = below(sources[row : row + 1], total)
            for number in range(masks.shape[1]):
                left -= masks[row, number]
                if left < 0:
                    actions[row] = number
                    break
