"""How abilities are used, and what A to F allow and do not."""

import pytest

from .notated import alone

NEARLY_FULL = ("mmmmmm",) * 5


@pytest.mark.parametrize("letter", list("ABCDEFGHIJ"))
def test_an_ability_without_a_circle_cannot_be_used(letter: str) -> None:
    others = "".join(other for other in "ABCD" if other != letter)[:3]
    turn = alone("23....", dice="2 2 5 mouse", abilities=letter + others)
    assert turn.legal("use") == []


def test_an_ability_that_was_not_drawn_cannot_be_used() -> None:
    assert alone().refused("use J") == "the abilities of this match are A B C D"


def test_without_a_circle_the_reason_names_the_room_it_takes() -> None:
    assert alone().refused("use B 3 up") == "B has no circle left: complete a room of 3s first"


def test_a_use_crosses_off_one_circle() -> None:
    assert alone(circles="BB").do("use B 3 up").circles == "B"


def test_an_ability_may_be_kept_for_a_later_turn() -> None:
    turn = alone("2.....", dice="2 3 4 5").do("place 2 B1", "place 3 C1", "place 4 D1", "done")
    assert turn.circles == "A"


def test_there_is_no_limit_to_the_abilities_of_one_turn() -> None:
    turn = alone(dice="3 4 5 5", abilities="BDEF", circles="BBDDEF")
    turn.do("use B 3 up", "use B 4 up", "use D A1", "use D F6", "use E more", "use F 5")
    assert turn.circles == ""


class TestA:
    def test_one_result_goes_into_a_space_not_adjacent_to_the_others(self) -> None:
        turn = alone(circles="A").do("place 2 A1", "use A 3 F6")
        assert turn.at("F6") == "3"

    def test_the_others_still_form_one_group(self) -> None:
        turn = alone(circles="A").do("place 2 A1", "use A 3 F6")
        assert [text.split()[2] for text in turn.legal("place 4")] == ["A2", "B1"]

    def test_used_first_it_leaves_the_start_of_the_group_free(self) -> None:
        turn = alone(circles="A").do("use A 3 F6")
        assert "place 2 A1" in turn.legal()
        assert "place 4 F1" not in turn.do("place 2 A1").legal()

    def test_it_is_one_of_the_three_results(self) -> None:
        turn = alone(circles="A").do("use A 3 F6", "place 2 A1", "place 4 A2")
        assert turn.legal() == ["back", "done"]

    def test_it_needs_an_empty_space_and_a_result_that_is_left(self) -> None:
        turn = alone("5.....", circles="AA")
        assert turn.refused("use A 3 A1").startswith("A writes a result that is left")
        turn.do("place 2 B1", "place 3 B2", "place 4 B3")
        assert turn.legal("use A") == []

    def test_it_completes_rooms(self) -> None:
        assert alone("33....", circles="A").do("place 2 F6", "use A 3 C1").rooms == ["3 A1 B1 C1"]


class TestB:
    @pytest.mark.parametrize(
        ("use", "results"), [("use B 3 up", "244"), ("use B 3 down", "224"), ("use B 4 up", "235")]
    )
    def test_a_number_result_goes_one_up_or_down(self, use: str, results: str) -> None:
        assert alone(dice="2 3 4 mouse", circles="B").do(use).turn.results == results + "m"

    def test_it_stays_within_2_and_5(self) -> None:
        turn = alone(dice="2 2 5 5", circles="B")
        assert turn.legal("use") == ["use B 2 up", "use B 5 down"]

    def test_it_changes_no_cat_and_no_mouse(self) -> None:
        assert alone(dice="cat cat mouse mouse", circles="B").legal("use") == []

    def test_it_changes_one_die_only(self) -> None:
        assert alone(dice="3 3 3 3", circles="B").do("use B 3 up").turn.results == "3334"

    def test_it_changes_no_result_that_is_written(self) -> None:
        turn = alone(dice="2 mouse mouse mouse", circles="B").do("place 2 A1")
        assert turn.legal("use B") == []

    def test_it_changes_nothing_after_the_last_result(self) -> None:
        turn = alone(circles="B").do("place 2 A1", "place 3 A2", "place 4 A3")
        assert turn.legal("use B") == []


