"""Advice names the best turn from here on, and the simplest reason for it."""

from __future__ import annotations

import pytest

from purrlor.core import Note, Seat
from purrlor.games.house_of_cats import HouseOfCats, pack, parse_action, parse_sheet
from purrlor.games.house_of_cats.bots.hints import (
    BringsPoints,
    BuildsGroup,
    KeepsOptions,
    MakesRoom,
    MakesRooms,
    NothingToAdd,
    RuleOfThumb,
    TurnAdvice,
    advise,
    reason,
)
from tests.games.house_of_cats.notated import Alone, alone, drawn

pytestmark = pytest.mark.slow

RULES = HouseOfCats(seats=1)
ONE_ROOM = ("2 A1 B1",)


def advice_for(turn: Alone) -> TurnAdvice:
    return advise(turn.rules.view(turn.state, Seat(0)), turn.rules.legal(turn.state, Seat(0)))


@pytest.mark.parametrize(
    ("row", "rooms", "expected"),
    [
        ("22....", ONE_ROOM, MakesRoom(2, 1)),
        ("2222..", (*ONE_ROOM, "2 C1 D1"), MakesRooms(2, 2)),
        ("55.m..", (), BuildsGroup(5, 2)),
        ("5..m..", (), BringsPoints(2)),
        ("5.2.4.", (), KeepsOptions()),
    ],
)
def test_the_reason_is_the_plainest_thing_a_turn_does(row: str, rooms: tuple[str, ...], expected: Note) -> None:
    assert reason(RULES.layout, drawn(RULES), drawn(RULES, row, rooms=rooms)) == expected


def test_a_room_that_can_be_completed_is_advised() -> None:
    found = advice_for(alone("5555.m", *("mmmmmm",) * 4, dice="2 3 5 mouse"))
    assert parse_action("place 5 E1") in found.steps
    assert isinstance(found.reason, MakesRoom)
    assert found.reason.number == 5


def test_advice_goes_on_from_what_was_done_and_ends_the_turn() -> None:
    turn = alone(dice="2 3 5 mouse").do("place mouse F6")
    for step in advice_for(turn).steps:
        turn.do(str(step))
    assert turn.state.number == 2


def test_the_best_comes_first_and_each_first_step_once() -> None:
    ranked = advice_for(alone(dice="2 3 5 mouse")).ranked
    firsts, worths = [steps[0] for steps, _ in ranked], [worth for _, worth in ranked]
    assert len({*firsts}) == len(firsts) > 1
    assert worths == sorted(worths, reverse=True)


def test_the_next_best_turn_is_compared_by_what_it_does_instead() -> None:
    found = advice_for(alone("5555.m", *("mmmmmm",) * 4, dice="2 3 5 mouse"))
    other = found.next_best
    assert other is not None
    assert other.less >= 0
    assert not {*other.actions} & {*found.steps}
    assert other.reason != found.reason


def test_when_all_is_written_the_turn_is_handed_in() -> None:
    found = advice_for(alone(dice="2 3 5 mouse").do("place 2 A1", "place 3 A2", "place 5 A3"))
    assert (found.steps, found.reason) == ((parse_action("done"),), NothingToAdd())


def test_the_same_view_gets_the_same_advice() -> None:
    turn = alone("5555.m", dice="2 3 5 mouse")
    assert advice_for(turn) == advice_for(turn)


def test_on_a_sheet_too_large_to_plan_on_a_rule_of_thumb_helps() -> None:
    rows = "\n".join(f"{row} . . . . . . . . ." for row in range(1, 10))
    sheet = pack(parse_sheet(f"level: 1\ncats: . .\ncheese: 1\n\n  A B C D E F G H I\n{rows}\n"))
    assert advice_for(alone(sheet=sheet, dice="2 3 5 mouse")).reason == RuleOfThumb()
