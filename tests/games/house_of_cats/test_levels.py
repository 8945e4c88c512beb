"""What is special on each level: cat bar, cheese, cats and mice, bonus boxes, expansions."""

import pytest

from .notated import alone, worth

NEARLY_FULL = ("mmmmmm",) * 5
TIGHT = "4:::...+-+++"
"""Three spaces to start with, then one that can be added, a hole, and three that can be added."""
ABOVE = "+" * 6
"""The spaces of level 4 in the row above those to start with."""


class TestLevel1:
    def test_a_cat_is_crossed_off_the_bar_and_not_written(self) -> None:
        turn = alone(dice="2 3 cat cat")
        assert turn.refused("place cat A1") == "on level 1 cats are crossed off the cat bar: say 'cat'"
        assert turn.do("cat").house.cats == 1

    def test_with_a_cat_one_symbol_less_is_written(self) -> None:
        turn = alone(dice="2 3 4 cat").do("cat", "place 2 A1", "place 3 A2")
        assert turn.legal() == ["back", "done"]

    def test_a_cat_needs_no_space_and_is_not_part_of_the_group(self) -> None:
        turn = alone(dice="2 3 4 cat").do("place 2 A1", "cat")
        assert [text.split()[2] for text in turn.legal("place 3")] == ["A2", "B1"]

    def test_the_number_of_a_cat_is_written_at_once_into_any_empty_space(self) -> None:
        turn = alone(cats=1, dice="2 3 4 cat").do("place 4 A1", "cat")
        assert len(turn.legal("write 2")) == 35
        assert {text.split()[0] for text in turn.legal()} == {"write", "back"}

    def test_the_number_of_a_cat_is_extra_and_apart_from_the_group(self) -> None:
        turn = alone(cats=1, dice="2 3 4 cat").do("place 4 A1", "cat", "write 2 F6")
        assert turn.turn.left == 1
        assert [text.split()[2] for text in turn.legal("place 3")] == ["A2", "B1"]

    def test_the_last_cat_carries_any_number(self) -> None:
        turn = alone(cats=9, dice="2 3 4 cat").do("cat")
        assert {text.split()[1] for text in turn.legal("write")} == {"2", "3", "4", "5"}

    def test_the_number_of_a_cat_completes_rooms(self) -> None:
        turn = alone("2.....", cats=1, dice="2 3 4 cat").do("cat", "write 2 B1")
        assert (turn.rooms, turn.circles) == (["2 A1 B1"], "A")

    def test_cat_numbers_chain_through_rooms_and_k(self) -> None:
        turn = alone("2.33..", cats=1, dice="cat cat 4 5", abilities="KABC")
        turn.do("cat", "write 2 B1", "use K 3 E1", "cat", "place 5 A4")
        assert turn.rooms == ["2 A1 B1", "3 C1 D1 E1"]
        assert turn.house.cats == 3

    def test_a_chain_may_need_a_choice_in_the_middle(self) -> None:
        turn = alone("2.2...", cats=1, dice="cat 3 4 5").do("cat", "write 2 B1")
        assert turn.legal() == ["back", "room A1 B1", "room B1 C1"]
        assert turn.do("room A1 B1").turn.left == 2

    def test_without_an_empty_space_the_number_is_lost(self) -> None:
        turn = alone(*NEARLY_FULL, "mmmmm.", cats=1, dice="2 3 4 cat").do("place 4 F6", "cat")
        assert turn.legal() == ["back", "forfeit"]

    def test_a_cat_with_the_bar_full_has_no_effect(self) -> None:
        turn = alone(cats=10, dice="2 3 4 cat").do("cat")
        assert (turn.house.cats, turn.turn.left) == (10, 2)

    def test_cats_are_not_forfeited_for_want_of_space(self) -> None:
        turn = alone(*NEARLY_FULL, "mmmmm.", dice="2 cat cat cat").do("place 2 F6")
        assert turn.legal() == ["back", "cat"]

    def test_other_results_may_be_forfeited_instead_of_choosing_a_cat(self) -> None:
        turn = alone(*NEARLY_FULL, "mmmmm.", dice="2 3 4 cat").do("place 2 F6")
        assert turn.legal() == ["back", "cat", "forfeit"]

    def test_a_mouse_crosses_off_the_cheese_of_its_row_and_column(self) -> None:
        assert worth(1, "m.....", ".m....")["cheese"] == 4
        assert worth(1, "mm....")["cheese"] == 3

    def test_cats_and_cheeses_are_one_point_each(self) -> None:
        assert worth(1, "m.....", cats=6) == {"cats": 6, "cheese": 2, "empty": -35}

    def test_a_doubled_mouse_eats_each_cheese_once(self) -> None:
        assert worth(1, "m.....", doubled="A1")["cheese"] == 2


