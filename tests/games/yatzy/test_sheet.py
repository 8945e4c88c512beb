from purrlor.games.yatzy import LOWER, UPPER, Box, Sheet


def filled(*entries: int) -> Sheet:
    return Sheet(entries + (0,) * (13 - len(entries)))


def test_sixty_three_points_upstairs_bring_thirty_five() -> None:
    sheet = filled(3, 6, 9, 12, 15, 18)
    assert (sheet.upper, sheet.bonus, sheet.subtotal) == (63, 35, 98)


def test_sixty_two_points_upstairs_bring_nothing_more() -> None:
    assert filled(2, 6, 9, 12, 15, 18).bonus == 0


def test_the_bonus_is_added_at_the_end_of_the_game() -> None:
    sheet = Sheet((3, 6, 9, 12, 15, 18) + (0,) * 6 + (None,))
    assert sheet.total == 63
    assert sheet.with_entry(Box.NINE_LIVES, 10).total == 108


def test_the_total_is_subtotal_and_lower_section() -> None:
    sheet = filled(3, 6, 9, 12, 15, 18, 20, 0, 25, 30)
    assert sheet.lower == 75
    assert sheet.total == 98 + 75


def test_the_highest_possible_total_is_375() -> None:
    assert filled(5, 10, 15, 20, 25, 30, 30, 30, 25, 30, 40, 50, 30).total == 375


def test_there_are_six_boxes_upstairs_and_seven_downstairs() -> None:
    assert (len(UPPER), len(LOWER)) == (6, 7)
    assert (*UPPER, *LOWER) == tuple(Box)


def test_an_entry_leaves_the_old_sheet_as_it_was() -> None:
    sheet = Sheet()
    sheet.with_entry(Box.TWOS, 4)
    assert sheet.open_boxes == tuple(Box)


def test_the_bonus_is_in_reach_while_five_of_each_face_could_still_come() -> None:
    assert Sheet().with_entry(Box.SIXES, 0).bonus_in_reach


def test_the_bonus_is_out_of_reach_when_too_little_can_come() -> None:
    sheet = Sheet().with_entry(Box.SIXES, 0).with_entry(Box.FIVES, 5)
    assert sheet.bonus_in_reach is False
    assert sheet.with_entry(Box.FOURS, 20).bonus_in_reach is False
