"""Every Action card, by example."""

import pytest
from msgspec.structs import replace

from purrlor.core import Seat
from purrlor.games.addi_cats import AddiCats, Phase, Place

from .notated import QUARTET, TRIO, after, laid, shown

# Chase


def test_an_action_card_on_top_of_a_pile_has_no_sum() -> None:
    state = laid(TRIO, "2 | 7+7 u-turn", "4 | 14", "6 | 20")
    assert shown(after(TRIO, state, "700 seat2 hit head", "719 timeout"))[1] == "4 7+7 u-turn 14 20 |"


def test_in_a_chase_everybody_hits_and_the_last_puts_their_own_pile_under() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5 6", "8 | 20")
    state = after(TRIO, state, "0 seat1 turn", "400 seat1 hit body", "500 seat3 hit body", "510 seat2 hit body")
    state = after(TRIO, state, "510 fate seat3 seat2")
    assert shown(state) == ["2 | 3 chase", "4 5 6 |", "8 | 20"]


def test_the_fastest_in_a_chase_plays_next() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5 6", "8 | 20")
    state = after(TRIO, state, "0 seat1 turn", "400 seat3 hit body", "500 seat1 hit body", "519 timeout")
    assert TRIO.view(state, None).up == 2


def test_a_chase_is_decided_when_all_but_one_have_hit() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5 6", "8 | 20")
    state = after(TRIO, state, "0 seat1 turn", "400 seat3 hit body", "500 seat1 hit body", "519 timeout")
    assert shown(state)[1] == "4 5 6 |"


def test_a_player_who_is_last_in_a_chase_and_hits_after_all_is_late_not_greedy() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5 6", "8 | 20")
    state = after(TRIO, state, "0 seat1 turn", "400 seat3 hit body", "500 seat1 hit body", "519 timeout")
    assert shown(after(TRIO, state, "560 seat2 hit head")) == shown(state)


def test_the_hit_window_closes_a_chase_and_a_player_who_has_not_hit_is_last() -> None:
    rules = AddiCats(seats=4, first=Seat(0), hit_window=1000)
    state = laid(rules, "chase 2 | 3", "4 | 5", "8 | 20", "9 | 12")
    state = after(rules, state, "0 seat1 turn", "400 seat1 hit body", "500 seat3 hit body", "1000 timeout")
    assert state.tied == (1, 3)
    assert shown(after(rules, state, "1000 fate seat2 seat4"))[3] == "9 12 |"


def test_a_chase_without_any_hit_has_no_effect() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5", "8 | 20")
    state = after(TRIO, state, "0 seat1 turn", "3000 timeout")
    assert shown(state) == ["2 | 3 chase", "4 | 5", "8 | 20"]
    assert TRIO.view(state, None).up == 1


def test_in_the_same_moment_the_body_is_last_in_a_chase() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5", "8 | 20")
    state = after(TRIO, state, "0 seat1 turn", "400 seat1 hit body", "500 seat2 hit body", "510 seat3 hit head")
    assert shown(state)[1] == "4 5 |"


def test_equal_hits_of_all_are_put_in_order_by_chance() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5", "8 | 20")
    state = after(TRIO, state, "0 seat1 turn", "400 seat1 hit body", "401 seat2 hit body", "402 seat3 hit body")
    state = after(TRIO, state, "402 fate seat2 seat3 seat1")
    assert shown(state)[0] == "2 3 chase |"
    assert state.fastest == 1


def test_a_player_drawn_first_cannot_be_last_as_well() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5", "8 | 20")
    state = after(TRIO, state, "0 seat1 turn", "400 seat1 hit body", "415 seat2 hit body", "430 seat3 hit head")
    state = after(TRIO, state, "430 fate seat2 seat1")
    assert state.fastest == 1
    assert shown(state)[2] == "8 20 |"


def test_in_a_chase_a_hit_does_not_count_for_equal_sums() -> None:
    state = laid(TRIO, "chase 2 |", "4 | 14", "8 | 7+7")
    state = after(TRIO, state, "0 seat1 turn", "400 seat2 hit body", "500 seat1 hit body", "519 timeout")
    assert shown(state) == ["2 | chase", "4 | 14", "8 7+7 |"]


def test_an_equality_still_stands_after_a_chase() -> None:
    state = laid(QUARTET, "chase 2 |", "4 | 14", "8 | 7+7", "9 | 3")
    state = after(QUARTET, state, "0 seat1 turn", "400 seat1 hit body", "500 seat2 hit body", "600 seat3 hit body")
    state = after(QUARTET, state, "619 timeout", "900 seat2 hit body", "919 timeout")
    assert shown(state)[1:3] == ["4 |", "8 14 7+7 |"]


# U-turn


def test_a_u_turn_turns_the_direction_of_play() -> None:
    state = laid(TRIO, "u-turn 2 |", "4 |", "8 |")
    state = after(TRIO, state, "0 seat1 turn", "2000 timeout")
    assert TRIO.view(state, None).up == 2
    assert TRIO.view(state, None).direction == -1


