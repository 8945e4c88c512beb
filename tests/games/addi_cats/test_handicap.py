"""Handicaps: smaller stacks, hits that count later, and how both follow the results."""

from __future__ import annotations

import pytest

from harness.handicap_series import play_series
from purrlor.core import Fate, InvalidOption, Match, fate_key
from purrlor.core.fate import Fates
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.reflexes import ADULT, SIX_YEAR_OLD
from purrlor.games.addi_cats.children import LONGEST_DELAY, MOST_PER_MATCH, handicap, next_leads
from tests.games.addi_cats.both_rules import BothRules


def dealt(rules: AddiCats) -> list[int]:
    match = Match(rules, fates=Fates(fate_key(b"smaller stacks", ())))
    match.settle()
    return [place.face_down for place in match.state.table]


def test_a_smaller_stack_is_dealt_to_the_seats_that_are_named() -> None:
    full = dealt(AddiCats(seats=3))
    assert dealt(AddiCats(seats=3, stack_shares=(50, 100, 75))) == [
        (full[0] + 1) // 2, full[1], -(-full[2] * 75 // 100),
    ]  # fmt: skip


def test_both_stacks_of_one_of_two_players_are_smaller() -> None:
    sizes = dealt(AddiCats(seats=2, stack_shares=(40, 100)))
    assert sizes[0] == sizes[2] < sizes[1] == sizes[3]


@pytest.mark.parametrize("shares", [(50,), (50, 100, 100), (10, 100), (100, 101)])
def test_a_share_is_for_each_seat_and_neither_too_small_nor_too_large(shares: tuple[int, ...]) -> None:
    with pytest.raises(InvalidOption):
        AddiCats(seats=2, stack_shares=shares)


@pytest.mark.slow
def test_the_compiled_game_deals_smaller_stacks_too() -> None:
    rules = AddiCats(seats=3, first=None, stack_shares=(30, 100, 55))
    both, match = BothRules(rules), Match(rules, fates=Fates(fate_key(b"twin", ())))
    match.settle()
    for event in match.log:
        assert isinstance(event, Fate)
        both.push(event)
        both.check()


def test_without_a_lead_nobody_is_held_back() -> None:
    even = handicap([300, 300])
    assert (even.options, even.delays) == ({"stack_shares": ""}, (0, 0))


def test_a_player_who_leads_waits_and_the_others_have_smaller_stacks() -> None:
    even = handicap([-100, 400, 900])
    assert even.delays == (0, 500, 1000)
    assert even.options == {"stack_shares": "60,80,100"}


def test_no_lead_is_so_large_that_a_hit_would_come_after_the_next_card() -> None:
    even = handicap([0, 100_000])
    assert even.delays == (0, LONGEST_DELAY)
    AddiCats(seats=2, stack_shares=tuple(map(int, even.options["stack_shares"].split(","))))


def test_a_lead_follows_the_cards_that_are_left() -> None:
    assert next_leads([0, 0], [-20, -12]) == (-100, 100)
    assert next_leads([0, 0], [-60, 2]) == (-MOST_PER_MATCH, MOST_PER_MATCH)
    assert next_leads([50, 0, 0], [-10, -10, -10]) == (50, 0, 0)


@pytest.mark.nightly
def test_a_six_year_old_and_an_adult_have_an_even_race_after_three_matches() -> None:
    wins, _ = play_series((SIX_YEAR_OLD, ADULT), series=40, matches=16)
    assert wins[:, 0, 0].mean() < 0.1
    assert 0.4 <= wins[:, 3:, 0].mean() <= 0.6
