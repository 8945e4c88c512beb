"""`PURRLOR_KERNELS=numba python -m tests.kernels GAME…` compiles what tests run by Numba.

From a clean clone, the workers of a test run would otherwise compile the same functions at the same time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from harness.recorded import answers, questions, seats_of
from purrlor.core import Record, Seat
from purrlor.kit import games, levels
from purrlor.kit.review import skill_summary

GOLDEN = Path(__file__).parent / "golden"


def compile_kernels(game: str) -> None:
    """Ask every level once for each number of seats, ask for a hint, and judge a match."""
    for level in levels(game):
        for seats in seats_of(game):
            answers(list(questions(game, level.name, 1, seats=(seats,))))
    answers(list(questions(game, "", 1, hint=True)))
    file = min(GOLDEN.glob(f"{game}*.purr"))
    skill_summary(Record.parse(file.read_text(encoding="utf-8"), games()), Seat(0))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_kernels(name)
