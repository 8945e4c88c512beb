"""A kit says whether an act of its game can ever be taken back: here random matches try."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from purrlor.core import Act, Fates, Game, Match, Seat, Timeout, fate_key, secret_from_text
from purrlor.core.options import with_options
from purrlor.kit import games, kit

EVENTS = 200
SETTINGS = [
    ("yatzy", {"seats": "1"}, True),
    ("yatzy", {"seats": "3"}, True),
    ("meow", {"seats": "2"}, False),
    ("meow", {"seats": "4"}, False),
    ("addi-cats", {"seats": "3"}, False),
    ("addi-cats", {"seats": "3", "timed": "false"}, True),
    ("house-of-cats", {"seats": "1"}, True),
    ("house-of-cats", {"seats": "2"}, True),
]


def test_no_game_of_the_server_is_missing_here() -> None:
    assert {name for name, _, _ in SETTINGS} == set(games())


@pytest.mark.parametrize(("name", "options", "expected"), SETTINGS)
def test_the_kit_says_whether_anything_can_ever_be_taken_back(
    name: str, options: dict[str, str], expected: bool
) -> None:
    game: Game[Any, Any, Any] = with_options(games()[name], options)
    assert kit(name).takes_back(game) is expected
    assert any(could_take_back(game, seed) for seed in range(3)) is expected


def could_take_back(game: Game[Any, Any, Any], seed: int) -> bool:
    """Return whether any act could ever be taken back in a random match, or in the beginning of a long one."""
    chance = Random(seed)
    match = Match(game, fates=Fates(fate_key(secret_from_text(str(seed)))))
    match.settle()
    while not match.awaiting.nothing and len(match) < EVENTS:
        move_on(match, chance)
        match.settle()
        if any(match.take_back_refusal(Seat(seat)) is None for seat in range(game.seats)):
            return True
    return False


def move_on(match: Match[Any, Any, Any], chance: Random) -> None:
    acts = [(seat, action) for seat in match.awaiting.seats for action in match.legal(seat)]
    deadline = match.awaiting.deadline
    if deadline is not None and (not acts or chance.random() < 0.3):
        match.push(Timeout(deadline))
    else:
        seat, action = chance.choice(acts)
        match.push(Act(seat, action, match.now))
