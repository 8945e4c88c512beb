"""A small value network for a house between two turns: its final points, and how uncertain they are.

It corrects the weighted sum of `features`. Inputs are those features, which ability belongs to which number, the phase
of the match, and the bit boards of a sheet of 6 × 6 squares; two hidden layers with ReLU and two heads follow. It uses
only sums, products and comparisons in a fixed order, so that every machine computes the same bits.

A house and its mirror image have the same value, but a network evaluates them a little differently. So it is trained on
all symmetries of a sheet, and seats use different ones: that costs nothing, and two bots of one level do not fill
identical sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.games.house_of_cats.kernels import layout
from purrlor.games.house_of_cats.kernels.layout import RuleTable
from purrlor.games.house_of_cats.sheet import Sheet
from purrlor.games.house_of_cats.sheet_file import printed_sheet
from purrlor.kit.networks import parse_layers, rows_moved

from . import WEIGHTS
from .features import ALONE, FEATURES, Floats

_SIDE = 6
GRID = _SIDE * _SIDE
"""Squares of a sheet that the network knows."""
REST = FEATURES
"""First input of the number of spaces left in the match, one-hot."""
RIVAL_EMPTY = REST + GRID + 1
"""First input of the empty spaces of the fullest rival sheet, one-hot; the last input means no rival."""
TIED = RIVAL_EMPTY + GRID + 2
"""First input of the ability tied to 2, 3, 4 and 5, one-hot."""
PLANES = TIED + 4 * 12
"""First input of the planes: 2, 3, 4, 5 outside rooms, cats, mice, empty spaces, and spaces that can be added."""
BOARDS = 8
INPUTS = PLANES + BOARDS * GRID
MOST_ACTIVE = FEATURES + 6 + 2 * GRID
"""Upper bound on the number of inputs that are not 0 at once."""
WIDE, SLIM = 64, 16
HEADS = 2
SHAPES = ((INPUTS + 1, WIDE), (WIDE + 1, SLIM), (SLIM + 1, HEADS))

assert (layout.CAT, layout.MOUSE, layout.EMPTY, layout.OUTSIDE) == (4, 5, 6, 7)  # the order of the boards


class ValueNetwork(NamedTuple):
    """Weights, and working memory for one evaluation."""

    on: Ints
    """One word: 1 if the network evaluates finished turns, 0 if the weighted sum does it alone."""
    first: Floats
    """One row for each input, and one for the bias."""
    second: Floats
    """One row for each unit of the first layer, and one for the bias."""
    heads: Floats
    places: Ints
    """The inputs that are not 0."""
    values: Floats
    wide: Floats
    slim: Floats
    outputs: Floats
    """Both heads: the correction of the weighted sum, and the uncertainty of the final points."""


def no_network() -> ValueNetwork:
    """Return a placeholder that is switched off."""
    return _with_memory(0, np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1)))


def build_network(first: Floats, second: Floats, heads: Floats) -> ValueNetwork:
    return _with_memory(1, first, second, heads)


def _with_memory(on: int, first: Floats, second: Floats, heads: Floats) -> ValueNetwork:
    return ValueNetwork(
        on=np.array([on]),
        first=first,
        second=second,
        heads=heads,
        places=np.zeros(MOST_ACTIVE, np.int64),
        values=np.zeros(MOST_ACTIVE),
        wide=np.zeros(WIDE),
        slim=np.zeros(SLIM),
        outputs=np.zeros(HEADS),
    )


@compiled
def gather_inputs(table: RuleTable, network: ValueNetwork, state: Ints, features: Floats, when: tuple[int, int]) -> int:
    """List the inputs of a house that are not 0, and return how many there are.

    `when`: the empty spaces of the fullest rival sheet, and the spaces left in the match.
    """
    size, others, rest = 0, when[0], when[1]
    places, values = network.places, network.values
    for place in range(FEATURES):
        if features[place] != 0:
            places[size], values[size] = place, features[place]
            size += 1
    places[size] = REST + min(rest, GRID)
    places[size + 1] = RIVAL_EMPTY + (GRID + 1 if others == ALONE else min(max(others, 0), GRID))
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
        return int(state[board] & ~state[layout.WALLED])
    return int(state[board])


@compiled
def run_network(network: ValueNetwork, size: int) -> None:
    """Run the network on the first `size` listed inputs; the heads end up in `outputs`."""
    first, second, wide, slim = network.first, network.second, network.wide, network.slim
    for unit in range(WIDE):
        wide[unit] = first[INPUTS, unit]
    for number in range(size):
        value, row = network.values[number], first[network.places[number]]
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
        network.outputs[head] = network.heads[SLIM, head]
        for place in range(SLIM):
            network.outputs[head] += max(slim[place], 0.0) * network.heads[place, head]


def parse_network(content: bytes, symmetry: Sequence[int] = range(GRID)) -> ValueNetwork:
    """Read a network that sees houses in this symmetry."""
    first, second, heads = parse_layers(content, SHAPES)
    seen = [*range(PLANES), *(PLANES + GRID * board + square for board in range(BOARDS) for square in symmetry), INPUTS]
    return build_network(rows_moved(first, seen), second, heads)


@cache
def trained_network(sheet: Sheet, seat: int) -> ValueNetwork:
    """Return the trained network of a printed sheet, in a seat's symmetry; a placeholder for other sheets."""
    file = WEIGHTS / f"net{sheet.level}.bin"
    if sheet != printed_sheet(sheet.level) or not file.is_file():
        return no_network()
    every = start_symmetries(sheet)
    return parse_network(file.read_bytes(), every[seat % len(every)])


Symmetry: TypeAlias = tuple[int, ...]
"""The square that appears at each square, row by row."""


def symmetries(sheet: Sheet) -> tuple[Symmetry, ...]:
    """Return the symmetries to train on, the identity first. The boards show where the playing area starts."""
    return _symmetries(tuple(mark.replace("+", ".") for mark in _marks(sheet)))


@cache
def start_symmetries(sheet: Sheet) -> tuple[Symmetry, ...]:
    """Return the symmetries that leave a blank sheet unchanged, for seats; only the identity for other sizes."""
    six_by_six = [len(row) for row in sheet.rows] == [_SIDE] * _SIDE
    return _symmetries(_marks(sheet)) if six_by_six else (_turned(0, flipped=False),)


def _symmetries(marks: tuple[str, ...]) -> tuple[Symmetry, ...]:
    every = [_turned(turns, flipped=flipped) for turns, flipped in product(range(4), (False, True))]
    return tuple(symmetry for symmetry in every if tuple(marks[square] for square in symmetry) == marks)


def _marks(sheet: Sheet) -> tuple[str, ...]:
    """Return the marks of the squares; areas count alike, and so do boxes."""
    marks = [sheet.rows[row][column].lstrip("RBYG") for row in range(_SIDE) for column in range(_SIDE)]
    return tuple("box" if mark[0].isalpha() else mark for mark in marks)


def _turned(turns: int, *, flipped: bool) -> Symmetry:
    """Return the sheet turned to the left `turns` times, then mirrored if `flipped`."""
    grid: Sequence[Sequence[int]] = [range(_SIDE * row, _SIDE * (row + 1)) for row in range(_SIDE)]
    for _ in range(turns):
        grid = list(zip(*grid, strict=True))[::-1]
    return tuple(square for row in grid for square in (row[::-1] if flipped else row))
