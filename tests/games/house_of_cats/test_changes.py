"""C, F and H change any symbol that is about to be drawn, not only results of dice."""

from .notated import alone

ALMOST_ROOM = "2....."
"""A 2 in B1 completes a room."""


class TestTheThreeOfD:
    def test_h_makes_a_cat_or_a_mouse_of_it(self) -> None:
        turn = alone(level=2, abilities="DHAB", circles="DH").do("use D C2")
        assert turn.legal() == ["back", "use H 3 cat", "use H 3 mouse", "write 3 C2"]
        assert turn.do("use H 3 mouse").at("C2") == "m"

    def test_it_can_stay_a_three(self) -> None:
        turn = alone(abilities="DHAB", circles="DH").do("use D C2", "write 3 C2")
        assert (turn.at("C2"), turn.circles, turn.turn.tasks) == ("3", "H", ())

    def test_without_a_circle_of_h_it_is_written_at_once(self) -> None:
        assert alone(abilities="DHAB", circles="D").do("use D C2").at("C2") == "3"

    def test_the_mouse_that_h_makes_of_it_is_a_number_again_by_c_and_another_one_by_f(self) -> None:
        turn = alone(abilities="DHCF", circles="DHCF").do("use D C2", "use H 3 mouse", "use C 5")
        assert turn.legal() == ["back", "use F 5", "write 5 C2"]
        assert turn.do("use F 5").at("C2") == "2"

    def test_on_level_1_the_cat_is_crossed_off_and_the_space_stays_empty(self) -> None:
        turn = alone(abilities="DHAB", circles="DH", cats=1).do("use D C2", "use H 3 cat")
        assert (turn.at("C2"), turn.house.cats, turn.turn.marked) == (".", 2, ())
        assert {text[:7] for text in turn.legal()} == {"write 2", "back"}

    def test_the_dice_are_left_alone(self) -> None:
        turn = alone(dice="3 3 4 5", level=2, abilities="DHAB", circles="DH").do("use D C2", "use H 3 cat")
        assert turn.turn.results == "3345"

    def test_a_doubled_die_never_meets_it(self) -> None:
        turn = alone(dice="3 4 5 5", abilities="DHIB", circles="DHIB").do("use D C2")
        assert turn.legal("use I") == turn.legal("use B") == []


class TestTheNumberThatGMoves:
    def test_f_turns_a_2_into_a_5(self) -> None:
        turn = alone("2.....", abilities="GFAB", circles="GF").do("use G A1", "use F 2", "write 5 F6")
        assert (turn.at("A1"), turn.at("F6"), turn.circles) == ("x", "5", "")

    def test_h_turns_it_into_a_mouse_that_eats_cheese(self) -> None:
        turn = alone("4.....", abilities="GHAB", circles="GH").do("use G A1", "use H 4 mouse", "write mouse F6")
        assert turn.at("F6") == "m"

    def test_a_doubled_number_becomes_a_doubled_cat(self) -> None:
        turn = alone(dice="4 4 5 5", level=2, abilities="IGHA", circles="IGH")
        turn.do("use I 4 A1", "use G A1", "use H 4 cat", "write cat C3")
        assert (turn.at("C3"), turn.house.doubled) == ("c", ("C3",))


class TestK:
    def test_a_5_becomes_a_2_by_f(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="KFAB", circles="F").do("place 2 B1", "use F 5")
        assert {text[:7] for text in turn.legal()} == {"write 2", "back"}

    def test_on_level_1_h_crosses_off_a_cat_instead(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="KHAB", circles="H").do("place 2 B1", "use H 4 cat")
        assert (turn.house.cats, turn.turn.tasks, turn.turn.left) == (1, (), 2)

    def test_on_level_1_there_is_no_cat_to_start_with(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="KHAB", circles="H").do("place 2 B1")
        assert "use K cat C3" not in turn.legal()


class TestTheMiceOfL:
    def test_c_writes_a_number_instead_of_one_of_them(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="LCAB", circles="C").do("place 2 B1", "use L E5 E6", "use C 4")
        assert turn.legal() == ["back", "write 4 E5", "write 4 E6"]
        turn.do("write 4 E6")
        assert (turn.at("E5"), turn.at("E6"), turn.turn.tasks) == ("m", "4", ())

    def test_c_writes_numbers_instead_of_both(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="LCAB", circles="CC").do("place 2 B1", "use L E5 E6")
        turn.do("use C 4", "write 4 E6", "use C 5")
        assert (turn.at("E5"), turn.at("E6"), turn.circles) == ("5", "4", "")

    def test_they_can_stay_mice(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="LCAB", circles="C").do("place 2 B1", "use L E5 E6")
        assert turn.do("write mouse E5").legal() == ["back", *(f"use C {n}" for n in "2345"), "write mouse E6"]
        assert turn.do("write mouse E6").circles == "C"

    def test_without_a_circle_of_c_they_are_written_at_once(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="LCAB").do("place 2 B1", "use L E5 E6")
        assert (turn.at("E5"), turn.at("E6")) == ("m", "m")

    def test_a_room_of_the_first_gives_the_c_for_the_second(self) -> None:
        turn = alone(ALMOST_ROOM, "33....", abilities="LCAB", circles="C").do("place 2 B1", "use L C2 D2")
        turn.do("use C 3", "write 3 C2", "use C 5")
        assert (turn.rooms[-1], turn.at("D2"), turn.circles) == ("3 A2 B2 C2", "5", "")

    def test_an_l_gained_in_between_adds_its_mice_to_those_that_wait(self) -> None:
        turn = alone("2.....", "..2...", abilities="LCAB", circles="CC").do("place 2 B1", "use L C1 D1", "use C 2")
        turn.do("write 2 C1", "use L E5 F5")
        assert turn.turn.marked == ("D1", "E5", "F5")
        turn.do("use C 4", "write 4 F5")
        assert (turn.at("D1"), turn.at("E5"), turn.at("F5")) == ("m", "m", "4")


