"""The expected value of a deal has the mean 0 by construction."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from harness.race_simulation import deal_of
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.cards import ActionCard, card_value
from purrlor.games.addi_cats.luck import WEIGHTS, deal_values
from purrlor.kit.statistics import estimate

TABLES = [AddiCats(seats=2), AddiCats(seats=3), AddiCats(seats=4, actions=("sumo", "gift"), numbers_up_to=5)]


@pytest.mark.parametrize("rules", TABLES, ids=["2", "3", "4"])
def test_the_mean_over_rotated_deals_is_0(rules: AddiCats) -> None:
    """Each card lies once in every place of the deal, so these deals together are as fair as all of them."""
    cards = list(rules.cards)
    Random("luck").shuffle(cards)
    found = [deal_values(rules, cards[start:] + cards[:start]) for start in range(len(cards))]
    assert [sum(column) for column in zip(*found, strict=True)] == pytest.approx([0] * rules.seats, abs=1e-6)


def test_the_mean_over_many_deals_is_0_within_its_interval() -> None:
    rules, random = AddiCats(seats=3), Random("many")
    deals = [random.sample(rules.cards, len(rules.cards)) for _ in range(2000)]
    mean = estimate([deal_values(rules, deal)[0] for deal in deals])
    assert 0 < abs(mean.mean) < 1.5 * mean.margin  # three standard errors


def test_a_gift_is_worth_what_the_fit_says() -> None:
    """Exchanging a Gift for a sum moves its weight from one seat to the other."""
    rules = AddiCats(seats=3)
    cards = list(rules.cards)
    gift = cards.index(ActionCard.GIFT)
    other = next(place for place in range(len(cards)) if place % 3 != gift % 3 and cards[place] not in WEIGHTS)
    before = deal_values(rules, cards)
    cards[gift], cards[other] = cards[other], cards[gift]
    after = deal_values(rules, cards)
    assert before[gift % 3] - after[gift % 3] == pytest.approx(WEIGHTS[ActionCard.GIFT])
    assert after[other % 3] - before[other % 3] == pytest.approx(WEIGHTS[ActionCard.GIFT])


@pytest.mark.slow
def test_a_deal_of_the_fit_has_every_card_once() -> None:
    rules = AddiCats(seats=3)
    dealt, cards = deal_of(rules, "luck", 0), [card_value(card) for card in rules.cards]
    assert sorted(dealt) == sorted(cards)
    assert not np.array_equal(dealt, deal_of(rules, "luck", 1))
