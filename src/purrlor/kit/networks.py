"""Small networks: their weight files, and their training.

A file has 16-bit numbers and a step size for each layer, so it stays small. Training uses Adam with weight decay
(Kingma and Ba, 2015; Loshchilov and Hutter, 2019).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from purrlor.compiled.arrays import np

_LARGEST = 32767


def layer_bytes(layers: Iterable[Any]) -> bytes:
    """Return the step size of each layer, then its weights counted in steps, row by row, lowest byte first."""
    return b"".join(_packed(layer.ravel().tolist()) for layer in layers)


def _packed(weights: list[float]) -> bytes:
    step = struct.unpack("<f", struct.pack("<f", max(1e-6, *map(abs, weights)) / _LARGEST * 1.000001))[0]
    return struct.pack(f"<f{len(weights)}h", step, *(round(weight / step) for weight in weights))


def parse_layers(content: bytes, shapes: Iterable[tuple[int, int]], kind: Any = np.float64) -> list[Any]:
    """Parse the output of `layer_bytes`; `kind` is the type of the numbers."""
    at, layers = 0, list[Any]()
    for rows, columns in shapes:
        step, *counted = struct.unpack_from(f"<f{rows * columns}h", content, at)
        at += 4 + 2 * rows * columns
        layer = np.zeros((rows, columns), kind)
        for row in range(rows):
            layer[row] = [step * number for number in counted[row * columns : (row + 1) * columns]]
        layers.append(layer)
    return layers


def rows_moved(layer: Any, places: Sequence[int]) -> Any:
    """Return the rows in other places: row number n moves to the n-th of these places."""
    moved = np.zeros(layer.shape)
    for row, place in enumerate(places):
        moved[place] = layer[row]
    return moved


_FADING, _FADING_SQUARES = 0.9, 0.999


class Adam:
    """An optimiser that changes `parts`, the weights of each layer, in place; the last row of a layer never decays."""

    def __init__(self, parts: list[Any], *, decay: float = 0.0) -> None:
        self.parts, self.decay, self.steps = parts, decay, 0
        self.means, self.squares = ([part * 0 for part in parts] for _ in range(2))

    def step(self, slopes: list[Any], rate: float) -> None:
        import numpy  # `np` lacks mathematics where Numba is not installed, and training needs Numba

        self.steps += 1
        first, second = 1 - _FADING**self.steps, 1 - _FADING_SQUARES**self.steps
        for number, slope in enumerate(slopes):
            self.means[number] += (1 - _FADING) * (slope - self.means[number])
            self.squares[number] += (1 - _FADING_SQUARES) * (slope * slope - self.squares[number])
            down = (self.means[number] / first) / (numpy.sqrt(self.squares[number] / second) + 1e-6)
            self.parts[number][:-1] *= 1 - rate * self.decay
            self.parts[number] -= rate * down
