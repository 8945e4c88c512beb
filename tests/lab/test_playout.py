from random import Random

import pytest

from purrlor.core import Match
from purrlor.games.yatzy import Yatzy
from purrlor.kit import Uniform
from purrlor.lab.playout import play_out


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
