"""Play matches of random players on a game's compiled implementation."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cache, lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled.rows import Kernel, random_rows
from purrlor.kit.lab import RowGame

from .encodings import AnyGame, encoding_of, rows_of
from .tally import WHOLE, Sums, Tally, length_bin, merged

AT_ONCE = 8192
"""The number of matches whose results are in memory at the same time; more are not faster."""


def compiled_tally(rules: AnyGame, seed: str, portion: range, group: int) -> Tally:
    """Return the tally of these matches. Each follows from the seed and its number, or its group's number."""
    size = -(-AT_ONCE // group) * group
    return merged(_tally(rules, seed, portion[first : first + size], group) for first in range(0, len(portion), size))


def _tally(rules: AnyGame, seed: str, portion: range, group: int) -> Tally:
    scores, order, moves = _played(rules, seed, portion, group)
    seats = rules.seats
    best = np.lexsort((order, scores), axis=1)[:, -1]
    rows = np.arange(len(scores))
    won = (scores == scores[rows, best][:, None]) & (order == order[rows, best][:, None])
    shares = np.where(won, WHOLE // won.sum(axis=1, keepdims=True), 0)
    places = (np.array(portion)[:, None] + np.arange(seats)) % seats
    points = np.take_along_axis(scores, places, axis=1)
    measures = {
        "points": points,
        "share": np.take_along_axis(shares, places, axis=1),
        "margin": seats * points - points.sum(axis=1, keepdims=True),
    }
    sums = {measure: [_sums(values[:, place], group) for place in range(seats)] for measure, values in measures.items()}
    ahead = 1 + np.sign(points[:, :, None] - points[:, None, :])
    return Tally(
        seats=seats,
        group=group,
        matches=len(points),
        moves=int(moves.sum()),
        move_squares=int((moves * moves).sum()),
        sums=sums,
        ahead=[[int(cell) for cell in row] for row in ahead.sum(axis=0)],
        lengths=_lengths(moves),
    )


def _lengths(moves: NDArray[np.int64]) -> dict[int, int]:
    found = Counter[int]()
    for length, matches in zip(*np.unique(moves, return_counts=True), strict=True):
        found[length_bin(int(length))] += int(matches)
    return dict(sorted(found.items()))


def _sums(values: NDArray[np.int64], group: int) -> Sums:
    together = values.reshape(-1, group).sum(axis=1)
    return Sums(int(values.sum()), int((values * values).sum()), int((together * together).sum()))


def _played(
    rules: AnyGame, seed: str, portion: range, group: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return points, tie-breaking values and numbers of actions, match by match, seat by seat."""
    kernel, table = _row_game(cast("Any", rules))
    numbers = np.array(portion, np.uint64) // np.uint64(group)
    start = int.from_bytes(hashlib.sha256(f"purrlor/random/{seed}".encode()).digest()[:8])
    sources = numbers * np.uint64(0x9E3779B97F4A7C15) + np.uint64(start)
    legal = np.zeros((len(encoding_of(rules).actions) + 63) // 64, np.int64)
    state, scratch = np.zeros(kernel.words, np.int64), np.zeros(kernel.scratch, np.int64)
    points, moves = np.zeros((len(numbers), 2 * rules.seats), np.int64), np.zeros(len(numbers), np.int64)
    _loop(kernel._replace(words=0))(table, _mixed(sources), points, moves, (legal, state, scratch))
    return points[:, : rules.seats], points[:, rules.seats :], moves


@lru_cache(maxsize=4)
def _row_game(rules: Any) -> RowGame:
    return rows_of(rules)


def _mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble the random sources of neighbouring matches."""
    words = (words ^ (words >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    words = (words ^ (words >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return words ^ (words >> np.uint64(32))


@cache
def _loop(kernel: Kernel) -> Any:
    return random_rows(kernel)
