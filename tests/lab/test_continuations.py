from __future__ import annotations

from pathlib import Path

import pytest

from purrlor.core import Record
from purrlor.kit import games, kit
from purrlor.lab.continuations import continuations

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("game", ["yatzy", "meow"])
def test_moves_are_compared_in_the_same_worlds(game: str) -> None:
    record = Record.parse((GOLDEN / f"{game}.purr").read_text(encoding="utf-8"), games())
    match = record.match()
    at = next(n for n in range(len(match) - 8, 0, -1) if len(match.awaiting_after(n).seats) == 1)
    position = match.fork(at)
    seat = position.awaiting.seats[0]
    action = position.legal(seat)[0]
    bots = [kit(game).level("uniform").make(record.game)] * record.game.seats
    one, two = continuations(position, seat, [action, action], bots, count=3)
    assert one == two
    assert len(one.scores) == 3