# Clock


def test_after_a_count_of_three_everybody_turns_a_card_at_the_same_moment() -> None:
    state = after(TRIO, laid(TRIO, "clock 2 |", "4 |", "8 |"), "0 seat1 turn")
    assert TRIO.awaiting(state).deadline == 3000
    assert shown(after(TRIO, state, "3000 timeout")) == ["| clock 2", "| 4", "| 8"]


def test_after_a_clock_all_compare_and_the_next_in_line_goes_on() -> None:
    state = laid(TRIO, "clock 2 |", "4 5 |", "1+3 |")
    state = after(TRIO, state, "0 seat1 turn", "3000 timeout", "3900 seat3 hit head", "3919 timeout")
    assert shown(state)[1:] == ["5 1+3 4 |", "|"]
    state = after(TRIO, laid(TRIO, "clock 2 |", "4 5 |", "3+3 9 |"), "0 seat1 turn", "3000 timeout", "5000 timeout")
    assert TRIO.view(state, None).up == 1


def test_a_player_who_has_no_card_turns_none_when_the_clock_strikes() -> None:
    state = after(TRIO, laid(TRIO, "clock 2 |", "| 4", "8 |"), "0 seat1 turn", "3000 timeout")
    assert shown(state)[1] == "| 4"


def test_an_equality_may_be_hit_during_the_count() -> None:
    state = laid(TRIO, "clock 2 |", "4 | 14", "8 9 | 7+7")
    state = after(TRIO, state, "0 seat1 turn", "700 seat2 hit head", "719 timeout")
    assert state.phase is Phase.COUNT
    state = after(TRIO, state, "3000 timeout")
    assert shown(state) == ["| clock 2", "| 4", "9 14 7+7 | 8"]
    assert TRIO.view(state, None).up == 2


def test_a_verdict_at_the_end_of_the_count_comes_before_the_cards() -> None:
    state = laid(TRIO, "clock 2 |", "4 | 14", "8 9 | 7+7")
    state = after(TRIO, state, "0 seat1 turn", "2990 seat2 hit head", "3009 timeout")
    assert TRIO.awaiting(state).deadline == 3009


def test_several_action_cards_are_carried_out_in_turn_order_from_the_player_of_the_clock() -> None:
    state = laid(TRIO, "3 9 |", "clock u-turn 2 |", "chase 5 |", player=0)
    state = after(TRIO, state, "0 seat2 turn", "3000 timeout")
    assert state.direction == -1
    assert [str(called.card) for called in state.called] == ["chase"]
    state = laid(TRIO, "u-turn 9 |", "clock 4 2 |", "chase 5 |", player=0)
    state = after(TRIO, state, "0 seat2 turn", "3000 timeout")
    assert [str(called.card) for called in state.called] == ["chase", "u-turn"]


def test_an_action_card_that_waits_is_carried_out_even_if_it_is_covered_meanwhile() -> None:
    state = laid(TRIO, "clock clock 3 |", "gift 4 5 6 |", "8 9 |")
    state = after(TRIO, state, "0 seat1 turn", "3000 timeout")
    assert [str(called.card) for called in state.called] == ["clock", "gift"]
    state = after(TRIO, state, "6000 timeout")
    assert shown(state) == ["6 | clock clock 3", "| gift 4", "5 | 8 9"]


# Sumo


def test_in_a_sumo_the_highest_sum_fights_the_lowest() -> None:
    state = laid(QUARTET, "sumo 2 |", "4 | 5 19", "6 | 12", "8 | 1+2")
    state = after(QUARTET, state, "0 seat1 turn", "700 seat2 hit head", "719 timeout")
    assert shown(state) == ["2 | sumo", "4 |", "6 | 12", "8 5 19 1+2 |"]
    assert state.fastest == 1


def test_a_player_who_is_neither_highest_nor_lowest_is_greedy_in_a_sumo() -> None:
    state = laid(QUARTET, "sumo 2 |", "4 | 19", "6 | 12", "8 | 1+2")
    state = after(QUARTET, state, "0 seat1 turn", "700 seat3 hit head", "719 timeout")
    assert shown(state)[2] == "6 sumo 19 12 1+2 |"


def test_if_several_share_the_highest_or_lowest_all_of_them_fight() -> None:
    state = laid(QUARTET, "sumo 2 |", "4 | 5 19", "6 | 10+9", "8 | 1+2")
    state = after(QUARTET, state, "0 seat1 turn", "700 seat2 hit head", "719 timeout")
    assert shown(state) == ["2 | sumo", "4 |", "6 5 10+9 |", "8 19 1+2 |"]


def test_a_sumo_ends_as_soon_as_the_next_card_is_turned() -> None:
    state = laid(QUARTET, "sumo 2 |", "4 | 19", "6 | 12", "8 | 1+2")
    state = after(QUARTET, state, "0 seat1 turn", "2000 timeout", "2000 seat2 turn", "2700 seat4 hit head")
    assert shown(after(QUARTET, state, "2719 timeout"))[3] == "8 sumo 19 4 12 1+2 |"


