"""A hint's reasons for a choice of dice or of a box."""

from __future__ import annotations

import pytest

from purrlor.core import Note, Seat
from purrlor.games.yatzy import Box, Sheet, State, Yatzy
from purrlor.games.yatzy.bots.players import OnlyThing, adviser
from purrlor.games.yatzy.reasons import FitsBest, GivesUp, IsFor, KeepsChances, LeadsTo, SparesBonus, StopsHere
from purrlor.kit.speech import speech
from tests.games.yatzy.notated import sheet_with_open


def reason(sheet: Sheet, *dice: int, rolls_left: int) -> Note | None:
    rules, state = Yatzy(seats=1), State((sheet,), Seat(0), dice, rolls_left)
    return adviser(rules).advise(rules.view(state, Seat(0)), rules.legal(state, Seat(0))).reason


@pytest.mark.parametrize(
    ("dice", "rolls_left", "boxes", "expected"),
    [
        ("12446", 2, tuple(Box), LeadsTo((4, 4), Box.FOURS, 47)),
        ("11234", 1, (Box.ONES, Box.TWOS, Box.LARGE_FURBALL), KeepsChances((Box.LARGE_FURBALL, Box.ONES))),
        ("11235", 1, (Box.ONES,), IsFor(Box.ONES)),
        ("23456", 1, tuple(Box), StopsHere(40)),
        ("23446", 0, (Box.TWOS, Box.FOURS), FitsBest(Box.FOURS)),
        ("12246", 0, (Box.MOUSER, Box.LARGE_FURBALL), GivesUp(Box.MOUSER)),
        ("12246", 0, (Box.MOUSER,), OnlyThing()),
    ],
)
def test_a_hint_says_what_the_best_is_for(dice: str, rolls_left: int, boxes: tuple[Box, ...], expected: Note) -> None:
    assert reason(sheet_with_open(*boxes), *map(int, dice), rolls_left=rolls_left) == expected


def test_a_hint_says_that_the_next_best_endangers_the_bonus() -> None:
    filled = {Box.FOURS: 16, Box.FIVES: 20, Box.SIXES: 18, Box.NINE_LIVES: 20}
    sheet = Sheet(tuple(filled.get(box) for box in Box))
    assert reason(sheet, 1, 1, 3, 4, 6, rolls_left=0) == SparesBonus(Box.THREES)


def test_a_hint_calls_boxes_by_their_names() -> None:
    words = speech().say("yatzy", KeepsChances((Box.FOURS, Box.FAT_CAT)), ())
    assert words == "It keeps a chance of Fours and Fat Cat."
