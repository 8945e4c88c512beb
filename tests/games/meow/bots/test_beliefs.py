"""Deals combined from hands of each seat, or drawn by the odds of their cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import prod

import numpy as np
import pytest

from purrlor.compiled.bits import Ints, source
from purrlor.games.meow.bots.search.beliefs import card_odds, choose_deals, join_hands, multiply_out, tilt_deals
from purrlor.games.meow.kernels.bits import BLUE, GREEN, PINK, bits_of
from purrlor.games.meow.kernels.deals import Deals, Hidden
from purrlor.games.meow.kernels.exponentials import Floats
from tests.games.meow.notated import cards

pytestmark = pytest.mark.slow
UNSEEN = bits_of(cards("P1 P2 P3 B1 B2 G1 G2"))
OWN = bits_of(cards("P7 B7"))
SIZES, VOIDS = [0, 2, 2, 1], [0, PINK, 0, BLUE | GREEN]


def liking(hand: int, seat: int) -> float:
    """Return how well a hand explains the seat's cards: arbitrary numbers, far apart."""
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
    """Return the total variation distance between the chosen deals and the exact probabilities."""
    chosen, expected = np.zeros((6000, 4), np.int64), exact()
    choose_deals(deals, chances, chosen)
    found = Counter(tuple(deal) for deal in chosen.tolist())
    assert {*found} <= {*expected}
    return sum(abs(found[deal] / 6000 - likely) for deal, likely in expected.items()) / 2


def fitting() -> Deals:
    return Deals.that_fit(UNSEEN, SIZES, VOIDS, [OWN, 0, 0, 0])


def test_joined_hands_match_exact_probabilities() -> None:
    deals = fitting()
    hands = deals.draw_apart(3000, seed=1)
    join, chances = np.zeros((6000, 4), np.int64), np.zeros(6000)
    together = join_hands(deals.hidden, hands, likings(hands), join, chances, source(2))
    assert together == np.count_nonzero(chances) > 5000
    assert distance(join, chances) < 0.06
    assert distance(deals.draw(6000, seed=1), np.ones(6000)) > 0.25  # all deals alike would be found out


def test_deals_drawn_by_the_odds_of_their_cards_match_exact_probabilities() -> None:
    deals = fitting()
    hands, odds = deals.draw_apart(300, seed=1), np.zeros((4, 7))
    card_odds(deals.hidden, hands, likings(hands), odds)
    tilted, chances = deals.draw(12_000, seed=2), np.zeros(12_000)
    tilt_deals(deals.hidden, odds, tilted, chances, source(3))
    multiply_out(likings(tilted), chances)
    assert distance(tilted, chances) < 0.06


def given_odds(deals: Deals) -> tuple[Floats, dict[tuple[int, ...], float]]:
    """Return arbitrary odds, far apart, and their product for each deal."""
    hidden, odds, products = deals.hidden, np.ones((4, 7)), dict[tuple[int, ...], float]()
    order: list[int] = hidden.order.tolist()
    for place, seat in enumerate(order):
        for number, card in enumerate(hidden.cards.tolist()):
            odds[place, number] = 0 if card & VOIDS[seat] else (3 * place + 5 * number) % 7 / 3 + 0.2
    for deal in exact():
        held = [[place, number] for place, seat in enumerate(order) for number in held_by(deal[seat], hidden)]
        products[deal] = prod(float(odds[place, number]) for place, number in held)
    return odds, products


def held_by(hand: int, hidden: Hidden) -> list[int]:
    return [number for number, card in enumerate(hidden.cards.tolist()) if hand & card]


def test_deals_follow_given_odds() -> None:
    deals = fitting()
    odds, products = given_odds(deals)
    tilted = deals.draw(20_000, seed=2)
    tilt_deals(deals.hidden, odds, tilted, np.zeros(20_000), source(3))
    found, total = Counter(tuple(deal) for deal in tilted.tolist()), sum(products.values())
    assert sum(abs(found[deal] / 20_000 - product / total) for deal, product in products.items()) / 2 < 0.06


