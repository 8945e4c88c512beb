"""Abilities and other rules where two or more of them meet."""

from .notated import alone

NEARLY_FULL = ("mmmmmm",) * 5


def test_b_makes_two_results_equal_for_i() -> None:
    turn = alone(dice="3 4 5 5", abilities="IBAC", circles="IB").do("use B 3 up", "use I 4 A1")
    assert turn.house.doubled == ("A1",)


def test_c_turns_a_mouse_into_a_number_that_b_may_change() -> None:
    turn = alone(dice="2 2 mouse mouse", abilities="CBAD", circles="CB").do("use C 5", "use B 5 down")
    assert turn.turn.results == "224m"


def test_h_takes_a_number_away_from_b() -> None:
    turn = alone(dice="3 cat mouse mouse", level=2, abilities="HBAC", circles="HB").do("use H 3 mouse")
    assert turn.legal("use B") == []


def test_h_makes_the_mouse_that_c_turns_into_a_number_again() -> None:
    turn = alone(dice="3 4 4 4", abilities="HCAB", circles="HC").do("use H 3 mouse", "use C 5")
    assert turn.turn.results == "4445"


def test_f_and_b_change_the_same_result() -> None:
    turn = alone(dice="2 4 4 4", abilities="FBAC", circles="FB").do("use F 2", "use B 5 down")
    assert turn.turn.results == "4444"


def test_a_writes_a_result_that_b_has_changed() -> None:
    turn = alone("44....", circles="AB").do("use B 5 down", "use A 4 C1", "place 4 D1")
    assert turn.rooms == ["4 A1 B1 C1 D1"]


def test_i_and_d_together_make_a_room_of_threes() -> None:
    turn = alone(dice="3 3 4 5", abilities="IDAB", circles="ID").do("use I 3 A1", "use D B1")
    assert turn.rooms == ["3 A1 B1"]


def test_the_3_of_d_is_not_a_die_result_for_i() -> None:
    turn = alone(dice="3 4 5 5", abilities="IDAB", circles="ID").do("use D A1")
    assert "use I 3 B1" not in turn.legal()


def test_the_3_of_d_is_not_a_number_result_for_b() -> None:
    turn = alone(dice="cat cat mouse mouse", level=2, abilities="DBFC", circles="DBF")
    assert turn.do("use D A1").legal("use") == []


def test_a_is_for_one_die_and_not_for_the_two_of_i() -> None:
    turn = alone(dice="4 4 5 5", abilities="IABC", circles="IA").do("place 5 A1")
    assert turn.legal("use I") == ["use I 4 A2", "use I 4 B1"]


def test_j_lets_the_others_form_their_group_at_corners_while_a_stands_apart() -> None:
    turn = alone(abilities="JABC", circles="JA").do("use J", "place 2 A1", "use A 3 F6")
    assert [text.split()[2] for text in turn.legal("place 4")] == ["A2", "B1", "B2"]


def test_j_lets_the_doubled_space_of_i_touch_at_a_corner() -> None:
    turn = alone(dice="2 4 4 5", abilities="JIAB", circles="JI").do("use J", "place 2 A1")
    assert turn.legal("use I") == ["use I 4 A2", "use I 4 B1", "use I 4 B2"]


def test_j_lets_the_two_mice_of_l_touch_at_a_corner() -> None:
    turn = alone("2.....", dice="2 3 4 5", abilities="LJAB", circles="J").do("use J", "place 2 B1")
    assert "use L E5 F6" in turn.legal()


def test_j_opens_a_too_small_area() -> None:
    turn = alone("..m...", "mm....", abilities="JABC", circles="J").do("place 2 A1", "place 3 B1")
    assert turn.legal() == ["back", "forfeit", "use J"]
    assert turn.do("use J").legal("place") == ["place 4 C2", "place 5 C2"]


def test_nobody_has_to_use_an_ability_before_forfeiting() -> None:
    turn = alone("..m...", "mm....", abilities="AJDC", circles="AJD").do("place 2 A1", "place 3 B1")
    assert "forfeit" in turn.legal()


def test_a_saves_a_result_from_a_too_small_area() -> None:
    turn = alone("..m...", "mm....", circles="A").do("place 2 A1", "place 3 B1", "use A 4 F6")
    assert turn.legal() == ["back", "done"]


def test_e_fewer_in_a_too_small_area_leaves_nothing_to_forfeit() -> None:
    turn = alone("..m...", "mm....", abilities="EABC", circles="E").do("place 2 A1", "place 3 B1")
    assert turn.do("use E fewer").legal() == ["back", "done"]


def test_e_more_in_a_too_small_area_is_forfeited_with_the_rest() -> None:
    turn = alone("..m...", "mm....", abilities="EABC", circles="E").do("use E more", "place 2 A1", "place 3 B1")
    assert turn.do("forfeit").legal() == ["back", "done"]


def test_e_and_i_write_four_results_into_three_spaces() -> None:
    turn = alone(dice="4 4 5 5", abilities="EIAB", circles="EI").do(
        "use E more", "use I 4 A1", "place 5 A2", "place 5 A3"
    )
    assert turn.legal() == ["back", "done"]


def test_e_more_lets_i_take_two_when_one_result_was_left() -> None:
    turn = alone(dice="2 3 4 4", abilities="EIAB", circles="EI").do("place 2 A1", "place 3 A2")
    assert turn.legal("use I") == []
    assert "use I 4 A3" in turn.do("use E more").legal()


def test_an_ability_gained_by_the_first_number_works_on_the_second() -> None:
    turn = alone("2.....", "..4...", dice="2 3 3 5", abilities="BACD").do("place 2 B1", "use B 3 up", "place 4 C1")
    assert (turn.at("C1"), turn.circles) == ("4", "")


def test_j_gained_in_the_middle_of_the_turn_counts_for_the_rest_of_it() -> None:
    turn = alone("2.....", dice="2 3 4 5", abilities="JABC").do("place 2 B1", "use J")
    assert "place 3 C2" in turn.legal()


def test_a_number_moved_by_g_gives_k_at_once() -> None:
    turn = alone("2....2", abilities="KGAB", circles="G").do("use G F1", "write 2 B1")
    assert {text[:5] for text in turn.legal()} == {"use K", "back"}


def test_k_may_fill_the_last_space_of_the_group_and_the_rest_is_forfeited() -> None:
    turn = alone("2..m..", "mmm...", dice="2 3 4 5", abilities="KABC").do("place 2 B1", "use K 5 C1")
    assert turn.legal() == ["back", "forfeit"]


def test_d_may_take_the_last_space_of_the_group() -> None:
    turn = alone("..m...", "mm....", circles="D").do("place 2 A1", "use D B1")
    assert turn.legal("f") == ["forfeit"]


def test_k_and_l_of_two_rooms_come_one_after_the_other() -> None:
    turn = alone("2.33..", dice="2 3 4 5", abilities="KLAB").do("place 2 B1", "use K 3 E1")
    assert {text[:5] for text in turn.legal()} == {"use L", "back"}
    assert turn.do("use L F5 F6").turn.left == 2


def test_with_an_emptied_space_the_group_may_grow_back_into_it() -> None:
    turn = alone(abilities="GABC", circles="G", crossed_space="empty").do("place 2 A1", "place 3 B1", "use G A1")
    assert "place 4 A1" in turn.do("write 2 F6").legal()
