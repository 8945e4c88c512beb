"""The weights of small networks as files: 16-bit numbers and the size of a step for each layer. So they stay small."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from purrlor.compiled.arrays import np

_LARGEST = 32767


def layer_bytes(layers: Iterable[Any]) -> bytes:
    """For each layer the size of a step, then its weights counted in steps, row by row, lowest byte first."""
    return b"".join(_packed(layer.ravel().tolist()) for layer in layers)


def _packed(weights: list[float]) -> bytes:
    step = struct.unpack("<f", struct.pack("<f", max(1e-6, *map(abs, weights)) / _LARGEST * 1.000001))[0]
    return struct.pack(f"<f{len(weights)}h", step, *(round(weight / step) for weight in weights))


def parse_layers(content: bytes, shapes: Iterable[tuple[int, int]], kind: Any = np.float64) -> list[Any]:
    """The reverse of `layer_bytes`; `kind`: the type of the numbers."""
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
    """The same rows in other places: the first one in the first of these, and so on."""
    moved = np.zeros(layer.shape)
    for row, place in enumerate(places):
        moved[place] = layer[row]
    return moved