class TestTheCatBar:
    def test_h_makes_a_mouse_of_its_number(self) -> None:
        turn = alone(dice="cat 3 4 5", abilities="HABC", circles="H", cats=1).do("cat", "use H 2 mouse")
        assert {text[:11] for text in turn.legal()} == {"write mouse", "back"}

    def test_h_makes_the_next_cat_of_its_number(self) -> None:
        turn = alone(dice="cat 3 4 5", abilities="HABC", circles="H", cats=1).do("cat", "use H 2 cat")
        assert (turn.house.cats, turn.turn.tasks) == (3, ())

    def test_f_makes_a_5_of_a_number_of_your_choice(self) -> None:
        turn = alone(dice="cat 3 4 5", abilities="FABC", circles="F", cats=9).do("cat", "use F 2", "write 5 F6")
        assert turn.at("F6") == "5"


class TestMatchesFromBefore:
    def test_d_writes_its_three_at_once(self) -> None:
        assert alone(abilities="DHAB", circles="DH", changes="dice").do("use D C2").at("C2") == "3"

    def test_a_mouse_of_l_is_not_changed_by_c(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="LCAB", circles="C", changes="dice").do("place 2 B1")
        assert turn.legal("use C") == []
        assert turn.do("use L E5 E6").at("E6") == "m"

    def test_a_moved_number_stays_what_it_is(self) -> None:
        turn = alone("2.....", abilities="GFHA", circles="GFH", changes="dice").do("use G A1")
        assert turn.legal("use") == []
        assert turn.refused("use F 2") == "something comes first: write 2 into an empty space ('write …')"

    def test_results_of_dice_are_changed_as_ever(self) -> None:
        turn = alone(dice="3 4 5 5", level=2, abilities="HABC", circles="H", changes="dice").do("use H 3 cat")
        assert turn.turn.results == "455c"


class TestRefusals:
    def test_a_symbol_that_c_cannot_change(self) -> None:
        turn = alone("2.....", abilities="GCAB", circles="GC").do("use G A1")
        assert turn.refused("use C 4") == "C needs a mouse that is still to be written"

    def test_an_ability_that_does_not_help_with_the_task(self) -> None:
        turn = alone("2.....", abilities="GFBA", circles="GFB").do("use G A1")
        assert turn.refused("use B 3 up").startswith("something comes first")

    def test_a_space_that_was_not_chosen(self) -> None:
        turn = alone(abilities="DHAB", circles="DH").do("use D C2")
        assert turn.refused("write 3 D2") == "D2 was not chosen for this; it goes into C2"

    def test_no_circle(self) -> None:
        turn = alone("2.....", abilities="GFAB", circles="G").do("use G A1")
        assert turn.refused("use F 2") == "F has no circle left: complete a room of 3s first"


class TestCornersForL:
    def test_j_works_after_the_last_result_while_l_can_be_gained(self) -> None:
        turn = alone("2.....", ".3.3..", dice="4 4 5 5", abilities="ALJD", circles="JD")
        turn.do("place 4 F4", "place 4 F5", "place 5 F6", "use J", "use D C2")
        assert "use L A6 B5" in turn.legal()

    def test_j_works_at_the_moment_l_is_gained(self) -> None:
        turn = alone(ALMOST_ROOM, abilities="LJAB", circles="J").do("place 2 B1", "use J")
        assert "use L E5 F6" in turn.legal()

    def test_without_l_it_is_not_offered_after_the_last_result(self) -> None:
        turn = alone(dice="4 4 5 5", abilities="JABC", circles="J").do("place 4 F4", "place 4 F5", "place 5 F6")
        assert turn.legal() == ["back", "done"]


def test_a_step_that_changes_a_symbol_can_be_taken_back() -> None:
    turn = alone(level=2, abilities="DHAB", circles="DH").do("use D C2", "use H 3 mouse", "back")
    assert turn.legal() == ["back", "use H 3 cat", "use H 3 mouse", "write 3 C2"]
