"""Moves are compared in random continuations of a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from purrlor.core import Record, Seat
from purrlor.kit import games, kit
from purrlor.kit.continuations import continuations, parse_move

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("game", ["yatzy", "meow"])
def test_moves_are_compared_in_the_same_worlds(game: str) -> None:
    record = Record.parse((GOLDEN / f"{game}.purr").read_text(encoding="utf-8"), games())
    match = record.match()
    at = next(n for n in range(len(match) - 8, 0, -1) if len(match.awaiting_after(n).seats) == 1)
    position = match.fork(at)
    seat = position.awaiting.seats[0]
    move = (position.legal(seat)[0],)
    bots = [kit(game).level("uniform").make(record.game)] * record.game.seats
    one, two = continuations(position, seat, [move, move], bots, worlds=range(3))
    assert one == two
    assert len(one.scores) == 3


def test_whole_turn_is_made_at_once() -> None:
    record = Record.parse((GOLDEN / "house-of-cats-level-2.purr").read_text(encoding="utf-8"), games())
    position, text = record.match().fork(2), "place 2 E2, place 2 B5, place cat E5"
    move = parse_move(record.game, text)
    assert [str(action) for action in move] == text.split(", ")
    bots = [kit(record.game.name).level("uniform").make(record.game)] * record.game.seats
    (found,) = continuations(position, Seat(0), [move], bots, worlds=range(2))
    assert len(found.scores) == 2
