"""Loops over many matches at once, one row of integers each, made from a game's compiled functions."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, cast

import numpy as np

from .runner import require_numba

require_numba()  # loops over rows are not among the kernels

from . import compiled, inlined  # noqa: E402
from .bits import Ints, Source, below, count  # noqa: E402
from .borrowed_arrays import borrowed  # noqa: E402
from .columns import write_words  # noqa: E402

SKIP = -1
"""The action that leaves a row as it is."""


class MatchRows(NamedTuple):
    """Many matches, one row each, and the arrays that show them."""

    states: Any
    sources: Any
    legal: Any
    """The legal actions, packed as a bit for each action. The caller's masks are written from it, never read."""
    observations: Any
    masks: Any
    rewards: Any
    done: Any
    seats: Any
    points: Any


class Kernel(NamedTuple):
    """A game's functions for playing in rows. `table` is the data that is constant throughout a match."""

    words: int
    """The number of integers in a row."""
    begin: Callable[[Any, Ints, Source], None]
    """Sets up a match, up to its first decision."""
    seat: Callable[[Any, Ints], int]
    """Returns the seat that decides now."""
    act: Callable[[Any, Ints, Source, int], bool]
    """Plays a legal action and draws random outcomes up to the next decision; returns whether the match is over."""
    observe: Callable[[Any, Ints, int, Any], None]
    """Writes all columns of a seat's observation."""
    mask: Callable[[Any, Ints, Ints, Ints], None]
    """Packs a bit for each legal action, and writes zeros into all other bits; the last argument is scratch."""
    scores: Callable[[Any, Ints, Ints], None]
    """Writes the points of every seat, followed by the tie-breaking values."""
    scratch: int = 0
    """The number of scratch integers that `mask` needs; their content has no meaning."""


@inlined
def pack(packed: Ints, at: int, bits: int, size: int) -> int:
    """Add the lowest `size` bits at position `at`, which must hold zeros; return the position after them."""
    word, shift = at >> 6, at & 63
    packed[word] |= bits << shift
    if shift + size > 64:
        packed[word + 1] |= bits >> (64 - shift) & (1 << shift) - 1
    return at + size


@inlined
def is_legal(legal: Ints, action: int) -> bool:
    return bool(0 <= action < 64 * len(legal) and legal[action >> 6] >> (action & 63) & 1)


choose = begin = seat_of = act = observe = mask = scores = show_row = room = cast("Any", None)
"""Placeholders for a game's functions in the loops below; `_for_game` fills them in."""


class Loops(NamedTuple):
    """The compiled loops of a game."""

    begin: Callable[..., None]
    show: Callable[..., None]
    step: Callable[..., None]


def loops(kernel: Kernel) -> Loops:
    """Compile the loops for a game; its functions become part of them."""
    shown = inlined(_for_game(_show_row, kernel))
    begin_rows, show_rows, step_rows = (
        compiled(_for_game(loop, kernel, shown)) for loop in (_begin_rows, _show_rows, _step_rows)
    )
    return Loops(begin_rows, show_rows, step_rows)


def choosing_rows(kernel: Kernel, level: str, choose: Any) -> Callable[..., None]:
    """Compile the loop in which a level chooses an action in each wanted row."""
    return compiled(_for_game(_choose_rows, kernel, name=level, choose=choose))


def random_rows(kernel: Kernel) -> Callable[..., None]:
    """Compile the loop that plays whole random matches: one for each source, from the first to the last action."""
    return compiled(_for_game(_play_rows, kernel))


def _for_game(
    loop: Callable[..., None], kernel: Kernel, shown: Any = None, *, name: str = "", choose: Any = None
) -> Callable[..., None]:
    """Return a loop with the functions of a game as its globals.

    Numba caches machine code of closures over compiled functions for one process only. So each game gets a function
    with its own name, which also identifies the sources that it was made from.
    """
    own = {
        "begin": kernel.begin,
        "seat_of": kernel.seat,
        "act": kernel.act,
        "observe": kernel.observe,
        "mask": kernel.mask,
        "scores": kernel.scores,
        "show_row": shown,
        "room": kernel.scratch,
        "choose": choose,
    }
    game = sys.modules[kernel.act.__module__]
    sources = [game] if choose is None else [game, sys.modules[choose.__module__]]
    stamp = "".join(_fingerprint(str(each.__file__)) for each in sources)
    name = f"{loop.__name__}{name}_{game.__name__.replace('.', '_')}_{stamp}"
    made = FunctionType(loop.__code__, {**globals(), **own}, name)
    made.__qualname__ = name
    return made


