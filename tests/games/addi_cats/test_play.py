"""Dealing, turning, equal sums, greed and the same moment, by example."""

import pytest

from purrlor.core import IllegalEvent, InvalidOption, Seat
from purrlor.games.addi_cats import AddiCats, Phase

from .notated import QUARTET, TRIO, after, dealt, laid, looking, shown


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_may_play(seats: int) -> None:
    assert set(AddiCats(seats=seats).owners) == set(range(seats))


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_one_or_seven_may_not(seats: int) -> None:
    with pytest.raises(InvalidOption, match="2 to 6 seats"):
        AddiCats(seats=seats)


@pytest.mark.parametrize(
    ("seats", "stacks"), [(3, [46, 46, 45]), (4, [35, 34, 34, 34]), (5, [28, 28, 27, 27, 27]), (6, [23] * 5 + [22])]
)
def test_all_137_cards_are_dealt_evenly_and_the_first_seats_get_the_spare_ones(seats: int, stacks: list[int]) -> None:
    match = dealt(AddiCats(seats=seats))
    assert [len(place.stack) for place in match.state.table] == stacks


def test_nobody_sees_the_deal_nor_any_face_down_card() -> None:
    match = dealt(TRIO)
    chance = TRIO.awaiting(TRIO.initial()).chance
    assert chance is not None
    assert chance.secret
    assert [place.face_down for place in match.view(Seat(0)).places] == [46, 46, 45]
    assert not hasattr(match.view(Seat(0)).places[0], "stack")


def test_chance_draws_the_first_player_or_the_host_names_them() -> None:
    assert str(AddiCats(seats=3).awaiting(AddiCats(seats=3).initial()).chance) == "a draw of 1 from 3"
    assert dealt(AddiCats(seats=3, first=Seat(2))).awaiting.seats == (2,)


def test_play_goes_clockwise() -> None:
    state = laid(TRIO, "2 3 |", "4 5 |", "6 7 |")
    state = after(TRIO, state, "0 seat1 turn", "2000 timeout", "2000 seat2 turn", "4000 timeout", "4000 seat3 turn")
    assert shown(state) == ["3 | 2", "5 | 4", "7 | 6"]
    assert TRIO.view(state, None).up == 0


def test_the_top_card_of_the_stack_goes_onto_the_players_pile() -> None:
    state = after(TRIO, laid(TRIO, "4+4 3 | 2", "5 |", "7 |"), "0 seat1 turn")
    assert shown(state)[0] == "3 | 2 4+4"


def test_only_the_top_card_of_a_pile_counts() -> None:
    state = laid(TRIO, "2 | 7+7 3", "2 | 14", "2 | 9")
    assert shown(after(TRIO, state, "500 seat1 hit head", "519 timeout"))[0] == "2 7+7 3 14 9 |"


def test_a_player_who_has_no_face_down_card_is_passed_over() -> None:
    state = after(TRIO, laid(TRIO, "2 3 |", "| 5", "6 |"), "0 seat1 turn", "2000 timeout")
    assert TRIO.view(state, None).up == 2
    assert "turn" not in [str(action) for action in TRIO.legal(state, Seat(1))]


def test_no_card_is_turned_before_the_pace_has_passed() -> None:
    state = after(TRIO, laid(TRIO, "2 3 |", "4 |", "6 |"), "0 seat1 turn")
    with pytest.raises(IllegalEvent, match="cannot turn"):
        after(TRIO, state, "1999 seat2 turn")
    assert after(TRIO, state, "2000 timeout", "2000 seat2 turn").cards_turned == 2


def test_without_pace_the_next_card_may_follow_at_once() -> None:
    rules = AddiCats(seats=3, first=Seat(0), pace=0)
    state = after(rules, laid(rules, "2 3 |", "4 |", "6 |"), "0 seat1 turn", "0 seat2 turn")
    assert state.cards_turned == 2


def test_the_card_of_a_sleeper_is_turned_for_them() -> None:
    state = after(TRIO, laid(TRIO, "2 3 |", "4 |", "6 |"), "10000 timeout")
    assert shown(state)[0] == "3 | 2"


def test_without_limit_of_patience_a_sleeper_is_waited_for() -> None:
    rules = AddiCats(seats=3, first=Seat(0), patience=None)
    assert dealt(rules).awaiting.deadline is None


# Equal sums


def test_the_fastest_gives_all_their_open_cards_to_the_other_who_puts_both_piles_under() -> None:
    state = laid(TRIO, "2 | 3 7+7", "4 | 8 5+9", "6 | 20")
    state = after(TRIO, state, "700 seat1 hit body", "719 timeout")
    assert shown(state) == ["2 |", "4 3 7+7 8 5+9 |", "6 | 20"]


