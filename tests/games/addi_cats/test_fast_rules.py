"""The compiled rules play the same game as the reference implementation, event by event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from purrlor.core import Millis
from purrlor.games.addi_cats import Action, AddiCats, View
from purrlor.games.addi_cats.rules import TwoPlayersEnd
from purrlor.kit import Bot, Choice, level
from purrlor.lab.playout import play_out
from tests.games.addi_cats.both_rules import PHASES, BothRules

pytestmark = pytest.mark.slow


class Wild:
    """A player that hits and turns at any time, often at once, so that its matches have events of all kinds."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        return Choice(random.choice(legal), Millis(random.choice([0, 0, 5, 19, 20, 300, 2500, 10**6])))


TABLES = [
    AddiCats(seats=2, most_cards=300),
    AddiCats(seats=2, players_with_two_stacks=1, most_cards=300),
    AddiCats(seats=2, numbers_up_to=5, two_players_end="two_stacks", most_cards=300),
    AddiCats(seats=2, numbers_up_to=5, two_players_end="all_stacks", most_cards=300),
    AddiCats(seats=2, numbers_up_to=5, players_with_two_stacks=1, two_players_end="all_stacks", most_cards=300),
    AddiCats(seats=3, most_cards=300),
    AddiCats(seats=4, most_cards=300, pace=0),
    AddiCats(seats=5, most_cards=300, numbers_up_to=5),
    AddiCats(seats=6, most_cards=300, patience=None),
    AddiCats(seats=3, most_cards=200, margin=300, hit_window=600, clock_count=0),
    AddiCats(seats=6, numbers_up_to=5, actions=("sumo", "clock", "gift"), margin=200),
]


def replay(rules: AddiCats, bots: list[Bot[Any, Any]], seed: str) -> None:
    both = BothRules(rules)
    for event in play_out(rules, bots, seed).log:
        both.push(event)
        both.check()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", TABLES)
def test_wild_matches_are_the_same_in_both(rules: AddiCats, seed: int) -> None:
    replay(rules, [Wild()] * rules.seats, f"wild {seed}")


@pytest.mark.parametrize("rules", TABLES)
def test_matches_of_the_bots_are_the_same_in_both(rules: AddiCats) -> None:
    names = ("ten-year-old", "champion", "six-year-old", "adult", "uniform", "adult")
    replay(rules, [level("addi-cats", name).make(rules) for name in names[: rules.seats]], "bots")


@pytest.mark.parametrize("pays_both", [True, False])
@pytest.mark.parametrize(("end", "seed"), [("first_stack", 32), ("two_stacks", 24)])
def test_both_own_stacks_gone_in_one_moment_count_the_same_in_both(
    end: TwoPlayersEnd, seed: int, pays_both: bool
) -> None:
    small = AddiCats(seats=2, numbers_up_to=5, stack_shares=(20, 20), two_players_end=end, pays_both_stacks=pays_both)
    match = play_out(small, [Wild()] * 2, f"both {seed}")
    assert any(len(set(seats)) < len(seats) for seats in match.state.won) == pays_both
    replay(small, [Wild()] * 2, f"both {seed}")


@pytest.mark.nightly
def test_in_a_million_events_no_card_is_lost_or_doubled_in_either() -> None:
    seen, seed = 0, 0
    while seen < 1_000_000:
        rules = TABLES[seed % len(TABLES)]
        both, whole = BothRules(rules), Counter(rules.cards)
        for number, event in enumerate(play_out(rules, [Wild()] * rules.seats, f"long {seed}").log, 1):
            both.push(event)
            if both.state.phase in PHASES:
                assert Counter(card for place in both.state.table for card in (*place.stack, *place.pile)) == whole
            if number % 50 == 0:
                both.check()
            seen += 1
        both.check()
        seed += 1
