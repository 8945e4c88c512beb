"""A minimal install, which has neither Numba nor numpy."""

from __future__ import annotations

import sys
from pathlib import Path

from harness.recorded import answers, questions
from purrlor.core import Record, Seat
from purrlor.kit import games, kits
from purrlor.kit.review import skill_summary
from purrlor.lab.playout import play_out

HIDDEN = ("numba", "numpy", "llvmlite")
GOLDEN = Path(__file__).parents[1] / "golden"


def hide() -> None:
    """Make packages unfindable, as if they were not installed."""
    for package in HIDDEN:
        sys.modules[package] = None  # type: ignore[assignment]  # what Python's import system calls halted


def play() -> None:
    """Ask every level for a move and the adviser for a hint, review a match of every game, and print what answered."""
    for name, kit in kits().items():
        game = kit.rules()
        if kit.races(game):  # no order of seats decides: play whole matches instead
            for level in kit.levels[1:]:
                assert play_out(game, [level.make(game)] * game.seats, "plain").over
        else:
            for level in kit.levels:
                assert len(answers(list(questions(name, level.name, 1)))) == 1
        if kit.gives_advice:
            assert len(answers(list(questions(name, "", 1, hint=True)))) == 1
        file = min(GOLDEN.glob(f"{name}*.purr"))
        skill_summary(Record.parse(file.read_text(encoding="utf-8"), games()), Seat(0))
        sys.stdout.write(f"{name} {' '.join(level.name for level in kit.levels)}\n")