def test_chances_make_up_for_the_odds() -> None:
    deals = fitting()
    odds, products = given_odds(deals)
    tilted, chances = deals.draw(50, seed=2), np.zeros(50)
    tilt_deals(deals.hidden, odds, tilted, chances, source(3))
    for deal, chance in zip(tilted.tolist(), chances, strict=True):
        assert chance == pytest.approx(1 / products[tuple(deal)])


def test_where_swaps_do_not_lead_to_all_deals_none_is_made() -> None:
    """No pink, no blue, no green: three cards would have to change hands at once."""
    unseen = bits_of(cards("P1 P2 B1 B2 G1 G2"))
    deals = Deals.that_fit(unseen, [0, 2, 2, 2], [0, PINK, BLUE, GREEN], [OWN, 0, 0, 0])
    sample_card, chances = deals.draw(100, seed=1), np.zeros(100)
    tilted = sample_card.copy()
    tilt_deals(deals.hidden, np.full((4, 6), 3.0), tilted, chances, source(3))
    assert (tilted == sample_card).all()
    assert (chances == 1).all()


def odds_of(deals: Deals, hands: Ints, weights: Floats) -> Floats:
    """Return the odds of the second seat, by hidden card."""
    odds = np.zeros((len(deals.hidden.order) + 1, len(deals.hidden.cards)))
    card_odds(deals.hidden, hands, weights, odds)
    assert (odds[-1] == 1).all()
    found: Floats = odds[deals.hidden.order.tolist().index(1)]
    return found


def test_odds_say_which_cards_the_weights_favour() -> None:
    deals = Deals.that_fit(UNSEEN, SIZES, [0, 0, 0, 0], [OWN, 0, 0, 0])
    hands, weights = deals.draw_apart(4000, seed=1), np.ones((4, 4000))
    assert odds_of(deals, hands, weights) == pytest.approx(np.ones(7), abs=0.15)
    weights[1, hands[:, 1] & int(deals.hidden.cards[0]) != 0] = 4.0
    assert odds_of(deals, hands, weights) == pytest.approx([4, *[0.75] * 6], abs=0.4)


def test_one_hand_with_all_the_weight_is_doubted() -> None:
    deals = Deals.that_fit(UNSEEN, SIZES, [0, 0, 0, 0], [OWN, 0, 0, 0])
    hands, weights = deals.draw_apart(300, seed=1), np.full((4, 300), 1e-12)
    weights[1, 0], before = 1.0, 2 / 7
    with_card, without = (1 + 4 * before) / (4 * before), 4 * (1 - before) / (1 + 4 * (1 - before))
    expected = [with_card if hands[0, 1] & card else without for card in deals.hidden.cards.tolist()]
    assert odds_of(deals, hands, weights) == pytest.approx(expected, rel=1e-6)


def test_a_seat_that_must_hold_all_it_may_has_even_odds() -> None:
    deals = Deals.that_fit(UNSEEN, [0, 2, 2, 1], [0, PINK | BLUE, 0, 0], [OWN, 0, 0, 0])
    odds = odds_of(deals, deals.draw_apart(10, seed=1), np.ones((4, 10)))
    assert odds.tolist() == [0, 0, 0, 0, 0, 1, 1]


def test_hands_that_share_cards_make_no_deal() -> None:
    deals = Deals.that_fit(UNSEEN, SIZES, [0, 0, 0, 0], [OWN, 0, 0, 0])
    hand = bits_of(cards("P1 B1"))
    hands, weights = np.array([[OWN, hand, hand, hand]]), np.ones((4, 1))
    join, chances = np.zeros((3, 4), np.int64), np.ones(3)
    assert join_hands(deals.hidden, hands, weights, join, chances, source(2)) == 0
    assert not chances.any()


def test_a_whole_deal_counts_as_much_as_its_hands() -> None:
    chances = np.array([1.0, 2.0])
    multiply_out(np.array([[1.0, 1.0], [0.5, 0.25], [0.5, 3.0]]), chances)
    assert chances.tolist() == [0.25, 1.5]
