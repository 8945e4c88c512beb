"""`python -m tests.kernels GAME…` compiles what the bots, hints and reviews of games run on.

From a clean clone, tests and the servers that they start would otherwise compile the same kernels at the same time.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.recorded import answers, questions
from purrlor.core import Record, Seat
from purrlor.kit import games, levels
from purrlor.kit.files import CACHE_VARIABLE
from purrlor.kit.merit import merit_of

GOLDEN = Path(__file__).parent / "golden"


def compile_kernels(game: str) -> None:
    """Ask every level once, ask for a hint, and judge a match."""
    for level in levels(game):
        answers(list(questions(game, level.name, 1)))
    answers(list(questions(game, "", 1, hint=True)))
    file = min(GOLDEN.glob(f"{game}*.purr"))
    merit_of(Record.parse(file.read_text(encoding="utf-8"), games()), Seat(0))


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.environ[CACHE_VARIABLE] = folder
        for name in sys.argv[1:]:
            compile_kernels(name)