def test_a_sumo_is_fought_once() -> None:
    state = laid(QUARTET, "sumo 2 |", "4 | 19", "6 | 12", "8 | 1+2")
    state = after(QUARTET, state, "0 seat1 turn", "700 seat2 hit head", "719 timeout", "800 seat3 hit head")
    assert shown(after(QUARTET, state, "819 timeout"))[2] == "6 sumo 12 |"


def test_equal_sums_between_highest_and_lowest_are_decided_by_themselves() -> None:
    rules = AddiCats(seats=5, first=Seat(0))
    state = laid(rules, "sumo 2 |", "4 | 19", "6 | 12", "8 | 1+2", "9 | 6+6")
    state = after(rules, state, "0 seat1 turn", "700 seat3 hit head", "719 timeout", "800 seat4 hit head")
    assert shown(after(rules, state, "819 timeout"))[1:] == ["4 1+2 19 |", "6 |", "8 |", "9 12 6+6 |"]


@pytest.mark.parametrize("other", ["", "u-turn", "20"])
def test_a_sumo_with_fewer_than_two_sums_has_no_effect(other: str) -> None:
    state = laid(TRIO, "sumo 2 | 4", "4 |", f"6 | {other}")
    assert not after(TRIO, state, "0 seat1 turn").sumo


# Trap


def test_a_trap_is_escaped_by_hitting_first() -> None:
    state = laid(TRIO, "trap 2 |", "4 5 |", "6 7 |")
    state = after(TRIO, state, "0 seat1 turn", "400 seat1 hit body", "419 timeout")
    assert shown(state) == ["2 | trap", "4 5 |", "6 7 |"]


def test_if_another_is_first_each_gives_the_player_of_the_trap_their_top_card() -> None:
    state = laid(TRIO, "trap 2 |", "4 5 |", "6 7 |")
    state = after(TRIO, state, "0 seat1 turn", "400 seat3 hit body", "419 timeout")
    assert shown(state) == ["2 4 6 | trap", "5 |", "7 |"]


def test_a_trap_that_nobody_hits_catches_its_player() -> None:
    state = after(TRIO, laid(TRIO, "trap 2 |", "4 5 |", "6 7 |"), "0 seat1 turn", "3000 timeout")
    assert shown(state)[0] == "2 4 6 | trap"


def test_in_the_same_moment_the_head_decides_a_trap_and_then_fate() -> None:
    state = after(TRIO, laid(TRIO, "trap 2 |", "4 5 |", "6 7 |"), "0 seat1 turn", "400 seat3 hit body")
    assert shown(after(TRIO, state, "410 seat1 hit head", "419 timeout"))[0] == "2 | trap"
    state = after(TRIO, state, "410 seat1 hit body", "419 timeout")
    assert shown(after(TRIO, state, "419 fate seat3 seat1"))[0] == "2 4 6 | trap"


def test_a_player_who_hits_late_in_a_trap_is_not_greedy() -> None:
    state = laid(TRIO, "trap 2 |", "4 5 |", "6 7 |")
    state = after(TRIO, state, "0 seat1 turn", "400 seat1 hit body", "419 timeout", "450 seat2 hit head")
    assert shown(state) == ["2 | trap", "4 5 |", "6 7 |"]


def test_giving_the_last_card_into_a_trap_wins() -> None:
    state = laid(TRIO, "trap 2 |", "4 |", "6 7 |")
    state = after(TRIO, state, "0 seat1 turn", "400 seat3 hit body", "419 timeout")
    assert state.won == ((1,),)


def test_a_waiting_trap_is_void_when_its_player_has_won_meanwhile() -> None:
    state = laid(QUARTET, "clock clock 3 9 |", "| chase", "trap | 5", "8 8 |", player=3)
    state = after(QUARTET, state, "0 seat1 turn", "3000 timeout")
    table = tuple(place if number != 2 else Place(Seat(2)) for number, place in enumerate(state.table))
    state = after(QUARTET, replace(state, table=table, won=((Seat(2),),)), "6000 timeout")
    assert state.phase is Phase.LOOK
    assert shown(state)[2] == "|"


# Gift


def test_a_gift_gives_one_card_from_the_stack_to_each_other_player() -> None:
    state = after(TRIO, laid(TRIO, "gift 2 3 9 |", "4 |", "6 |"), "0 seat1 turn")
    assert shown(state) == ["9 | gift", "4 2 |", "6 3 |"]


def test_gifts_go_round_in_turn_order_while_they_last() -> None:
    state = after(TRIO, laid(TRIO, "gift 2 |", "4 |", "6 |", direction=-1, player=1), "0 seat1 turn")
    assert shown(state) == ["| gift", "4 |", "6 2 |"]


def test_a_player_who_has_won_gets_no_gift() -> None:
    state = laid(QUARTET, "gift 2 3 9 |", "|", "6 |", "8 |", won=((Seat(1),),))
    assert shown(after(QUARTET, state, "0 seat1 turn"))[1] == "|"
