"""The expected value of dice has the mean 0 by construction."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from harness.house_luck import Played, fitted, play
from purrlor.games.house_of_cats import Ability
from purrlor.games.house_of_cats.luck import STAGES, features, weights_of
from purrlor.games.house_of_cats.symbols import FACES

pytestmark = pytest.mark.slow

LEVELS = (1, 2, 3, 4)


@pytest.mark.parametrize("dice", [3, 4])
def test_the_mean_over_all_rolls_is_0_exactly(dice: int) -> None:
    found = [features([roll], abilities_are_drawn=False) for roll in product(FACES, repeat=dice)]
    assert all(sum(column) == 0 for column in zip(*found, strict=True))
    assert any(any(row) for row in found)


def test_the_mean_over_all_draws_of_abilities_is_0_exactly() -> None:
    draws = combinations([ord(letter) for letter in Ability], 4)
    found = [features([draw], abilities_are_drawn=True) for draw in draws]
    assert all(sum(column) == 0 for column in zip(*found, strict=True))


def test_abilities_that_nobody_draws_are_not_luck() -> None:
    assert features([(2, 3, 4, 5)], abilities_are_drawn=False)[-len(Ability) :] == [0] * len(Ability)


def test_a_roll_counts_in_its_stage() -> None:
    pair, rest = (2, 2, 3, 4), (2, 3, 4, 5)
    early, late = features([pair], abilities_are_drawn=False), features([rest] * sum(STAGES), abilities_are_drawn=False)
    stage = len(FACES) + 1
    assert any(early[:stage])
    assert not any(early[stage:])
    assert not any(late[2 * stage :])


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_weight_for_each_feature(level: int) -> None:
    assert len(weights_of(level)) == len(features([], abilities_are_drawn=False))
    assert any(weights_of(level))


def test_the_fit_finds_what_a_face_is_worth() -> None:
    """Points that are 2 for each cat of the first roll, and nothing else."""
    draw = tuple(map(ord, "ABCD"))
    matches = [Played(2 * roll.count(6), [draw, roll]) for roll in product(FACES, repeat=4)]
    weights, explained = fitted(matches)
    cat, others = weights[FACES.index(6)], [weights[FACES.index(face)] for face in FACES if face != 6]
    assert 1500 < cat - max(others) < 2100
    assert explained > 0.99


def test_matches_of_the_fit_follow_from_their_number() -> None:
    assert play(1, 3) == play(1, 3)
    assert play(1, 3) != play(1, 4)
