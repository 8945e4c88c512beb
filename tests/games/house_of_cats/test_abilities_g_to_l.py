"""What the abilities G to L allow, and what they do not."""

import pytest

from .notated import alone

NEARLY_FULL = ("mmmmmm",) * 5


class TestG:
    def test_a_number_is_crossed_off_and_written_into_any_empty_space(self) -> None:
        turn = alone("4.....", abilities="GABC", circles="G").do("use G A1")
        assert len(turn.legal("write 4")) == 35
        assert turn.do("write 4 F6").at("F6") == "4"

    def test_it_must_be_written_at_once(self) -> None:
        turn = alone("4.....", abilities="GABC", circles="G").do("use G A1")
        assert turn.refused("place 2 A2") == "something comes first: write 4 into an empty space ('write …')"
        assert turn.refused("write 4 A1") == "A1 holds a crossed-off number"

    def test_the_crossed_off_space_stays_used_without_a_symbol(self) -> None:
        turn = alone("4.....", abilities="GABC", circles="G").do("use G A1", "write 4 F6")
        assert turn.at("A1") == "x"
        assert "place 2 A1" not in turn.legal()

    def test_by_option_the_crossed_off_space_is_empty_again(self) -> None:
        turn = alone("4.....", abilities="GABC", circles="G", crossed_space="empty").do("use G A1", "write 4 F6")
        assert turn.at("A1") == "."
        assert "place 2 A1" in turn.legal()

    def test_numbers_in_rooms_stay(self) -> None:
        turn = alone("22.3..", rooms=("2 A1 B1",), abilities="GABC", circles="G")
        assert turn.legal("use") == ["use G D1"]

    def test_cats_and_mice_stay(self) -> None:
        assert alone("cmx...", level=2, abilities="GABC", circles="G").legal("use") == []

    def test_a_number_of_this_turn_may_be_moved(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="GABC", circles="G").do("place 3 F6", "use G F6")
        assert "write 3 A6" in turn.legal()

    def test_a_moved_number_completes_rooms(self) -> None:
        turn = alone("2....2", abilities="GABC", circles="G").do("use G F1", "write 2 B1")
        assert (turn.rooms, turn.circles) == (["2 A1 B1"], "G")

    def test_a_moved_number_is_apart_from_the_group(self) -> None:
        turn = alone("4.....", abilities="GABC", circles="G").do("use G A1", "write 4 F6", "place 2 A6")
        assert "place 3 F5" not in turn.legal()

    @pytest.mark.parametrize("crossed_space", ["used", "empty"])
    def test_it_needs_an_empty_space(self, crossed_space: str) -> None:
        turn = alone(
            *NEARLY_FULL,
            "mmmm4.",
            abilities="GABC",
            circles="G",
            crossed_space=crossed_space,  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        )
        assert turn.legal("use") == ["use G E6"]
        assert turn.do("place 2 F6").legal("use") == []

    def test_a_doubled_number_moves_as_it_is(self) -> None:
        turn = alone(dice="4 4 5 5", abilities="GIAB", circles="GI").do("use I 4 A1", "use G A1", "write 4 F6")
        assert turn.house.doubled == ("F6",)


class TestH:
    def test_a_cat_or_a_mouse_is_written_instead_of_a_number(self) -> None:
        turn = alone(dice="3 3 cat mouse", level=2, abilities="HABC", circles="H")
        assert turn.legal("use") == ["use H 3 cat", "use H 3 mouse"]
        assert turn.do("use H 3 cat").turn.results == "3ccm"

    def test_it_changes_no_cat_into_a_mouse(self) -> None:
        assert alone(dice="cat cat mouse mouse", level=2, abilities="HABC", circles="H").legal("use") == []

    def test_on_level_1_the_cat_is_crossed_off_the_bar(self) -> None:
        turn = alone(dice="3 3 3 mouse", abilities="HABC", circles="H").do("use H 3 cat", "cat")
        assert turn.house.cats == 1


class TestI:
    def test_two_equal_results_go_into_one_space(self) -> None:
        turn = alone(dice="4 4 5 5", abilities="IABC", circles="I").do("use I 4 A1")
        assert (turn.at("A1"), turn.house.doubled, turn.turn.left) == ("4", ("A1",), 1)

    def test_different_results_do_not(self) -> None:
        turn = alone(dice="2 3 4 5", abilities="IABC", circles="I")
        assert turn.legal("use") == []
        assert turn.refused("use I 2 A1").startswith("I writes two equal results")

    def test_both_results_must_be_chosen(self) -> None:
        turn = alone(dice="2 3 4 4", abilities="IABC", circles="I").do("place 2 A1", "place 3 A2")
        assert turn.legal("use") == []

    def test_the_space_counts_as_two_for_rooms(self) -> None:
        turn = alone("33....", dice="3 3 4 4", abilities="IABC", circles="I")
        assert alone("3.....", dice="3 3 4 4", abilities="IABC", circles="I").do("use I 3 B1").rooms == ["3 A1 B1"]
        assert turn.do("use I 3 C1").rooms == ["3 B1 C1"]

    def test_a_doubled_2_is_a_room_by_itself(self) -> None:
        assert alone(dice="2 2 4 4", abilities="IABC", circles="I").do("use I 2 C3").rooms == ["2 C3"]

    def test_a_room_needs_spaces_that_count_exactly_its_number(self) -> None:
        turn = alone(dice="3 3 3 3", abilities="IEBC", circles="IIE")
        turn.do("use E more", "use I 3 A1", "use I 3 B1")
        assert turn.rooms == []

    def test_it_touches_the_group_like_any_result(self) -> None:
        turn = alone(dice="2 4 4 5", abilities="IABC", circles="I").do("place 2 A1")
        assert turn.legal("use") == ["use I 4 A2", "use I 4 B1"]

    def test_the_next_result_touches_it(self) -> None:
        turn = alone(dice="2 4 4 5", abilities="IABC", circles="I").do("use I 4 A1")
        assert turn.legal("place 5") == ["place 5 A2", "place 5 B1"]

    def test_cats_of_level_1_have_no_space(self) -> None:
        assert alone(dice="cat cat cat 2", abilities="IABC", circles="I").legal("use") == []