@cache
def _fingerprint(file: str) -> str:
    """Return a hash that changes when a source file of the game or of this package does."""
    folders = (Path(file).parent, Path(__file__).parent)
    files = sorted(each for folder in folders for each in folder.glob("*.py"))
    stamps = [(each.name, each.stat().st_mtime_ns, each.stat().st_size) for each in files]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()[:12]


def _show_row(table: Any, rows: MatchRows, row: int, scratch: Ints) -> None:
    state, legal = rows.states[row], rows.legal[row]
    mover = seat_of(table, state)
    rows.seats[row] = mover
    mask(table, state, legal, scratch)
    write_words(rows.masks[row], legal, rows.masks.shape[1])
    observe(table, state, mover, rows.observations[row])


def _begin_rows(table: Any, rows: MatchRows, chosen: Ints) -> None:
    table, rows = borrowed(table), borrowed(rows)
    for row in chosen:
        begin(table, rows.states[row], rows.sources[row : row + 1])


def _show_rows(table: Any, rows: MatchRows, chosen: Ints) -> None:
    table, rows, scratch = borrowed(table), borrowed(rows), np.empty(room, np.int64)
    for row in chosen:
        show_row(table, rows, row, scratch)


@compiled
def first_illegal(rows: MatchRows, actions: Any, again: bool) -> int:
    """Return the first row whose action is illegal; -1: none. Rows that rest or are skipped are ignored."""
    rows = borrowed(rows)
    for row in range(len(actions)):
        action = actions[row]
        if action != SKIP and (again or not rows.done[row]) and not is_legal(rows.legal[row], action):
            return row
    return -1


def _step_rows(table: Any, rows: MatchRows, actions: Any, again: bool, span: tuple[int, int]) -> None:
    """Play one action in each row. Where a match ends, `again` begins the next one at once."""
    table, rows = borrowed(table), borrowed(rows)
    seats = rows.points.shape[1]
    scratch, found = np.empty(room, np.int64), np.zeros(2 * seats, np.int64)
    for row in range(span[0], span[1]):
        for seat in range(seats):
            rows.rewards[row, seat] = 0
        if rows.done[row] and not again:
            continue
        if actions[row] == SKIP:
            rows.done[row] = False
            continue
        state, source = rows.states[row], rows.sources[row : row + 1]
        over = act(table, state, source, actions[row])
        rows.done[row] = over
        if over:
            scores(table, state, found)
            settle(found, rows.rewards[row])
            rows.points[row] = found[:seats]
            if not again:
                rows.legal[row] = 0
                rows.masks[row] = 0
                continue
            begin(table, state, source)
        show_row(table, rows, row, scratch)


@compiled
def settle(points: Any, reward: Any) -> None:
    """Write the rewards: 1 for winning alone, less for a shared victory, the same amount lost by the others.

    `points` holds the points of every seat, followed by tie-breaking values for equal points. A single seat gets its
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


def _choose_rows(table: Any, rows: MatchRows, sources: Any, wanted: Any, actions: Any) -> None:
    table, rows, sources = borrowed(table), borrowed(rows), borrowed(sources)
    for row in range(len(actions)):
        if wanted[row]:
            actions[row] = choose(table, rows.states[row], sources[row : row + 1])


def _play_rows(table: Any, sources: Any, points: Any, moves: Any, work: tuple[Ints, Ints, Ints]) -> None:
    table, (legal, state, scratch) = borrowed(table), borrowed(work)
    for row in range(len(sources)):
        source, played, over = sources[row : row + 1], 0, False
        begin(table, state, source)
        while not over:
            mask(table, state, legal, scratch)
            over = act(table, state, source, any_packed(legal, source))
            played += 1
        scores(table, state, points[row])
        moves[row] = played


@compiled
def any_packed(packed: Ints, random: Source) -> int:
    """Return the number of one of the set bits, all equally likely."""
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
def random_actions(legal: Any, sources: Any, actions: Any) -> None:
    """Choose a legal action for each row, all equally likely; rows without any keep their action."""
    legal, sources = borrowed(legal), borrowed(sources)
    for row in range(len(actions)):
        if legal[row].any():
            actions[row] = any_packed(legal[row], sources[row : row + 1])
