"""The weights of networks as files: 16-bit numbers and the size of a step for each layer, so that they stay small."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from purrlor.compiled.arrays import np
from purrlor.games.house_of_cats.sheet import Sheet
from purrlor.games.house_of_cats.sheet_file import printed_sheet

from .net import HEADS, INPUTS, SLIM, WIDE, Net, blank_net, net_of

SHAPES = ((INPUTS + 1, WIDE), (WIDE + 1, SLIM), (SLIM + 1, HEADS))
_LARGEST = 32767


def net_bytes(layers: Iterable[Any]) -> bytes:
    """For each layer the size of a step, then its weights counted in steps, row by row, lowest byte first."""
    return b"".join(_layer_bytes(layer.ravel().tolist()) for layer in layers)


def _layer_bytes(weights: list[float]) -> bytes:
    step = struct.unpack("<f", struct.pack("<f", max(1e-6, *map(abs, weights)) / _LARGEST * 1.000001))[0]
    return struct.pack(f"<f{len(weights)}h", step, *(round(weight / step) for weight in weights))


def parse_net(content: bytes) -> Net:
    """The mirror of `net_bytes`."""
    at, layers = 0, list[Any]()
    for rows, columns in SHAPES:
        step, *counted = struct.unpack_from(f"<f{rows * columns}h", content, at)
        at += 4 + 2 * rows * columns
        layer = np.zeros((rows, columns))
        for row in range(rows):
            layer[row] = [step * number for number in counted[row * columns : (row + 1) * columns]]
        layers.append(layer)
    return net_of(*layers)


@cache
def learned_net(sheet: Sheet) -> Net:
    """The network of a sheet that comes with the game; none for others, whose bit boards it has not seen."""
    file = files("purrlor.games.house_of_cats.bots") / "weights" / file_name(sheet.level)
    if sheet != printed_sheet(sheet.level) or not file.is_file():
        return blank_net()
    return parse_net(file.read_bytes())


def file_name(level: int) -> str:
    return f"net{level}.bin"
