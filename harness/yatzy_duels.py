"""Compiled duels of Yatzy: playing to win against playing for points.

Games come in pairs with the same dice for each seat and the bots exchanged, so that most of the luck cancels.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled
from purrlor.games.yatzy.bots.solver.solution import Solution
from purrlor.games.yatzy.bots.solver.tables import FULL, Floats, Indices, Integers
from purrlor.games.yatzy.bots.solver.turn import PointPlay, best_play, point_boxes, upper_after
from purrlor.games.yatzy.bots.solver.win import FIRST_TURN, TOTALS, Remaining, Rows, Sheet, row_of, win_boxes
from purrlor.games.yatzy.boxes import BONUS, BONUS_FROM
from purrlor.kit.statistics import Share, share_of_groups

Halves: TypeAlias = "NDArray[np.int8]"

_PART = 50  # pairs handed to a thread at once


@compiled
def _throw(seed: int, place: int) -> int:
    """Number 0…7775 for one throw of five dice, mixed from the seed and the throw's place (SplitMix64)."""
    mixed = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(place)
    for _ in range(2):
        mixed += np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
    return int(np.int64(((mixed >> np.uint64(32)) * np.uint64(7776)) >> np.uint64(32)))


@compiled
def _roll(kept: int, seed: int, place: int, add_one: Indices) -> int:
    """Throw the dice that are not kept."""
    number = _throw(seed, place)
    while kept < 210:
        kept = add_one[kept, number % 6]
        number //= 6
    return kept


@compiled
def take_turn(sheet: Integers, boxes: Floats, game: PointPlay, seed: int, place: int) -> None:
    """Play a turn by these values and write it on the sheet (filled, upper, points)."""
    choice = best_play(boxes, game.graph)[2]
    dice = _roll(0, seed, place, game.graph.add_one)
    for left in range(1, -1, -1):
        dice = _roll(choice[left, dice], seed, place + 2 - left, game.graph.add_one)
    box = boxes[dice - 210].argmax()
    points = game.table.points[dice - 210, box]
    sheet[0] |= 1 << box
    sheet[1] = upper_after(sheet[1], box, points)
    sheet[2] += points


@compiled
def win_shares_against(opponent: Integers, rows: Rows) -> Floats:
    """The share of the win for each final total against one opponent."""
    row = row_of(opponent[0], opponent[1], rows)
    win_share, below = np.empty(TOTALS), 0.0
    for total in range(TOTALS):
        later = total - opponent[2]
        here = float(row[later]) if 0 <= later < len(row) else 0.0
        win_share[total] = below + here / 2
        below += here
    return win_share


@compiled
def _game(seat: int, pair: int, seed: int, rows: Rows, game: PointPlay) -> int:
    """Two for a win of the bot that plays to win and sits at this seat, one for a tie, none for a loss."""
    sheets = np.zeros((2, 3), np.int64)
    for turn in range(26):
        mover = turn % 2
        mine, other = sheets[mover], sheets[1 - mover]
        if mover == seat and turn >= 2 * FIRST_TURN:
            win_share = win_shares_against(other, rows)
            boxes = win_boxes(Sheet(mine[0], mine[1], mine[2]), win_share, rows, game)
        else:
            boxes = point_boxes(mine[0], mine[1], game)
        take_turn(mine, boxes, game, seed, (pair * 26 + turn) * 3)
    totals = sheets[:, 2] + BONUS * (sheets[:, 1] >= BONUS_FROM)
    return int(totals[seat] >= totals[1 - seat]) + int(totals[seat] > totals[1 - seat])


@compiled
def _pairs(halves: Halves, first: int, seed: int, rows: Rows, game: PointPlay) -> None:
    for at in range(len(halves)):
        for seat in range(2):
            halves[at, seat] = _game(seat, first + at, seed, rows, game)


@dataclass(frozen=True)
class Duels:
    """Results of the bot that plays to win: two for a win, one for a tie, zero for a loss, by [pair, its seat]."""

    halves: Halves

    @property
    def wins(self) -> int:
        return int((self.halves == 2).sum())

    @property
    def ties(self) -> int:
        return int((self.halves == 1).sum())

    @property
    def losses(self) -> int:
        return int((self.halves == 0).sum())

    def share(self, *, by_pairs: bool = True) -> Share:
        """Return its share of the wins, a tie counted as half, with an interval from pairs or from single games."""
        results = self.halves.mean(axis=1) / 2 if by_pairs else self.halves.ravel() / 2
        return share_of_groups(results.tolist())


def duel_table(solution: Solution) -> Remaining:
    """Return the distributions of all positions that a duel needs."""
    return Remaining(solution, [filled for filled in range(FULL) if filled.bit_count() == FIRST_TURN])


def duel(remaining: Remaining, *, pairs: int, seed: int, threads: int | None = None) -> Duels:
    """Play pairs of games; the same seed gives the same games, whatever the number of threads."""
    halves = np.empty((pairs, 2), np.int8)

    def play(first: int) -> None:
        _pairs(halves[first : first + _PART], first, seed, remaining.rows, remaining.solution.play)

    with ThreadPoolExecutor(threads or cpu_count()) as pool:
        list(pool.map(play, range(0, pairs, _PART)))
    return Duels(halves)
