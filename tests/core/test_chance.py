from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from purrlor.core import Chance, Draw, IllegalEvent, Roll

CHANCES: list[Chance] = [
    Roll(1),
    Roll(5),
    Roll(0),
    Roll(3, faces=(2, 3, 4, 5)),
    Roll(2, faces=(1, 1, 2)),
    Draw((1, 2, 3, 4), 2),
    Draw((7, 7, 8), 3),
    Draw((1, 2, 3), 0),
]
# The 99.9 % quantiles of the chi-square distribution for the degrees of freedom that occur here.
CHI_SQUARE = {0: 0.0, 1: 10.83, 2: 13.82, 5: 20.52, 11: 31.26, 19: 43.82, 251: 326.0}


@pytest.mark.parametrize("chance", CHANCES, ids=str)
def test_support_sums_to_exactly_one_and_names_each_outcome_once(chance: Chance) -> None:
    support = list(chance.support())
    assert sum(share for _, share in support) == 1
    assert len({values for values, _ in support}) == len(support)


@pytest.mark.parametrize("chance", CHANCES, ids=str)
def test_every_outcome_of_the_support_passes_the_check(chance: Chance) -> None:
    for values, share in chance.support():
        chance.check(values)
        assert share > 0


@pytest.mark.parametrize("chance", CHANCES, ids=str)
def test_sampled_frequencies_agree_with_the_support(chance: Chance) -> None:
    below, tries = Random(7).randrange, 20_000
    seen = Counter(chance.sample(below) for _ in range(tries))
    support = dict(chance.support())
    assert seen.keys() <= support.keys()
    square = sum((seen[values] - tries * share) ** 2 / (tries * share) for values, share in support.items())
    assert square <= CHI_SQUARE[len(support) - 1]


def test_roll_of_five_dice_has_252_outcomes() -> None:
    support = dict(Roll(5).support())
    assert len(support) == 252
    assert support[1, 1, 1, 1, 1] == Fraction(1, 7776)
    assert support[1, 2, 3, 4, 5] == Fraction(120, 7776)


def test_roll_of_a_die_with_equal_faces_counts_them() -> None:
    assert dict(Roll(1, faces=(0, 0, 1)).support()) == {(0,): Fraction(2, 3), (1,): Fraction(1, 3)}


def test_roll_stands_sorted() -> None:
    random = Random(1)
    rolls = [Roll(5).sample(random.randrange) for _ in range(200)]
    assert all(list(roll) == sorted(roll) for roll in rolls)


def test_draw_puts_nothing_back() -> None:
    random = Random(1)
    draws = [Draw(tuple(range(10)), 10).sample(random.randrange) for _ in range(200)]
    assert all(sorted(draw) == list(range(10)) for draw in draws)


def test_draw_keeps_the_order_in_which_values_came() -> None:
    assert dict(Draw((1, 2), 2).support()) == {(1, 2): Fraction(1, 2), (2, 1): Fraction(1, 2)}


def test_draw_of_more_than_the_pool_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="a draw of 4 from 3"):
        Draw((1, 2, 3), 4)


@pytest.mark.parametrize(
    ("chance", "values", "reason"),
    [
        (Roll(2), (1,), "values: 2, not 1"),
        (Roll(2), (1, 1, 1), "values: 2, not 3"),
        (Roll(2), (2, 1), "ascending"),
        (Roll(2), (1, 7), "no die shows 7"),
        (Roll(1, faces=(2, 3)), (1,), "no die shows 1"),
        (Draw((1, 2, 3), 2), (1,), "values: 2, not 1"),
        (Draw((1, 2, 3), 2), (1, 1), "more often"),
        (Draw((1, 2, 3), 2), (1, 4), "not in the pool"),
    ],
)
def test_check_refuses_what_cannot_come(chance: Chance, values: tuple[int, ...], reason: str) -> None:
    with pytest.raises(IllegalEvent, match=reason):
        chance.check(values)


def test_chance_says_what_it_is() -> None:
    assert str(Roll(1)) == "a roll of one die"
    assert str(Roll(3)) == "a roll of 3 dice"
    assert str(Draw((1, 2, 3), 2)) == "a draw of 2 from 3"
