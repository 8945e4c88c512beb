"""A small neural network that judges a house between two turns: its total at the end, and how sure that is.

It corrects the weighted sum of `features`: inputs are those features, which ability belongs to which number, the phase
of the match, and the bit boards of a sheet of 6 × 6 squares. Two layers of rectified sums follow, then the two heads.
Only sums, products and comparisons in a fixed order, so that every machine finds the same bits.
"""

from __future__ import annotations

from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.games.house_of_cats.kernels import fast
from purrlor.games.house_of_cats.kernels.layout import TwinTable

from .features import ALONE, FEATURES, Floats

GRID = 36
"""Squares of a sheet that the network knows; a row has six."""
REST = FEATURES
"""From here on: how many spaces of the match are left, one input for each number."""
HURRY = REST + GRID + 1
"""From here on: the empty spaces of the fullest other sheet, the last one for nobody."""
TIED = HURRY + GRID + 2
"""From here on: which ability is tied to 2, to 3, to 4, to 5."""
PLANES = TIED + 4 * 12
"""From here on: where 2, 3, 4, 5 stand outside rooms, cats, mice, empty spaces, and spaces that can be added."""
BOARDS = 8
INPUTS = PLANES + BOARDS * GRID
MOST_ACTIVE = FEATURES + 6 + 2 * GRID
"""More inputs than are ever not 0 at once."""
WIDE, SLIM = 64, 16
HEADS = 2


class Net(NamedTuple):
    """Weights, and room for what a judgement passes through."""

    on: Ints
    """One word: 1 if finished turns are judged by the network, 0 if by the weighted sum alone."""
    first: Floats
    """One row for each input, and one more to begin with."""
    second: Floats
    """One row for each sum of the first layer, and one more to begin with."""
    heads: Floats
    places: Ints
    """The inputs that are not 0."""
    values: Floats
    wide: Floats
    slim: Floats
    judged: Floats
    """Both heads: what is to be added to the weighted sum, and the spread of the total."""


def blank_net() -> Net:
    """No network at all."""
    return _with_room(0, np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1)))


def net_of(first: Floats, second: Floats, heads: Floats) -> Net:
    return _with_room(1, first, second, heads)


def _with_room(on: int, first: Floats, second: Floats, heads: Floats) -> Net:
    return Net(
        on=np.array([on]),
        first=first,
        second=second,
        heads=heads,
        places=np.zeros(MOST_ACTIVE, np.int64),
        values=np.zeros(MOST_ACTIVE),
        wide=np.zeros(WIDE),
        slim=np.zeros(SLIM),
        judged=np.zeros(HEADS),
    )


@compiled
def gather(table: TwinTable, net: Net, state: Ints, features: Floats, when: tuple[int, int]) -> int:
    """List the inputs of a house that are not 0; how many they are.

    `when`: the empty spaces of the fullest other sheet, and the spaces of the match that are left.
    """
    size, others, rest = 0, when[0], when[1]
    places, values = net.places, net.values
    for place in range(FEATURES):
        if features[place] != 0:
            places[size], values[size] = place, features[place]
            size += 1
    places[size] = REST + min(rest, GRID)
    places[size + 1] = HURRY + (GRID + 1 if others == ALONE else min(max(others, 0), GRID))
    for number in range(4):
        places[size + 2 + number] = TIED + 12 * number + table.abilities[number]
    last = size + 6
    for board in range(BOARDS):
        bits = board_of(state, board)
        while bits:
            lowest = bits & -bits
            places[last] = PLANES + GRID * board + count(lowest - 1)
            last += 1
            bits &= ~lowest
    for place in range(size, last):
        values[place] = 1.0
    return last


@compiled
def board_of(state: Ints, board: int) -> int:
    if board < 4:
        return int(state[board] & ~state[fast.WALLED])
    return int(state[board])


@compiled
def judge(net: Net, size: int) -> None:
    """Run the network on the first `size` inputs of its lists; the heads are in `judged` then."""
    first, second, wide, slim = net.first, net.second, net.wide, net.slim
    for unit in range(WIDE):
        wide[unit] = first[INPUTS, unit]
    for number in range(size):
        value, row = net.values[number], first[net.places[number]]
        for unit in range(WIDE):
            wide[unit] += value * row[unit]
    for unit in range(SLIM):
        slim[unit] = second[WIDE, unit]
    for place in range(WIDE):
        value = wide[place]
        if value > 0:
            row = second[place]
            for unit in range(SLIM):
                slim[unit] += value * row[unit]
    for head in range(HEADS):
        net.judged[head] = net.heads[SLIM, head]
        for place in range(SLIM):
            net.judged[head] += max(slim[place], 0.0) * net.heads[place, head]


assert (fast.CAT, fast.MOUSE, fast.EMPTY, fast.OUTSIDE) == (4, 5, 6, 7)
