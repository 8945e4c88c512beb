"""The gain of exact play in the last two turns over `tiger`, in Yatzy for two.

`tiger` takes each turn as if it played for points afterwards. In its last turn but one that is not exact: the last turn
will be played to win as well, and by then the opponent has moved. Both policies are valued exactly at positions that
`tiger` reaches against `sphinx`, so that the difference has no noise of dice and a few hundred positions show it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from harness.figures import Figure, section
from harness.yatzy_duels import duel_table, take_turn, win_shares_against
from purrlor.compiled import compiled
from purrlor.games.yatzy.bots.solver.solution import solution
from purrlor.games.yatzy.bots.solver.tables import Floats, Integers
from purrlor.games.yatzy.bots.solver.turn import (
    ILLEGAL,
    PointPlay,
    best_play,
    last_rolls,
    outcomes,
    point_boxes,
    upper_after,
)
from purrlor.games.yatzy.bots.solver.win import FIRST_TURN, TOTALS, Remaining, Rows, Sheet, win_boxes
from purrlor.kit.statistics import estimate

SEED = 1
TURNS_LEFT = 2


@compiled
def reach(sheets: Integers, seat: int, game_number: int, rows: Rows, game: PointPlay) -> None:
    """Play until the seat that plays to win has two turns left."""
    for turn in range(2 * (13 - TURNS_LEFT) + seat):
        mover = turn % 2
        mine, other = sheets[mover], sheets[1 - mover]
        if mover == seat and turn >= 2 * FIRST_TURN:
            boxes = win_boxes(Sheet(mine[0], mine[1], mine[2]), win_shares_against(other, rows), rows, game)
        else:
            boxes = point_boxes(mine[0], mine[1], game)
        take_turn(mine, boxes, game, SEED, (game_number * 26 + turn) * 3)


@compiled
def later_worths(other: Integers, rows: Rows, game: PointPlay) -> tuple[Floats, Floats]:
    """Each result of the opponent's coming turn: its probability, and my share of the win by final total after it."""
    chances = outcomes(other[0], other[1], game)
    found = int((chances > 0).sum())
    weights, values = np.empty(found), np.empty((found, TOTALS))
    at, after = 0, np.empty(3, np.int64)
    for box in range(13):
        for points in range(51):
            if chances[box, points] > 0:
                after[0], after[1], after[2] = (
                    other[0] | 1 << box,
                    upper_after(other[1], box, points),
                    other[2] + points,
                )
                weights[at], values[at] = chances[box, points], win_shares_against(after, rows)
                at += 1
    return weights, values


@compiled
def exact_boxes(sheet: Sheet, other: Integers, rows: Rows, game: PointPlay, by_points: Floats) -> Floats:
    """The share of the win after each box, with a last turn that is played to win and knows the opponent's turn.

    A box is legal where `by_points` has a value.
    """
    weights, values = later_worths(other, rows, game)
    known, boxes = np.full((13, 51), np.nan), np.full((252, 13), ILLEGAL)
    for roll in range(252):
        for box in range(13):
            if by_points[roll, box] == ILLEGAL:
                continue
            points = game.table.points[roll, box]
            if np.isnan(known[box, points]):
                after = Sheet(sheet.filled | 1 << box, upper_after(sheet.upper, box, points), sheet.points + points)
                value = 0.0
                for at in range(len(weights)):
                    value += weights[at] * best_play(win_boxes(after, values[at], rows, game), game.graph)[3]
                known[box, points] = value
            boxes[roll, box] = known[box, points]
    return boxes


@compiled
def shares(seat: int, game_number: int, rows: Rows, game: PointPlay) -> tuple[float, float]:
    """The shares of the win, at one position, of `tiger` and of exact play."""
    sheets = np.zeros((2, 3), np.int64)
    reach(sheets, seat, game_number, rows, game)
    mine, other = sheets[seat], sheets[1 - seat]
    sheet = Sheet(mine[0], mine[1], mine[2])
    tiger = win_boxes(sheet, win_shares_against(other, rows), rows, game)
    exact = exact_boxes(sheet, other, rows, game, tiger)
    mass, kept = last_rolls(best_play(tiger, game.graph)[2], game.graph), 0.0
    for roll in range(252):
        kept += mass[210 + roll] * exact[roll, tiger[roll].argmax()]
    return kept, best_play(exact, game.graph)[3]


def gains(table: Remaining, positions: int) -> tuple[list[float], list[float]]:
    """Return the shares of `tiger` and what exact play adds, in per cent, for each position; seats take turns."""

    def one(number: int) -> tuple[float, float]:
        tiger, exact = shares(number % 2, number, table.rows, table.solution.play)
        return 100 * tiger, 100 * (exact - tiger)

    with ThreadPoolExecutor(cpu_count()) as pool:
        found = list(pool.map(one, range(positions)))
    return [tiger for tiger, _ in found], [gain for _, gain in found]


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench endgame", description=__doc__)
    parser.add_argument("--positions", type=int, default=400)
    positions = parser.parse_args(arguments).positions
    tiger, gain = gains(duel_table(solution()), positions)
    share, added = estimate(tiger), estimate(gain)
    section(
        f"Yatzy for two, the last two turns of each against sphinx, {positions} positions that tiger reached",
        Figure(f"tiger's share of the win, ± {share.margin:.2f}", share.mean, "%"),
        Figure(f"exact play adds, ± {added.margin:.4f}", added.mean, "%"),
        Figure("exact play adds, at most", max(gain), "%"),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
