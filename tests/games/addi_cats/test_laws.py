"""The laws of all games, held against Addi Cat's with many options; and that no card is ever lost or doubled."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from purrlor.core import Seat
from purrlor.core.laws import check, play
from purrlor.core.options import with_options
from purrlor.games.addi_cats import AddiCats, Card, Place, State

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


def disguise(state: State, viewer: Seat | None, random: Random) -> State:
    """Nobody knows the face-down cards, nor what the others have decided."""
    hidden = [card for place in state.table for card in place.stack]
    random.shuffle(hidden)
    table = tuple(replace(place, stack=tuple(hidden.pop() for _ in place.stack)) for place in state.table)
    decisions = tuple(
        decision if decision is None or seat == viewer else random.random() < 0.5
        for seat, decision in enumerate(state.decisions)
    )
    return replace(state, table=table, decisions=decisions)


@pytest.mark.parametrize("options", SETTINGS)
def test_addi_cats_obeys_all_laws(options: str) -> None:
    check(rules_of(options), disguise=disguise, matches=2)


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
