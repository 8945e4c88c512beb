"""The laws of all games, checked on Addi Cat's with many options; and no card is ever lost or doubled."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from purrlor.core.laws import check, play
from purrlor.core.options import with_options
from purrlor.games.addi_cats import AddiCats, Card, Place
from purrlor.games.addi_cats.kit import KIT

SETTINGS = [
    "seats=3 numbers_up_to=5 most_cards=100",
    "seats=4 numbers_up_to=5 most_cards=60 margin=200 pace=0",
    "seats=6 numbers_up_to=5 most_cards=60 first=2 patience=none",
    "seats=2 numbers_up_to=5 most_cards=60",
    "seats=2 numbers_up_to=5 most_cards=60 players_with_two_stacks=1",
    "seats=2 numbers_up_to=5 most_cards=60 two_players_end=two_stacks",
    "seats=2 numbers_up_to=5 most_cards=60 two_players_end=all_stacks",
    "seats=3 numbers_up_to=5 most_cards=60 actions=",
    "seats=3 numbers_up_to=5 most_cards=60 actions=clock,sumo margin=500",
    "seats=3 numbers_up_to=5 most_cards=60 timed=false",
    "seats=5 numbers_up_to=5 most_cards=60 timed=false",
    "seats=2 numbers_up_to=5 most_cards=60 timed=false",
    "seats=3 numbers_up_to=7 most_cards=60",
]


def rules_of(options: str) -> AddiCats:
    rules: AddiCats = with_options(AddiCats, dict(word.split("=") for word in options.split()))
    return rules


@pytest.mark.slow
@pytest.mark.parametrize("options", SETTINGS)
def test_addi_cats_obeys_all_laws(options: str) -> None:
    rules = rules_of(options)
    check(rules, disguise=KIT.disguise(rules), matches=2)


def cards_on(table: Iterable[Place]) -> Counter[Card]:
    return Counter(card for place in table for card in (*place.stack, *place.pile))


@pytest.mark.parametrize("options", SETTINGS)
def test_no_card_is_ever_lost_or_doubled(options: str) -> None:
    rules = rules_of(options)
    for seed in range(5):
        trial: Any = play(rules, seed, most_events=3000)
        assert trial.trouble is None
        dealt = [state for state in trial.states if any(place.stack or place.pile for place in state.table)]
        assert {frozenset(cards_on(state.table).items()) for state in dealt} == {
            frozenset(Counter(rules.cards).items())
        }