@pytest.mark.parametrize("pair", [("5+9", "7+7"), ("7+7", "14")])
def test_additions_and_sums_are_compared_alike(pair: tuple[str, str]) -> None:
    state = laid(TRIO, f"2 | {pair[0]}", f"4 | {pair[1]}", "6 | 20")
    assert shown(after(TRIO, state, "700 seat2 hit body", "719 timeout"))[1] == "4 |"


def test_the_fastest_plays_next() -> None:
    state = laid(TRIO, "2 | 9+5", "4 4 | 14", "6 | 20", player=0)
    assert TRIO.view(state, None).up == 1
    state = after(TRIO, state, "700 seat1 hit body", "719 timeout", "2719 timeout")
    assert TRIO.view(state, None).up == 0


def test_a_fastest_without_face_down_cards_is_passed_over() -> None:
    state = laid(QUARTET, "| 3", "| 7+7", "4 | 14", "6 | 20")
    state = after(QUARTET, state, "700 seat2 hit body", "719 timeout")
    assert state.won == ((1,),)
    assert QUARTET.view(state, None).up == 2


def test_of_three_concerned_the_fastest_divides_their_cards_as_evenly_as_possible() -> None:
    state = laid(QUARTET, "2 | 3 4 7+7", "4 | 14", "6 | 20", "8 | 9 6+8")
    state = after(QUARTET, state, "700 seat1 hit body", "719 timeout")
    assert shown(state) == ["2 |", "4 3 7+7 14 |", "6 | 20", "8 4 9 6+8 |"]


def test_the_spare_cards_go_in_turn_order_from_the_fastest() -> None:
    state = laid(QUARTET, "2 | 3 4 7+7", "4 | 14", "6 | 20", "8 | 9 6+8", direction=-1)
    state = after(QUARTET, state, "700 seat1 hit body", "719 timeout")
    assert shown(state)[3] == "8 3 7+7 9 6+8 |"


def test_an_equality_stands_while_cards_are_turned_elsewhere() -> None:
    state = laid(TRIO, "2 | 9+5", "4 | 14", "6 5 | 20", player=1)
    state = after(TRIO, state, "0 seat3 turn", "900 seat1 hit head", "919 timeout")
    assert shown(state) == ["2 |", "4 9+5 14 |", "5 | 20 6"]


def test_an_equality_ends_when_one_of_its_cards_is_covered() -> None:
    state = laid(TRIO, "2 3 | 9+5", "4 | 14", "6 5 | 20")
    state = after(TRIO, state, "0 seat1 turn", "900 seat2 hit head", "919 timeout")
    assert shown(state)[1] == "4 9+5 2 14 20 |"


def test_an_equality_may_be_hit_while_everybody_looks_and_while_a_turn_is_expected() -> None:
    state = laid(TRIO, "2 3 | 9+5", "4 | 14", "6 5 | 20")
    for now in (state, looking(state)):
        assert shown(after(TRIO, now, "900 seat2 hit head", "919 timeout"))[1] == "4 |"


def test_two_equalities_are_decided_each_by_itself() -> None:
    state = laid(QUARTET, "2 | 7+7", "4 | 14", "6 | 20", "8 | 10+10")
    state = after(QUARTET, state, "700 seat1 hit body", "710 seat4 hit body", "719 timeout")
    assert shown(state) == ["2 |", "4 7+7 14 |", "6 10+10 20 |", "8 |"]


def test_of_two_equalities_decided_at_once_the_first_in_line_plays_next() -> None:
    state = laid(QUARTET, "2 | 7+7", "4 | 14", "6 | 20", "8 | 10+10", player=1)
    state = after(QUARTET, state, "700 seat1 hit body", "710 seat4 hit body", "719 timeout")
    assert QUARTET.view(state, None).up == 3


def test_an_equality_that_nobody_hit_still_stands_after_another_was_decided() -> None:
    state = laid(QUARTET, "2 | 7+7", "4 | 14", "6 | 20", "8 | 10+10")
    state = after(QUARTET, state, "700 seat1 hit body", "719 timeout", "800 seat3 hit body", "819 timeout")
    assert shown(state)[2:] == ["6 |", "8 20 10+10 |"]


# Late and greedy


def test_a_player_who_was_concerned_but_slower_is_late_not_greedy() -> None:
    state = laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20")
    state = after(TRIO, state, "700 seat1 hit body", "719 timeout", "760 seat2 hit head")
    assert shown(state)[2] == "6 | 20"
    assert state.same_moment_until is None


def test_being_late_is_excused_once() -> None:
    state = laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20")
    state = after(TRIO, state, "700 seat1 hit body", "719 timeout", "760 seat2 hit head", "800 seat2 hit head")
    assert shown(after(TRIO, state, "819 timeout"))[1] == "4 7+7 14 20 |"


def test_after_the_next_card_nobody_is_late_any_more() -> None:
    state = laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20")
    state = after(TRIO, state, "700 seat1 hit body", "719 timeout", "2719 timeout", "2719 seat1 turn")
    assert shown(after(TRIO, state, "2800 seat2 hit head", "2819 timeout"))[1] == "4 7+7 14 2 20 |"


