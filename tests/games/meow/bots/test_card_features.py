"""The rank of a card among the others, counted card by card."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from purrlor.games.meow.bots.policy import features
from purrlor.games.meow.bots.policy.features import (
    CARD_FEATURES,
    CARDS,
    MOST_CARD_FEATURES,
    list_card_features,
    write_card_features,
)

pytestmark = pytest.mark.slow


def bits(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


def counted(card: int, hand: list[int], unseen: list[int], taking: int, led: int) -> set[int]:
    """The same in plain Python; cards are numbers, 18 of each colour."""
    own, others = ([other for other in cards if other // 18 == card // 18] for cards in (hand, unseen))
    found = {
        features.ABOVE + min(11, sum(other > card for other in others)),
        features.BELOW + min(11, sum(other < card for other in others)),
        features.OWN_ABOVE + sum(other > card for other in own),
        features.OWN_BELOW + sum(other < card for other in own),
        features.UNSEEN_OF_COLOUR + min(15, len(others)),
        features.OWN_OF_COLOUR + len(own),
        features.WHICH + card,
    }
    if taking >> card & 1:
        found.add(features.TAKES)
    if led >> card & 1:
        found.add(features.FOLLOWS)
    return found


def test_a_card_stands_where_counting_puts_it() -> None:
    random, places = Random("standing"), np.zeros(MOST_CARD_FEATURES, np.int64)
    for _ in range(300):
        cards = random.sample(range(CARDS), CARDS)
        hand, unseen = cards[: random.randint(1, 9)], cards[9 : random.randint(9, CARDS)]
        taking, led = (
            random.getrandbits(CARDS),
            random.choice([0, *((1 << 18) - 1 << 18 * colour for colour in range(3))]),
        )
        card = random.choice(hand)
        size = list_card_features(places, 1 << card, bits(hand), bits(unseen), (taking, led))
        assert {int(place) for place in places[:size]} == counted(card, hand, unseen, taking, led)


def test_extreme_counts_have_places_of_their_own() -> None:
    """A whole hand of one colour, all its others unseen: no two kinds of inputs share a place."""
    places, hand = np.zeros(MOST_CARD_FEATURES, np.int64), [*range(9)]
    beside = (features.ABOVE, features.BELOW, features.OWN_ABOVE, features.OWN_BELOW)
    colours = (features.UNSEEN_OF_COLOUR, features.OWN_OF_COLOUR)
    kinds = (*beside, *colours, features.WHICH, features.TAKES, features.FOLLOWS)
    for card in (0, 8):
        size = list_card_features(places, 1 << card, bits(hand), bits([*range(9, 54)]), ((1 << 54) - 1, (1 << 18) - 1))
        assert size == MOST_CARD_FEATURES
        for place, first, after in zip(places, kinds, (*kinds[1:], CARD_FEATURES), strict=True):
            assert first <= place < after


def test_every_card_that_may_be_played_gets_a_row() -> None:
    hand, unseen = [3, 20, 50], [1, 2, 4, 21, 51]
    known = np.array(
        [[bits([20]), bits(hand), bits(unseen), 0, bits([*range(18, 36)])], [bits(hand), bits(hand), 0, 0, 0]]
    )
    found, decisions, numbers = np.zeros((4, CARD_FEATURES)), np.zeros(4, np.int64), np.zeros(4, np.int64)
    write_card_features(known, found, decisions, numbers)
    assert decisions.tolist() == [0, 1, 1, 1]
    assert numbers.tolist() == [20, 3, 20, 50]
    assert {*np.flatnonzero(found[0]).tolist()} == counted(20, hand, unseen, 0, int(known[0, 4]))
    assert {*np.flatnonzero(found[3]).tolist()} == counted(50, hand, [], 0, 0)