class TestLevel2:
    def test_cats_are_written(self) -> None:
        turn = alone(level=2, dice="2 3 cat cat")
        assert turn.do("place cat A1").at("A1") == "c"
        assert turn.refused("cat") == "cats are written on this level: say 'place cat C2'"

    def test_a_mouse_scores_for_its_row_and_for_its_column_if_a_cat_is_there(self) -> None:
        assert worth(2, "cm....").get("lines") == 1
        assert worth(2, "cm....", ".c....").get("lines") == 2

    def test_every_mouse_of_a_line_with_a_cat_scores(self) -> None:
        assert worth(2, "c.....", "m.....", "m.....", ".....m").get("lines") == 2

    def test_more_cats_bring_no_more(self) -> None:
        assert worth(2, "ccm...").get("lines") == 1

    def test_without_a_cat_a_mouse_scores_nothing(self) -> None:
        assert "lines" not in worth(2, "m.....", ".c....")

    def test_a_doubled_mouse_counts_twice(self) -> None:
        assert worth(2, "cm....", doubled="B1").get("lines") == 2

    def test_the_number_in_a_bonus_box_of_a_room_scores(self) -> None:
        assert worth(2, "55555.", rooms=("5 A1 B1 C1 D1 E1",)).get("boxes") == 5

    def test_one_room_may_hold_two_boxes(self) -> None:
        turn = worth(2, rooms=("2 A1 A2", "3 F1 F2 F3"))
        assert turn["boxes"] == 5

    def test_a_bonus_box_outside_rooms_scores_nothing(self) -> None:
        assert "boxes" not in worth(2, "5.....")
        assert "boxes" not in worth(2, "c.....")


class TestLevel3:
    @pytest.mark.parametrize(("row", "scored"), [("mm.", 0), ("mmc", 2), ("mcc", 1), ("ccc", 0)])
    def test_with_one_or_two_cats_in_its_area_a_mouse_scores_one(self, row: str, scored: int) -> None:
        assert worth(3, row + "...").get("areas", 0) == scored

    def test_with_three_cats_in_its_area_a_mouse_scores_three(self) -> None:
        assert worth(3, "ccc...", "mm....").get("areas") == 6

    def test_cats_of_another_area_do_not_count(self) -> None:
        assert "areas" not in worth(3, "mm.ccc")

    def test_doubled_cats_and_mice_count_twice(self) -> None:
        assert worth(3, "ccm...", doubled="A1").get("areas") == 3
        assert worth(3, "ccm...", doubled="A1 C1").get("areas") == 6

    def test_bonus_boxes_score_as_on_level_2(self) -> None:
        assert worth(3, "22....", rooms=("2 A1 B1",)).get("boxes") == 2