class TestC:
    def test_a_number_is_written_instead_of_a_mouse(self) -> None:
        turn = alone(dice="2 3 cat mouse", circles="C")
        assert turn.legal("use") == ["use C 2", "use C 3", "use C 4", "use C 5"]
        assert turn.do("use C 4").turn.results == "234c"

    def test_it_needs_a_mouse(self) -> None:
        assert alone(dice="2 3 cat cat", circles="C").refused("use C 4").startswith("C needs a mouse")

    def test_it_changes_one_mouse_only(self) -> None:
        assert alone(dice="2 3 mouse mouse", circles="C").do("use C 5").turn.results == "235m"


class TestD:
    def test_a_3_goes_into_any_empty_space(self) -> None:
        turn = alone("m.....", circles="D")
        assert len(turn.legal("use D")) == 35
        assert turn.do("use D F6").at("F6") == "3"

    def test_it_is_an_extra_entry_without_a_die(self) -> None:
        turn = alone(circles="D").do("use D F6")
        assert (turn.turn.left, turn.turn.results) == (3, "2345")

    def test_it_is_apart_from_the_group(self) -> None:
        turn = alone(circles="D").do("place 2 A1", "use D F6")
        assert "place 4 F5" not in turn.legal()
        assert "place 2 A1" in alone(circles="D").do("use D F6").legal()

    def test_it_needs_an_empty_space(self) -> None:
        turn = alone(*NEARLY_FULL, "mmmmm.", circles="D").do("place 2 F6", "forfeit")
        assert turn.legal() == ["back", "done"]

    def test_it_completes_rooms(self) -> None:
        assert alone("33....", circles="D").do("use D C1").rooms == ["3 A1 B1 C1"]


class TestE:
    def test_all_four_results_may_be_written(self) -> None:
        turn = alone(abilities="EABC", circles="E").do("use E more", "place 2 A1", "place 3 A2", "place 4 A3")
        assert "done" not in turn.legal()
        assert "place 5 A4" in turn.legal()

    def test_only_two_results_may_be_written(self) -> None:
        turn = alone(abilities="EABC", circles="E").do("use E fewer", "place 2 A1", "place 3 A2")
        assert turn.legal() == ["back", "done"]

    def test_there_is_no_fifth_die(self) -> None:
        turn = alone(abilities="EABC", circles="EE").do("use E more")
        assert turn.legal("use") == ["use E fewer"]

    def test_two_uses_leave_one_result(self) -> None:
        turn = alone(abilities="EABC", circles="EE").do("use E fewer", "use E fewer", "place 5 A1")
        assert turn.legal() == ["back", "done"]

    def test_the_fourth_result_may_be_added_after_the_third(self) -> None:
        turn = alone(abilities="EABC", circles="E").do("place 2 A1", "place 3 A2", "place 4 A3")
        assert turn.legal("use") == ["use E more"]
        assert turn.do("use E more").legal("place") == ["place 5 A4", "place 5 B1", "place 5 B2", "place 5 B3"]


class TestF:
    def test_a_2_becomes_a_5_and_a_5_a_2(self) -> None:
        assert alone(dice="2 3 4 4", abilities="FABC", circles="F").do("use F 2").turn.results == "3445"
        assert alone(dice="3 4 4 5", abilities="FABC", circles="F").do("use F 5").turn.results == "2344"

    def test_it_changes_nothing_else(self) -> None:
        turn = alone(dice="3 4 cat mouse", abilities="FABC", circles="F")
        assert turn.legal("use") == []
        assert turn.refused("use F 5").startswith("F needs a 2 or a 5")
