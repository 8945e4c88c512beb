"""How likely each total of a whole match is if it is played for points, for every variant of the rules: exact.

`python -m purrlor.games.yatzy.bots.solver.totals` computes `totals.json` again, which takes a minute; a test
compares the file with the computation.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import fsum
from pathlib import Path
from typing import Literal, get_args

from msgspec import json

from .tables import Options

FILE = "totals.json"
DIGITS = 12
Scratch = Literal["forced", "free"]


def label(options: Options) -> str:
    return f"{options.scratch}, five of a kind is {'a' if options.mouser_is_fat_cat else 'no'} fat cat"


def variants() -> list[Options]:
    return [
        Options(scratch=scratch, mouser_is_fat_cat=fat) for scratch, fat in product(get_args(Scratch), (False, True))
    ]


@cache
def _known() -> dict[str, list[float]]:
    return json.decode(Path(__file__).with_name(FILE).read_bytes(), type=dict[str, list[float]])


def probabilities(options: Options) -> list[float]:
    """Of the totals 0, 1, 2, …"""
    return _known()[label(options)]


def below(options: Options, total: int) -> float:
    """The probability of a lower total than this."""
    return fsum(probabilities(options)[: max(total, 0)])


def computed(options: Options) -> list[float]:
    """The same by the solver, to as many digits as the file has."""
    from .distribution import distribution
    from .solution import solution

    solved = solution(scratch=options.scratch, mouser_is_fat_cat=options.mouser_is_fat_cat)
    return [round(chance, DIGITS) for chance in distribution(solved).probability]


def main() -> None:
    found = {label(options): computed(options) for options in variants()}
    lines = ",\n".join(f' "{name}": {json.encode(row).decode()}' for name, row in found.items())
    Path(__file__).with_name(FILE).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
