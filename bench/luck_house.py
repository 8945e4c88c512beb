"""Fit the weights of House of Cats' luck: a ridge regression of the points of a `tabby` alone on the dice it rolled.

    python -m bench.luck_house --matches 900 > src/purrlor/games/house_of_cats/luck_weights.json

It prints on standard error how much of the variance the fit explains in matches that it was not fitted to.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from harness.house_luck import fitted, play

LEVELS = (1, 2, 3, 4)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of the luck in House of Cats.")
    parser.add_argument("--matches", type=int, default=900, help="for each level (900)")
    args = parser.parse_args(arguments)
    lines: list[str] = []
    for level in LEVELS:
        weights, explained = fitted([play(level, number) for number in range(args.matches)])
        sys.stderr.write(f"level {level}: {100 * explained:.1f} % of the variance\n")
        lines.append(f'  "{level}": {weights}')
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
