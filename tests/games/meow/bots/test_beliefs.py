"""Deals put together from hands of each seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from purrlor.compiled.bits import source
from purrlor.games.meow.bits import BLUE, GREEN, PINK, bits_of
from purrlor.games.meow.bots.beliefs import choose_deals, join_hands, multiply_out
from purrlor.games.meow.deals import Deals
from tests.games.meow.notated import cards

pytestmark = pytest.mark.slow
UNSEEN = bits_of(cards("P1 P2 P3 B1 B2 G1 G2"))
OWN = bits_of(cards("P7 B7"))
SIZES, VOIDS = [0, 2, 2, 1], [0, PINK, 0, BLUE | GREEN]


def liking(hand: int, seat: int) -> float:
    """How much a hand explains what its seat played: any numbers, far apart."""
    return (hand * 2654435761 + seat * 40503) % 97 / 97 + 0.01


def exact() -> dict[tuple[int, ...], float]:
    """The probability of each deal, listed one by one."""
    bits = [1 << place for place in range(54) if UNSEEN >> place & 1]
    may_hold = [[bit for bit in bits if not bit & void] for void in VOIDS]
    found = dict[tuple[int, ...], float]()
    for first in map(sum, combinations(may_hold[1], 2)):
        for second in map(sum, combinations(may_hold[2], 2)):
            for third in may_hold[3]:
                if not first & second | first & third | second & third:
                    likely = liking(first, 1) * liking(second, 2) * liking(third, 3)
                    found[OWN, first, second, third] = likely
    total = sum(found.values())
    return {deal: likely / total for deal, likely in found.items()}


def test_hands_of_all_seats_make_deals_as_likely_as_they_are() -> None:
    deals = Deals.that_fit(UNSEEN, SIZES, VOIDS, [OWN, 0, 0, 0])
    hands = deals.draw_apart(3000, seed=1)
    weights = np.array([[liking(int(hand), seat) for hand in hands[:, seat]] for seat in range(4)])
    joined, chances = np.zeros((6000, 4), np.int64), np.zeros(6000)
    together = join_hands(deals.hidden, hands, weights, joined, chances, source(2))
    assert together == np.count_nonzero(chances) > 5000
    found, chosen = Counter[tuple[int, ...]](), np.zeros((6000, 4), np.int64)
    choose_deals(joined, chances, chosen)
    for deal in chosen.tolist():
        found[tuple(deal)] += 1
    expected = exact()
    assert {*found} <= {*expected}
    assert len(found) > 0.9 * len(expected)
    error = sum(abs(found[deal] / 6000 - likely) for deal, likely in expected.items()) / 2
    assert error < 0.06
    alike = sum(abs(1 / len(expected) - likely) for likely in expected.values()) / 2
    assert alike > 0.25  # all deals alike would be found out


def test_hands_that_share_cards_make_no_deal() -> None:
    deals = Deals.that_fit(UNSEEN, SIZES, [0, 0, 0, 0], [OWN, 0, 0, 0])
    hand = bits_of(cards("P1 B1"))
    hands, weights = np.array([[OWN, hand, hand, hand]]), np.ones((4, 1))
    joined, chances = np.zeros((3, 4), np.int64), np.ones(3)
    assert join_hands(deals.hidden, hands, weights, joined, chances, source(2)) == 0
    assert not chances.any()


def test_a_whole_deal_counts_as_much_as_its_hands() -> None:
    chances = np.zeros(2)
    multiply_out(np.array([[1.0, 1.0], [0.5, 0.25], [0.5, 3.0]]), chances)
    assert chances.tolist() == [0.25, 0.75]