def test_a_player_who_hits_without_right_takes_all_open_cards() -> None:
    state = laid(TRIO, "2 | 3", "4 | 14 5", "6 | 20")
    assert shown(after(TRIO, state, "700 seat3 hit head", "719 timeout")) == ["2 |", "4 |", "6 3 14 5 20 |"]


def test_a_player_who_hits_for_an_equality_of_others_is_greedy() -> None:
    state = laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20")
    assert shown(after(TRIO, state, "700 seat3 hit head", "719 timeout"))[2] == "6 7+7 14 20 |"


def test_after_greed_the_next_in_line_turns_a_card() -> None:
    state = laid(TRIO, "2 | 3", "4 | 14", "6 | 20", player=0)
    state = after(TRIO, state, "700 seat3 hit head", "719 timeout", "2719 timeout")
    assert TRIO.view(state, None).up == 1


def test_nobody_can_hit_while_no_card_lies_open() -> None:
    state = laid(TRIO, "2 3 |", "4 |", "6 |")
    assert TRIO.awaiting(state).seats == (0,)
    assert [str(action) for action in TRIO.legal(state, Seat(0))] == ["turn"]


def test_right_hits_are_judged_before_greedy_ones_of_the_same_moment() -> None:
    state = laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20")
    state = after(TRIO, state, "700 seat3 hit head", "710 seat1 hit body", "719 timeout")
    assert shown(state) == ["2 |", "4 7+7 14 |", "6 20 |"]
    assert state.fastest == 0


def test_several_greedy_ones_of_the_same_moment_share_the_open_cards() -> None:
    state = laid(TRIO, "2 | 3", "4 | 5", "6 | 20 8")
    state = after(TRIO, state, "700 seat3 hit head", "710 seat1 hit body", "719 timeout")
    assert shown(state) == ["2 5 8 |", "4 |", "6 3 20 |"]


# The same moment


def test_hits_closer_than_the_margin_are_the_same_moment_and_the_head_wins() -> None:
    state = laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20")
    state = after(TRIO, state, "700 seat1 hit body", "719 seat2 hit head", "719 timeout")
    assert shown(state)[:2] == ["2 14 7+7 |", "4 |"]


def test_a_hit_at_the_margin_comes_too_late() -> None:
    state = after(TRIO, laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20"), "700 seat1 hit body")
    with pytest.raises(IllegalEvent, match="too late"):
        after(TRIO, state, "720 seat2 hit head")


def test_no_verdict_comes_before_the_moment_is_over() -> None:
    state = after(TRIO, laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20"), "700 seat1 hit body")
    with pytest.raises(IllegalEvent, match="deadline is at 719"):
        after(TRIO, state, "718 timeout")


def test_nobody_turns_a_card_while_a_verdict_is_due() -> None:
    state = after(TRIO, laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20"), "700 seat2 hit body")
    assert [str(action) for action in TRIO.legal(state, Seat(0))] == ["hit head", "hit body"]


def test_nobody_hits_twice_in_the_same_moment() -> None:
    state = after(TRIO, laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20"), "700 seat1 hit body")
    assert TRIO.awaiting(state).seats == (1, 2)


def test_when_all_have_hit_the_verdict_comes_at_once() -> None:
    state = laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20")
    state = after(TRIO, state, "700 seat1 hit head", "701 seat2 hit body", "702 seat3 hit body")
    assert state.hits == ()


@pytest.mark.parametrize("part", ["head", "body"])
@pytest.mark.parametrize("order", ["seat1 seat2", "seat2 seat1"])
def test_two_heads_or_two_bodies_are_decided_by_chance(part: str, order: str) -> None:
    state = laid(TRIO, "2 | 7+7", "4 | 14", "6 | 20")
    state = after(TRIO, state, f"700 seat1 hit {part}", f"710 seat2 hit {part}", "719 timeout")
    assert str(TRIO.awaiting(state).chance) == "a draw of 2 from 2"
    state = after(TRIO, state, f"719 fate {order}")
    assert state.fastest == int(order[4]) - 1


def test_fate_is_not_asked_where_it_decides_nothing() -> None:
    state = laid(QUARTET, "2 | 7+7", "4 | 14", "6 | 14", "8 | 3")
    state = after(QUARTET, state, "700 seat1 hit head", "701 seat2 hit body", "702 seat3 hit body", "719 timeout")
    assert state.fastest == 0
    assert state.phase is Phase.LOOK


def test_the_margin_is_an_option() -> None:
    rules = AddiCats(seats=3, first=Seat(0), margin=1)
    state = after(rules, laid(rules, "2 | 7+7", "4 | 14", "6 | 20"), "700 seat1 hit body")
    assert rules.awaiting(state).deadline == 700
