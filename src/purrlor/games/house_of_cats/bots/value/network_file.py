"""The weights of the networks that come with the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from purrlor.games.house_of_cats.sheet import Sheet
from purrlor.games.house_of_cats.sheet_file import printed_sheet
from purrlor.kit.networks import parse_layers, rows_moved

from .network import BOARDS, GRID, HEADS, INPUTS, PLANES, SLIM, WIDE, Net, blank_net, net_of
from .symmetries import mirrors_at_start

SHAPES = ((INPUTS + 1, WIDE), (WIDE + 1, SLIM), (SLIM + 1, HEADS))


def parse_net(content: bytes, mirror: Sequence[int] = range(GRID)) -> Net:
    """A network that looks at houses in this mirror."""
    first, second, heads = parse_layers(content, SHAPES)
    seen = [*range(PLANES), *(PLANES + GRID * board + square for board in range(BOARDS) for square in mirror), INPUTS]
    return net_of(rows_moved(first, seen), second, heads)


@cache
def learned_net(sheet: Sheet, seat: int) -> Net:
    """The network of a sheet that comes with the game, in a seat's mirror; none for sheets that it has not seen."""
    file = files("purrlor.games.house_of_cats.bots.value") / "weights" / file_name(sheet.level)
    if sheet != printed_sheet(sheet.level) or not file.is_file():
        return blank_net()
    every = mirrors_at_start(sheet)
    return parse_net(file.read_bytes(), every[seat % len(every)])


def file_name(level: int) -> str:
    return f"net{level}.bin"
