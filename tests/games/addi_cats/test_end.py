"""How a match ends, the options, and two players with two stacks."""

from dataclasses import replace as replace_options
from typing import get_args

import pytest
from msgspec.structs import replace

from purrlor.core import InvalidOption, Seat, winners
from purrlor.core.options import option_texts, with_options
from purrlor.games.addi_cats import AddiCats, Phase
from purrlor.games.addi_cats.rules import TwoPlayersEnd

from .notated import DUEL, QUARTET, TRIO, after, laid, shown

SOLO = AddiCats(seats=2, first=Seat(0), players_with_two_stacks=1)


def test_with_three_players_the_first_without_cards_wins_and_the_match_ends() -> None:
    state = after(TRIO, laid(TRIO, "| 7+7", "4 | 14", "6 | 20"), "700 seat1 hit head", "719 timeout")
    assert state.phase is Phase.OVER
    assert winners(TRIO.scores(state)) == (0,)


def test_with_four_players_it_goes_on_until_the_second_has_won() -> None:
    state = laid(QUARTET, "| 7+7", "4 | 14", "6 | 20", "| 10+10")
    state = after(QUARTET, state, "700 seat1 hit head", "719 timeout")
    assert QUARTET.awaiting(state).seats == (1, 2, 3)
    state = after(QUARTET, state, "800 seat4 hit head", "819 timeout")
    assert state.phase is Phase.OVER
    assert QUARTET.scores(state) == (2, -3, -3, 1)


def test_two_who_are_rid_of_their_cards_in_the_same_moment_share_the_victory() -> None:
    state = laid(TRIO, "trap 2 |", "4 |", "6 |")
    state = after(TRIO, state, "0 seat1 turn", "400 seat3 hit body", "419 timeout")
    assert winners(TRIO.scores(state)) == (1, 2)


def test_the_others_rank_by_cards_left_the_fewest_first() -> None:
    state = after(TRIO, laid(TRIO, "| 7+7", "4 | 14", "6 | 20"), "700 seat1 hit head", "719 timeout")
    assert TRIO.scores(state) == (2, -3, -2)


def test_a_player_who_turned_an_action_card_as_last_card_may_hit_when_two_others_are_equal() -> None:
    state = laid(TRIO, "| 3 5 u-turn", "4 | 14", "6 | 7+7")
    state = after(TRIO, state, "700 seat1 hit head", "719 timeout")
    assert shown(state) == ["|", "4 3 u-turn 14 |", "6 5 7+7 |"]
    assert state.won == ((0,),)


def test_with_a_card_left_to_turn_an_action_card_gives_no_such_right() -> None:
    state = laid(TRIO, "2 | 3 5 u-turn", "4 | 14", "6 | 7+7")
    assert shown(after(TRIO, state, "700 seat1 hit head", "719 timeout"))[0] == "2 3 5 u-turn 14 7+7 |"


def test_a_number_as_last_card_gives_no_such_right() -> None:
    state = laid(TRIO, "| 3 5", "4 | 14", "6 | 7+7")
    assert shown(after(TRIO, state, "700 seat1 hit head", "719 timeout"))[0] == "3 5 14 7+7 |"


def test_one_of_the_equal_players_may_be_faster_than_the_last_action_card() -> None:
    state = laid(TRIO, "| 3 u-turn", "4 | 14", "6 | 7+7")
    state = after(TRIO, state, "700 seat2 hit head", "719 timeout", "740 seat1 hit head")
    assert shown(state) == ["| 3 u-turn", "4 |", "6 14 7+7 |"]


def test_of_several_equalities_the_last_action_card_goes_for_the_higher_sum() -> None:
    rules = AddiCats(seats=5, first=Seat(0))
    state = laid(rules, "| chase", "4 | 14", "6 | 7+7", "8 | 15", "9 | 7+8")
    state = after(rules, state, "700 seat1 hit head", "719 timeout")
    assert shown(state) == ["|", "4 | 14", "6 | 7+7", "8 chase 15 |", "9 7+8 |"]


def test_a_last_sumo_gives_to_those_of_the_fighters_who_are_equal() -> None:
    state = laid(QUARTET, "sumo |", "4 | 14", "6 | 7+7", "8 | 3")
    state = after(QUARTET, state, "0 seat1 turn", "700 seat1 hit head", "719 timeout")
    assert shown(state) == ["|", "4 sumo 14 |", "6 7+7 |", "8 | 3"]


def test_if_nobody_can_turn_a_card_and_nothing_is_open_the_match_ends() -> None:
    state = after(TRIO, laid(TRIO, "4 |", "| 14 2", "| 20"), "0 seat1 turn")
    assert state.phase is Phase.OVER
    assert TRIO.scores(state) == (-1, -2, -1)
    assert winners(TRIO.scores(state)) == (0, 2)


