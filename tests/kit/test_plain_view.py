"""Views survive conversion to JSON and back, unchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from purrlor_pig.rules import Pig

from purrlor.core import Seat
from purrlor.kit import Uniform, games
from purrlor.kit.game_kit import AnyGame
from purrlor.kit.plain_view import plain, view_from_plain
from purrlor.lab.playout import play_out

GAMES = [*(rules() for rules in games().values()), Pig(target=30)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seat", [None, Seat(0), Seat(1)])
def test_every_view_of_a_match_comes_back_equal(game: AnyGame, seat: Seat | None) -> None:
    match: Any = play_out(game, [Uniform()] * game.seats, seed="plain")
    step = max(1, len(match.log) // 150)
    for number in range(0, len(match.log) + 1, step):
        view = game.view(match.state_after(number), seat)
        assert view_from_plain(json.loads(json.dumps(plain(view))), game) == view
