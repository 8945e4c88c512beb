"""Rooms: groups of equal numbers that count exactly their number."""

import pytest

from .notated import alone, worth


@pytest.mark.parametrize(
    ("row", "dice", "act", "found"),
    [
        ("2.....", "2 2 2 2", "place 2 B1", "2 A1 B1"),
        ("33....", "3 3 3 3", "place 3 C1", "3 A1 B1 C1"),
        ("444...", "4 4 4 4", "place 4 D1", "4 A1 B1 C1 D1"),
        ("5555..", "5 5 5 5", "place 5 E1", "5 A1 B1 C1 D1 E1"),
    ],
)
def test_a_group_that_counts_its_number_becomes_a_room_at_once(row: str, dice: str, act: str, found: str) -> None:
    assert alone(row, dice=dice).do(act).rooms == [found]


def test_a_smaller_group_is_not_a_room() -> None:
    assert alone("44....", dice="4 4 4 4").do("place 4 C1").rooms == []


def test_numbers_that_touch_at_corners_are_not_a_group() -> None:
    assert alone("2.....", dice="2 2 3 3").do("place 2 B2").rooms == []


def test_a_room_may_bend() -> None:
    assert alone("44....", "4.....", dice="4 4 4 4").do("place 4 B2").rooms == ["4 A1 A2 B1 B2"]


def test_a_finished_room_is_never_changed_again() -> None:
    turn = alone("22....", rooms=("2 A1 B1",), dice="2 2 3 3").do("place 2 C1")
    assert turn.rooms == ["2 A1 B1"]
    assert turn.do("place 2 D1").rooms == ["2 A1 B1", "2 C1 D1"]


def test_of_a_larger_group_the_player_at_once_chooses_the_room() -> None:
    turn = alone("33.33.", dice="3 3 4 4").do("place 3 C1")
    assert turn.legal() == ["back", "room A1 B1 C1", "room B1 C1 D1", "room C1 D1 E1"]
    assert turn.do("room B1 C1 D1").rooms == ["3 B1 C1 D1"]


def test_the_chosen_spaces_are_connected_and_count_exactly_the_number() -> None:
    turn = alone("33.33.", dice="3 3 4 4").do("place 3 C1")
    assert "counts exactly 3" in turn.refused("room A1 B1 D1")
    assert "counts exactly 3" in turn.refused("room A1 B1 C1 D1")


def test_what_is_left_over_stays_usable() -> None:
    turn = alone("33.33.", dice="3 3 4 4").do("place 3 C1", "room A1 B1 C1", "place 3 C2")
    assert turn.rooms == ["3 A1 B1 C1"]
    assert [turn.at(space) for space in ("D1", "E1", "C2")] == ["3", "3", "3"]


def test_leftovers_form_another_room_later() -> None:
    turn = alone("33333.", rooms=("3 A1 B1 C1",), dice="3 4 4 4").do("place 3 F1")
    assert turn.rooms == ["3 A1 B1 C1", "3 D1 E1 F1"]


def test_with_one_possible_choice_nothing_is_asked() -> None:
    turn = alone("2.....", dice="2 2 3 3", abilities="IABC", circles="I").do("use I 2 B1")
    assert turn.rooms == ["2 B1"]


def test_a_large_group_offers_every_connected_part_that_holds_the_new_space() -> None:
    turn = alone(".55...", "5.....", "5.....", "5.....", dice="5 5 5 5").do("place 5 A1")
    assert turn.legal("room") == ["room A1 A2 A3 A4 B1", "room A1 A2 A3 B1 C1"]


def test_one_entry_completes_two_rooms_when_the_first_one_gives_a_symbol() -> None:
    turn = alone("2..3.3", dice="2 2 4 4", abilities="KABC").do("place 2 B1", "use K 3 E1")
    assert turn.rooms == ["2 A1 B1", "3 D1 E1 F1"]


def test_one_entry_between_two_groups_completes_one_room_of_them() -> None:
    turn = alone("2.2...", dice="2 3 4 4").do("place 2 B1")
    assert turn.legal("room") == ["room A1 B1", "room B1 C1"]
    assert turn.do("room B1 C1").rooms == ["2 B1 C1"]


def test_a_room_gives_one_use_of_its_ability_even_in_the_middle_of_the_turn() -> None:
    turn = alone("2.....", dice="2 3 4 4", abilities="BACE").do("place 2 B1")
    assert turn.circles == "B"
    assert "use B 3 up" in turn.legal()


def test_each_room_gives_one_use() -> None:
    turn = alone("2.....", "2.....", dice="2 2 4 4", abilities="BACE").do("place 2 B1", "place 2 B2")
    assert turn.circles == "BB"


def test_rooms_score_by_size() -> None:
    rooms = ("2 A1 B1", "3 A2 B2 C2", "4 A3 B3 C3 D3", "5 A4 B4 C4 D4 E4")
    assert worth(4, rooms=rooms) == {"rooms": 1 + 3 + 5 + 7}


def test_a_room_scores_whether_its_circle_was_used_or_not() -> None:
    turn = alone("2.....", dice="2 3 4 4", abilities="BACE").do("place 2 B1", "use B 3 up")
    assert (turn.circles, turn.rooms) == ("", ["2 A1 B1"])