def test_if_nobody_can_turn_a_card_what_is_open_may_still_be_hit() -> None:
    state = after(TRIO, laid(TRIO, "7+7 | 3", "| 14 2 14", "| 20"), "0 seat1 turn")
    assert state.phase is Phase.LAST_CALL
    assert after(TRIO, state, "3000 timeout").phase is Phase.OVER
    assert after(TRIO, state, "900 seat2 hit head", "919 timeout").won == ((1,),)


def test_greed_at_the_last_call_lets_the_match_go_on() -> None:
    state = after(TRIO, laid(TRIO, "7+7 | 3", "| 14 2 14", "| 20 9 8"), "0 seat1 turn")
    state = after(TRIO, state, "900 seat3 hit head", "919 timeout")
    assert state.won == ((0, 1),)


def test_after_the_most_cards_the_match_ends() -> None:
    rules = AddiCats(seats=3, first=Seat(0), most_cards=2)
    state = after(rules, laid(rules, "4 5 |", "9 2 |", "7 |"), "0 seat1 turn", "2000 timeout", "2000 seat2 turn")
    assert state.phase is Phase.OVER
    assert winners(rules.scores(state)) == (2,)


# Options


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("first=4", "first names a seat from 1 to 3"),
        ("players_with_two_stacks=3", "players_with_two_stacks is one of 1, 2"),
        ("two_players_end=never", "first_stack, two_stacks, all_stacks"),
        ("actions=chase,chase", "named once"),
        ("actions=mouse", "actions is one of chase, u-turn"),
        ("numbers_up_to=6", "5, 7, 10"),
        ("pace=-1", "pace is 0 to 60000"),
        ("patience=10", "at least 1000"),
        ("margin=0", "1 to 500"),
        ("hit_window=10", "500 to 60000"),
        ("clock_count=60001", "0 to 60000"),
        ("most_cards=0", "at least one card"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_with_a_reason(options: str, reason: str) -> None:
    with pytest.raises(InvalidOption, match=reason):
        with_options(AddiCats, dict(word.split("=") for word in options.split()))


def test_options_read_back_as_they_were_written() -> None:
    rules = AddiCats(seats=4, actions=(), numbers_up_to=7, patience=None, timed=False)
    assert with_options(AddiCats, option_texts(rules)) == rules


@pytest.mark.parametrize(("numbers", "cards"), [(5, 25 + 9 + 4), (7, 49 + 13 + 4), (10, 100 + 19 + 4)])
def test_numbers_and_actions_make_the_deck(numbers: int, cards: int) -> None:
    assert len(AddiCats(numbers_up_to=numbers, actions=("clock",)).cards) == cards


# Two players with two stacks


def test_both_players_have_two_stacks_that_alternate_or_one_has() -> None:
    assert DUEL.owners == (0, 1, 0, 1)
    assert SOLO.owners == (0, 1, 0)


def test_with_three_players_the_number_of_stacks_means_nothing() -> None:
    assert AddiCats(seats=3, players_with_two_stacks=1).owners == (0, 1, 2)


def test_a_hit_counts_for_the_stack_that_is_concerned() -> None:
    state = laid(DUEL, "2 | 3", "4 | 5", "6 | 8 7+7", "9 | 14")
    assert shown(after(DUEL, state, "700 seat1 hit head", "719 timeout"))[2:] == ["6 |", "9 8 7+7 14 |"]


def test_one_hit_counts_for_both_stacks() -> None:
    state = laid(DUEL, "2 | 5", "4 | 1+4", "6 | 7+7", "9 | 14")
    state = after(DUEL, state, "700 seat1 hit head", "719 timeout")
    assert shown(state) == ["2 |", "4 5 1+4 |", "6 |", "9 7+7 14 |"]


def test_of_two_own_stacks_concerned_the_higher_pile_is_given() -> None:
    state = laid(DUEL, "2 | 14", "4 | 6+8", "6 | 3 7+7", "9 | 20")
    state = after(DUEL, state, "700 seat1 hit head", "719 timeout")
    assert shown(state) == ["2 3 14 |", "4 7+7 6+8 |", "6 |", "9 | 20"]


# Two players: how it ends

HIT = ("700 seat1 hit head", "719 timeout")


def ending(end: TwoPlayersEnd, stacks: int = 2) -> AddiCats:
    return AddiCats(seats=2, first=Seat(0), players_with_two_stacks=stacks, two_players_end=end)


def test_the_first_empty_stack_wins() -> None:
    state = after(DUEL, laid(DUEL, "2 5 |", "4 | 6+8", "| 3 7+7", "9 | 20"), *HIT)
    assert state.phase is Phase.OVER
    assert DUEL.scores(state) == (2, -6)


def test_an_empty_stack_of_the_player_with_two_wins_as_well() -> None:
    solo = ending("first_stack", stacks=1)
    state = after(solo, laid(solo, "| 7+7", "4 | 14", "6 | 20"), *HIT)
    assert winners(solo.scores(state)) == (0,)


def test_both_empty_a_stack_in_the_same_moment_and_share() -> None:
    state = laid(DUEL, "trap 2 |", "4 |", "6 |", "9 | 3")
    state = after(DUEL, state, "0 seat1 turn", "400 seat2 hit body", "419 timeout")
    assert state.won == ((0, 1),)
    assert DUEL.scores(state) == (2, 2)


def test_two_stacks_must_go_and_the_first_of_them_wins() -> None:
    rules = ending("two_stacks")
    state = after(rules, laid(rules, "2 5 |", "| 6+9", "| 3 7+7", "9 | 14"), *HIT)
    assert rules.awaiting(state).seats == (0, 1)
    state = after(rules, replace(state, table=laid(rules, "2 | 15", "| 6+9", "|", "9 |").table), "800 seat2 hit head")
    state = after(rules, state, "819 timeout")
    assert state.phase is Phase.OVER
    assert rules.scores(state) == (2, 1)


def test_a_player_who_empties_both_stacks_has_three_points() -> None:
    rules = ending("two_stacks")
    state = laid(rules, "|", "4 | 6+8", "| 3 7+7", "9 | 20", won=((Seat(0),),))
    state = after(rules, state, *HIT)
    assert state.won == ((0,), (0,))
    assert rules.scores(state) == (3, -6)


BOTH_AT_ONCE = ("| 7+7", "4 | 14", "| 8+8", "9 | 16")
"""Each of the first player's last two cards equals one of the other's."""


@pytest.mark.parametrize(("end", "won", "score"), [("first_stack", ((0,),), 2), ("two_stacks", ((0,), (0,)), 3)])
def test_one_hit_that_empties_both_own_stacks_pays_them_one_after_the_other(
    end: TwoPlayersEnd, won: tuple[tuple[int, ...], ...], score: int
) -> None:
    rules = ending(end)
    state = after(rules, laid(rules, *BOTH_AT_ONCE), *HIT)
    assert state.phase is Phase.OVER
    assert (state.won, rules.scores(state)[0]) == (won, score)


def test_matches_from_before_pay_both_stacks_as_the_first() -> None:
    rules = replace_options(ending("first_stack"), pays_both_stacks=True)
    state = after(rules, laid(rules, *BOTH_AT_ONCE), *HIT)
    assert (state.won, rules.scores(state)[0]) == (((0, 0),), 4)


def test_three_stacks_end_like_three_players() -> None:
    assert ending("two_stacks", stacks=1).wins_to_end == 1


def test_all_stacks_must_go() -> None:
    rules = ending("all_stacks")
    state = after(rules, laid(rules, "2 5 |", "4 | 6+8", "| 3 7+7", "9 | 20"), *HIT)
    assert state.phase is not Phase.OVER
    state = after(rules, laid(rules, "|", "4 | 6+8", "| 3 7+7", "9 | 20"), *HIT)
    assert state.won == ((0,),)


def test_with_more_players_the_option_means_nothing() -> None:
    settings = [replace_options(QUARTET, two_players_end=end) for end in get_args(TwoPlayersEnd)]
    assert {(rules.contenders, rules.wins_to_end) for rules in settings} == {(QUARTET.contenders, 2)}


def test_a_greedy_player_puts_all_under_the_lower_stack() -> None:
    state = laid(DUEL, "2 3 | 5", "4 |", "6 | 9", "9 |")
    assert shown(after(DUEL, state, "700 seat1 hit head", "719 timeout"))[2] == "6 5 9 |"


def test_the_last_in_a_chase_puts_both_piles_under() -> None:
    state = laid(DUEL, "chase | 5", "4 |", "6 | 9", "9 |")
    state = after(DUEL, state, "0 seat1 turn", "400 seat2 hit body", "419 timeout")
    assert shown(state) == ["5 chase |", "4 |", "6 9 |", "9 |"]


def test_an_own_empty_stack_gets_no_gift() -> None:
    rules = ending("all_stacks")
    state = after(rules, laid(rules, "gift 2 3 |", "4 |", "|", "9 |"), "0 seat1 turn")
    assert shown(state) == ["| gift", "4 2 |", "|", "9 3 |"]
