"""The picture of Yatzy for the web client."""

from __future__ import annotations

from typing import Any

import msgspec

from purrlor.core import Act, Fate, Match, Seat
from purrlor.games.yatzy import Box, Keep, Score, Sheet, State, Yatzy
from purrlor.games.yatzy.picture import Picture, SheetPicture
from purrlor.kit import kit

GAME = Yatzy(seats=2, first=Seat(0))


def painted(state: State, seat: int = 0) -> Picture:
    """Return the picture as the web client receives it."""
    drawn = kit("yatzy").painter().picture(GAME, GAME.view(state, Seat(seat)), GAME.legal(state, Seat(seat)))
    return msgspec.json.decode(msgspec.json.encode(drawn), type=Picture)


def painted_sheets(*sheets: Sheet) -> tuple[SheetPicture, ...]:
    drawn = painted(State(sheets, turn=Seat(0))).sheets
    assert isinstance(drawn, tuple)
    return drawn


def previews(state: State) -> dict[Box, int | None]:
    view = painted(state)
    assert isinstance(view.boxes, list)
    return dict(zip(view.boxes, view.previews, strict=True))


def sheet(**entries: int) -> Sheet:
    return Sheet(tuple(entries.get(box) for box in Box))


def rolled(*dice: int) -> State:
    return State((Sheet(), Sheet()), turn=Seat(0), dice=tuple(sorted(dice)), rolls_left=2)


def test_boxes_that_may_be_filled_show_what_they_bring() -> None:
    brings = previews(rolled(2, 2, 3, 3, 3))
    assert (brings[Box.FAT_CAT], brings[Box.THREES], brings[Box.NINE_LIVES]) == (25, 9, 13)


def test_boxes_that_may_not_be_filled_show_nothing() -> None:
    assert previews(rolled(2, 2, 3, 3, 3))[Box.MOUSER] is None


def test_zeros_are_shown_where_they_may_be_written() -> None:
    full = Sheet((*(0,) * 12, None))
    state = State((Sheet((*(0,) * 11, None, 0)), full), turn=Seat(0), dice=(1, 1, 2, 3, 4), rolls_left=0)
    assert previews(state)[Box.MOUSER] == 0


def test_everybody_sees_what_the_dice_bring_the_seat_to_move() -> None:
    state = rolled(2, 2, 3, 3, 3)
    assert painted(state, seat=1).previews == painted(state, seat=0).previews


def test_dice_in_the_hand_bring_nothing() -> None:
    shaken = State((Sheet(), Sheet()), turn=Seat(0), dice=(3, 3), rolls_left=1, rolling=True)
    assert set(painted(shaken, seat=1).previews) == {None}


def test_before_the_first_roll_nothing_can_be_filled() -> None:
    view = painted(GAME.initial())
    assert (view.dice, view.rolls_left, set(view.previews)) == ((), 3, {None})


def test_the_way_to_the_bonus_is_worked_out() -> None:
    drawn = painted_sheets(sheet(sixes=24, fives=20), sheet(sixes=30, fives=25, fours=16))
    assert [(each.upper, each.bonus_missing, each.bonus_safe) for each in drawn] == [
        (44, 19, False),
        (71, 0, True),
    ]


def test_a_bonus_that_is_out_of_reach_is_lost() -> None:
    hopeless, hopeful = sheet(sixes=6, fives=5), sheet(sixes=12, fives=5)
    assert [each.bonus_lost for each in painted_sheets(hopeless, hopeful, Sheet())] == [True, False, False]


def test_the_bonus_is_added_once_the_sheet_is_full() -> None:
    upper = (3, 6, 9, 12, 15, 18)
    full, _ = painted_sheets(Sheet((*upper, *(0,) * 7)), Sheet())
    assert (full.bonus, full.total, full.full) == (35, 98, True)


def test_a_round_lasts_until_everybody_has_filled_a_box() -> None:
    one = sheet(ones=1)
    assert [
        painted(State(sheets, turn=Seat(0))).round for sheets in ((Sheet(), Sheet()), (one, Sheet()), (one, one))
    ] == [
        1,
        1,
        2,
    ]


def test_after_the_last_box_the_round_stays_the_last() -> None:
    full = Sheet((0,) * 13)
    view = painted(State((full, full), turn=Seat(0)))
    assert (view.round, view.over) == (13, True)


def test_a_sheet_shows_what_was_written() -> None:
    match: Match[Any, Any, Any] = Match(GAME)
    for event in (Act(Seat(0), Keep()), Fate((1, 2, 3, 6, 6)), Act(Seat(0), Score(Box.SIXES))):
        match.push(event)
    first, second = painted_sheets(*match.state.sheets)
    assert (first.total, second.total) == (12, 0)
