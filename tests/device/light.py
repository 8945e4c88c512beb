"""Runs without packages that a light installation or a web worker does not have, and plays there.

`python -m tests.device.light numba,numpy` plays a match of every game with every bot that is there, and prints them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable


def hide(packages: Iterable[str]) -> None:
    """Make packages unfindable, as if they were not installed."""
    for package in packages:
        sys.modules[package] = None  # type: ignore[assignment]  # what Python's import system calls halted


def play_everything() -> None:
    from purrlor.core import Seat
    from purrlor.kit import kits
    from purrlor.kit.answers import QUESTIONS, HintSituation
    from purrlor.lab.playout import play_out
    from purrlor.table.lobby import game_info

    for name, kit in kits().items():
        game = kit.rules()
        strongest = [level.make(game) for level in kit.levels[::-1]]
        match = play_out(game, [strongest[seat % len(strongest)] for seat in range(game.seats)], "light")
        assert match.over
        names = [f"P{seat}" for seat in range(game.seats)]
        for question in QUESTIONS:
            situation = HintSituation(match.view(Seat(0)), (), names, (), Seat(0))
            assert kit.answers().answer(question, situation), (name, question)
        play_at_table(name)
        info = game_info(name)
        found = [name, *info.levels, "default", info.default_level, *["hints"][: info.hints]]
        sys.stdout.write(" ".join(found) + "\n")


def play_at_table(game: str) -> None:
    """A person and bots, with all that a table does beside the rules: races, hands, verdicts, stories."""
    from random import Random

    from tests.table.sitting import begun, play_at_random

    sitting, people = begun(game, ["ann"], bots=2, options={"most_cards": "12"} if game == "addi-cats" else {})
    play_at_random(sitting, people, Random(1))


if __name__ == "__main__":
    hide(sys.argv[1].split(","))
    play_everything()