class TestLevel4:
    def test_only_the_playing_area_is_written_into(self) -> None:
        turn = alone(level=4)
        assert len(turn.legal("place 2")) == 15
        assert turn.refused("place 2 A1") == "A1 holds nothing yet: it is not part of the playing area"

    def test_cats_are_written(self) -> None:
        assert "place cat A2" in alone(level=4, dice="cat 2 3 4").legal()

    @pytest.mark.parametrize(("number", "row"), [(2, "2"), (3, "33"), (4, "444"), (5, "5555")])
    def test_a_room_of_size_n_adds_n_spaces(self, number: int, row: str) -> None:
        space = "ABCDE"[len(row)] + "2"
        turn = alone(ABOVE + row, level=4, dice=f"{number} {number} cat cat").do(f"place {number} {space}")
        for added in ("F2", "F3", "F4", "F5", "E5")[:number]:
            turn.do(f"expand {added}")
        assert turn.house.entries.count(".") == 15 - number + number
        assert turn.legal("expand") == []

    def test_new_spaces_may_be_anywhere(self) -> None:
        turn = alone(ABOVE + "2", level=4).do("place 2 B2")
        assert len(turn.legal("expand")) == 36 - 15

    def test_new_spaces_touch_each_other(self) -> None:
        turn = alone(ABOVE + "2", level=4).do("place 2 B2", "expand F6")
        assert turn.legal() == ["back", "expand E6", "expand F5"]
        assert "new spaces touch each other" in turn.refused("expand A1")

    def test_the_playing_area_grows_at_once_and_can_be_written_into(self) -> None:
        turn = alone(ABOVE + "2", level=4).do("place 2 B2", "expand C1", "expand B1")
        assert "place 3 B1" in turn.legal()

    def test_the_next_result_waits_until_the_area_has_grown(self) -> None:
        turn = alone(ABOVE + "2", level=4).do("place 2 B2")
        assert turn.refused("place 3 C2") == "something comes first: add spaces, 2 to go ('expand …')"

    def test_k_comes_after_the_new_spaces(self) -> None:
        turn = alone(ABOVE + "2", level=4, abilities="KABC").do("place 2 B2", "expand A1", "expand B1")
        assert "use K cat A1" in turn.legal()

    def test_matches_from_before_the_field_have_two_gardens(self) -> None:
        turn = alone("+" * 5 + "2", level=4, gardens=True).do("place 2 C3")
        assert len(turn.legal("expand")) == 27 - 15

    def test_k_fills_a_new_space_of_a_full_sheet(self) -> None:
        turn = alone("2.m", sheet="4:::...++", dice="2 3 4 5", abilities="KABC")
        turn.do("place 2 B1", "expand D1", "expand E1")
        assert turn.do("use K 5 E1").legal() == ["back", "forfeit"]

    def test_as_many_spaces_as_can_be_are_added(self) -> None:
        turn = alone("2.m", sheet=TIGHT, dice="2 3 4 5").do("place 2 B1")
        assert turn.legal("expand") == ["expand F1", "expand G1", "expand H1"]
        assert turn.do("expand F1", "expand G1").legal("expand") == []

    def test_spaces_that_do_not_fit_are_forfeited(self) -> None:
        turn = alone("33.", sheet="4:::...+-+-+", dice="3 4 4 5").do("place 3 C1")
        assert turn.legal("expand") == ["expand D1", "expand F1", "expand H1"]
        assert turn.do("expand H1").legal("expand") == []

    def test_with_no_space_to_add_nothing_is_asked(self) -> None:
        turn = alone("2..", sheet="4:::...", dice="2 3 4 5").do("place 2 B1")
        assert turn.legal("place") == ["place 3 C1", "place 4 C1", "place 5 C1"]

    def test_a_room_with_a_doubled_space_adds_as_many_spaces_as_its_number(self) -> None:
        turn = alone(level=4, dice="2 2 4 5", abilities="IABC", circles="I").do("use I 2 B3", "expand A1", "expand B1")
        assert turn.legal("expand") == []

    def test_cheese_and_lines_both_score(self) -> None:
        assert worth(4, ABOVE + "cm") == {"cheese": 2, "lines": 1}

    def test_empty_spaces_cost_nothing(self) -> None:
        assert worth(4) == {}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_each_empty_space_costs_a_point(level: int) -> None:
    assert worth(level, "x2x2x2") == {"empty": -30}
