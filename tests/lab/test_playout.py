from pathlib import Path
from random import Random

import pytest

from purrlor.core import Match, Record
from purrlor.games.yatzy import Yatzy
from purrlor.kit import Uniform, games, kit
from purrlor.lab.playout import continuations, play_out

GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_seed_plays_one_match() -> None:
    first, second = (play_out(Yatzy(), [Uniform(), Uniform()], "seed") for _ in range(2))
    assert first.log == second.log
    assert first.over


def test_the_log_alone_replays_it() -> None:
    match = play_out(Yatzy(), [Uniform(), Uniform()], "seed")
    assert Match(Yatzy(), log=match.log).state == match.state


def test_every_seat_needs_a_bot() -> None:
    with pytest.raises(ValueError, match="2 seats need as many bots, not 1"):
        play_out(Yatzy(seats=2), [Uniform()], "seed")


def test_the_uniform_bot_takes_each_action_equally_often() -> None:
    source = Random(1)
    chosen = [Uniform().choose(None, "abc", source).action for _ in range(3000)]
    assert all(900 < chosen.count(letter) < 1100 for letter in "abc")


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
