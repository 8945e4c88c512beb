"""A turn: three of four results into one group, small steps, back and done."""

from purrlor.games.house_of_cats import HouseOfCats

from .notated import alone, letters, played

FULL = "mmmmmm"
ROWS_FULL = (FULL,) * 5
FIRST = HouseOfCats(seats=1, abilities=letters("ABCD"))


def test_the_four_dice_are_rolled_once_for_everybody() -> None:
    match = played(HouseOfCats(seats=3, abilities=letters("ABCD")))
    assert str(match.awaiting.chance) == "a roll of 4 dice"
    match = played(HouseOfCats(seats=3, abilities=letters("ABCD")), "fate 2 3 cat mouse")
    assert {turn.results for turn in match.state.turns if turn} == {"23cm"}


def test_the_first_result_goes_into_any_empty_space() -> None:
    turn = alone("m.....", dice="2 2 2 2")
    assert len(turn.legal("place 2")) == 35


def test_the_player_chooses_which_results_to_write() -> None:
    turn = alone(dice="2 3 mouse mouse")
    assert {text.split()[1] for text in turn.legal("place")} == {"2", "3", "mouse"}


def test_three_results_are_written() -> None:
    turn = alone().do("place 2 A1", "place 3 A2", "place 4 A3")
    assert turn.legal() == ["back", "done"]
    assert turn.refused("place 5 A4") == "all results of this turn are used"


def test_a_result_is_written_once() -> None:
    turn = alone(dice="2 3 4 5").do("place 2 A1")
    assert turn.refused("place 2 A2") == "no result that is left shows 2"


def test_each_result_touches_one_written_this_turn() -> None:
    turn = alone().do("place 2 B2")
    assert [text.split()[2] for text in turn.legal("place 3")] == ["A2", "B1", "B3", "C2"]
    assert "touches no space" in turn.refused("place 3 C3")


def test_the_group_need_not_touch_earlier_entries() -> None:
    assert "place 2 F6" in alone("mm....").legal()


def test_touching_an_earlier_entry_is_not_enough() -> None:
    turn = alone("mm....").do("place 2 C1")
    assert "touches no space" in turn.refused("place 3 A2")


def test_a_result_may_touch_any_of_the_group() -> None:
    turn = alone().do("place 2 B2", "place 3 C2")
    assert "place 4 A2" in turn.legal()


def test_only_empty_spaces_are_written_into() -> None:
    turn = alone("4x....")
    assert turn.refused("place 2 A1") == "A1 holds 4"
    assert turn.refused("place 2 B1") == "B1 holds a crossed-off number"
    assert turn.refused("place 2 G1") == "there is no space G1"


def test_in_a_too_small_area_the_rest_is_forfeited() -> None:
    turn = alone(*ROWS_FULL, "..mm..", dice="2 3 4 5").do("place 5 A6", "place 3 B6")
    assert turn.legal() == ["back", "forfeit"]
    assert turn.do("forfeit").legal() == ["back", "done"]


def test_nothing_is_forfeited_while_a_result_finds_a_space() -> None:
    turn = alone().do("place 2 A1", "place 3 A2")
    assert turn.refused("forfeit") == "a result can still be used"
    assert turn.do("place 4 A3").refused("forfeit") == "no result is left"


def test_space_elsewhere_does_not_help_the_group() -> None:
    turn = alone(*ROWS_FULL, ".m....", dice="2 3 4 5").do("place 5 A6")
    assert turn.legal() == ["back", "forfeit"]


def test_forfeiting_ends_the_writing_of_results() -> None:
    turn = alone(*ROWS_FULL, ".m....", dice="2 3 4 5", abilities="EABC", circles="E")
    turn.do("place 5 A6", "forfeit")
    assert turn.legal() == ["back", "done"]


def test_done_is_refused_while_results_are_left() -> None:
    assert alone().do("place 2 A1").refused("done") == "results still to use: 2"


def test_abilities_may_be_used_after_the_last_result() -> None:
    turn = alone(abilities="DABC", circles="D").do("place 2 A1", "place 4 A2", "place 5 A3")
    assert "use D F6" in turn.legal()
    assert "done" in turn.legal()


def test_back_takes_back_step_by_step_to_the_start_of_the_turn() -> None:
    turn = alone("2.....", dice="2 3 4 5", circles="B")
    before = turn.state
    turn.do("place 2 B1", "use B 3 up", "place 4 C1")
    turn.do("back", "back", "back")
    assert turn.state == before
    assert turn.refused("back") == "nothing was done in this turn yet"


def test_back_takes_back_a_chosen_room_and_what_it_gave() -> None:
    turn = alone("2.2...", dice="2 3 4 5").do("place 2 B1", "room A1 B1", "back")
    assert turn.legal("room") == ["room A1 B1", "room B1 C1"]
    assert turn.circles == ""


def test_back_takes_back_a_forfeit() -> None:
    turn = alone(*ROWS_FULL, ".m....", dice="2 3 4 5").do("place 5 A6", "forfeit", "back")
    assert turn.legal() == ["back", "forfeit"]


def test_nothing_else_goes_on_while_something_must_be_done_at_once() -> None:
    turn = alone("2.2...", dice="2 3 4 5").do("place 2 B1")
    assert "choose the room around B1" in turn.refused("place 3 B2")
    assert "something comes first" in turn.refused("done")
    assert "something comes first" in turn.refused("forfeit")


def test_after_everybody_is_done_the_dice_are_rolled_again() -> None:
    match = played(FIRST, "fate 2 3 4 5", "seat1 place 2 A1", "seat1 place 3 A2", "seat1 place 4 A3", "seat1 done")
    assert str(match.awaiting.chance) == "a roll of 4 dice"
    assert match.state.number == 2
