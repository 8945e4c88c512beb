"""Deals put together from hands of each seat, or drawn by the odds of their cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import prod

import numpy as np
import pytest

from purrlor.compiled.bits import Ints, source
from purrlor.games.meow.bits import BLUE, GREEN, PINK, bits_of
from purrlor.games.meow.bots.beliefs import card_odds, choose_deals, join_hands, multiply_out, tilt_deals
from purrlor.games.meow.bots.stakes import Floats
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


def likings(hands: Ints) -> Floats:
    return np.array([[liking(int(hand), seat) for hand in hands[:, seat]] for seat in range(4)])


def distance(deals: Ints, chances: Floats) -> float:
    """Between what is chosen of these deals and the exact probabilities: half the sum of all differences."""
    chosen, expected = np.zeros((6000, 4), np.int64), exact()
    choose_deals(deals, chances, chosen)
    found = Counter(tuple(deal) for deal in chosen.tolist())
    assert {*found} <= {*expected}
    return sum(abs(found[deal] / 6000 - likely) for deal, likely in expected.items()) / 2


def fitting() -> Deals:
    return Deals.that_fit(UNSEEN, SIZES, VOIDS, [OWN, 0, 0, 0])


def test_hands_of_all_seats_make_deals_as_likely_as_they_are() -> None:
    deals = fitting()
    hands = deals.draw_apart(3000, seed=1)
    joined, chances = np.zeros((6000, 4), np.int64), np.zeros(6000)
    together = join_hands(deals.hidden, hands, likings(hands), joined, chances, source(2))
    assert together == np.count_nonzero(chances) > 5000
    assert distance(joined, chances) < 0.06
    assert distance(deals.draw(6000, seed=1), np.ones(6000)) > 0.25  # all deals alike would be found out


def test_deals_drawn_by_the_odds_of_their_cards_are_as_likely_as_they_are() -> None:
    deals = fitting()
    hands, odds = deals.draw_apart(300, seed=1), np.zeros((3, 7))
    card_odds(deals.hidden, hands, likings(hands), odds)
    tilted, chances = deals.draw(12_000, seed=2), np.zeros(12_000)
    tilt_deals(deals.hidden, odds, tilted, chances, source(3))
    multiply_out(likings(tilted), chances)
    assert distance(tilted, chances) < 0.06


def test_deals_follow_given_odds_before_they_are_weighed() -> None:
    """The chances that are written make up for the odds: with them all deals are alike again."""
    deals, bits = fitting(), [1 << place for place in range(54) if UNSEEN >> place & 1]
    odds = np.array([[(3 * seat + 5 * card) % 7 / 3 + 0.2 for card in range(7)] for seat in range(3)])
    tilted, chances = deals.draw(20_000, seed=2), np.zeros(20_000)
    tilt_deals(deals.hidden, odds, tilted, chances, source(3))
    order, products = deals.hidden.order.tolist(), dict[tuple[int, ...], float]()
    for deal in exact():
        held = [(place, card) for place, seat in enumerate(order) for card in range(7) if deal[seat] & bits[card]]
        products[deal] = prod(odds[place, card] for place, card in held)
    found, total = Counter(tuple(deal) for deal in tilted.tolist()), sum(products.values())
    assert sum(abs(found[deal] / 20_000 - product / total) for deal, product in products.items()) / 2 < 0.06
    assert all(chance == pytest.approx(1 / products[tuple(deal)]) for deal, chance in zip(tilted, chances, strict=True))


def test_odds_say_which_cards_the_weights_favour() -> None:
    deals = Deals.that_fit(UNSEEN, SIZES, [0, 0, 0, 0], [OWN, 0, 0, 0])
    hands, odds = deals.draw_apart(4000, seed=1), np.zeros((3, 7))
    card_odds(deals.hidden, hands, np.ones((4, 4000)), odds)
    assert odds.min() > 0.8
    assert odds.max() < 1.25
    place, lowest = deals.hidden.order.tolist().index(1), int(deals.hidden.cards[0])
    weights = np.ones((4, 4000))
    weights[1, hands[:, 1] & lowest != 0] = 4.0
    card_odds(deals.hidden, hands, weights, odds)
    assert odds[place, 0] == pytest.approx(4, abs=0.6)
    assert odds[place, 1:].max() < 1.25


def test_hands_that_share_cards_make_no_deal() -> None:
    deals = Deals.that_fit(UNSEEN, SIZES, [0, 0, 0, 0], [OWN, 0, 0, 0])
    hand = bits_of(cards("P1 B1"))
    hands, weights = np.array([[OWN, hand, hand, hand]]), np.ones((4, 1))
    joined, chances = np.zeros((3, 4), np.int64), np.ones(3)
    assert join_hands(deals.hidden, hands, weights, joined, chances, source(2)) == 0
    assert not chances.any()


def test_a_whole_deal_counts_as_much_as_its_hands() -> None:
    chances = np.array([1.0, 2.0])
    multiply_out(np.array([[1.0, 1.0], [0.5, 0.25], [0.5, 3.0]]), chances)
    assert chances.tolist() == [0.25, 1.5]