class TestJ:
    def test_this_turn_spaces_may_touch_at_corners(self) -> None:
        turn = alone(abilities="JABC", circles="J").do("use J", "place 2 B2")
        assert len(turn.legal("place 3")) == 8
        assert "place 4 D4" in turn.do("place 3 C3").legal()

    def test_it_may_come_in_the_middle_of_the_turn(self) -> None:
        turn = alone(abilities="JABC", circles="J").do("place 2 B2")
        assert "place 3 C3" not in turn.legal()
        assert "place 3 C3" in turn.do("use J").legal()

    def test_rooms_never_touch_at_corners(self) -> None:
        turn = alone(dice="2 2 3 3", abilities="JABC", circles="J").do("use J", "place 2 B2", "place 2 C3")
        assert turn.rooms == []

    def test_it_works_once_a_turn(self) -> None:
        turn = alone(abilities="JABC", circles="JJ").do("use J")
        assert turn.refused("use J") == "J works once a turn, while a result is left or L can still be gained"

    def test_it_ends_with_the_turn(self) -> None:
        turn = alone(abilities="JABC", circles="J").do("use J", "place 2 B2", "place 3 C3", "place 4 D4", "done")
        assert turn.state.turns == ()


class TestK:
    def test_any_symbol_goes_into_an_empty_space_at_once(self) -> None:
        turn = alone("2.....", level=2, dice="2 3 4 5", abilities="KABC").do("place 2 B1")
        assert len(turn.legal("use K")) == 6 * 34
        assert turn.do("use K cat F6").at("F6") == "c"

    def test_nothing_comes_before_it(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="KABC").do("place 2 B1")
        assert turn.refused("place 3 C1") == "something comes first: use K ('use K …')"
        assert {text.split()[0] for text in turn.legal()} == {"use", "back"}

    def test_it_is_not_kept(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="KABC").do("place 2 B1", "use K 5 F6")
        assert (turn.circles, turn.legal("use")) == ("", [])
        assert turn.refused("use K 5 F5") == "K is used only at the moment it is gained"

    def test_without_an_empty_space_it_is_lost(self) -> None:
        turn = alone(*NEARLY_FULL, "mmmm2.", dice="2 3 4 5", abilities="KABC").do("place 2 F6")
        assert turn.legal() == ["back", "forfeit"]
        assert turn.rooms == ["2 E6 F6"]

    def test_on_level_1_it_writes_no_cat(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="KABC").do("place 2 B1")
        assert {text.split()[2] for text in turn.legal("use")} == {"2", "3", "4", "5", "mouse"}

    def test_it_may_complete_a_room_that_gives_it_again(self) -> None:
        turn = alone("2.2...", "......", "2.....", dice="2 3 4 5", abilities="KABC")
        turn.do("place 2 B1", "room A1 B1", "use K 2 C2")
        assert turn.rooms == ["2 A1 B1", "2 C1 C2"]
        assert turn.do("use K 2 A4").rooms[-1] == "2 A3 A4"

    def test_it_is_apart_from_the_group(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="KABC").do("place 2 B1", "use K 5 F6")
        assert "place 3 F5" not in turn.legal()


class TestL:
    def test_a_mouse_goes_into_an_empty_space_at_once(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="LABC").do("place 2 B1")
        assert turn.do("use L F6").at("F6") == "m"
        assert turn.turn.left == 2

    def test_or_two_mice_into_two_adjacent_empty_spaces(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="LABC").do("place 2 B1", "use L F5 F6")
        assert (turn.at("F5"), turn.at("F6")) == ("m", "m")

    def test_two_mice_apart_are_refused(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="LABC").do("place 2 B1")
        assert "use L E5 F6" not in turn.legal()
        assert "use L B1 B2" not in turn.legal()

    def test_nothing_comes_before_it(self) -> None:
        turn = alone("2.....", dice="2 3 4 5", abilities="LABC").do("place 2 B1")
        assert {text[:5] for text in turn.legal()} == {"use L", "back"}

    def test_without_an_empty_space_it_is_lost(self) -> None:
        turn = alone(*NEARLY_FULL, "mmmm2.", dice="2 3 4 5", abilities="LABC").do("place 2 F6")
        assert turn.legal() == ["back", "forfeit"]

    def test_with_one_empty_space_it_is_one_mouse(self) -> None:
        turn = alone(*NEARLY_FULL, "m.mm2.", dice="2 3 4 5", abilities="LABC").do("place 2 F6")
        assert turn.legal("use") == ["use L B6"]
