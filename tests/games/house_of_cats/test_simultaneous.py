"""Everybody acts at the same time: hidden until all are done, in whatever order."""

from itertools import permutations

import pytest

from purrlor.core import Act, IllegalEvent, Seat
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.house_of_cats.notation import Done

from .notated import HouseMatch, legal_texts, letters, played

DUEL = HouseOfCats(seats=2, abilities=letters("ABCD"))
ROLL = "fate 2 3 4 5"
ANN = ("seat1 place 2 A1", "seat1 place 3 A2", "seat1 place 4 A3", "seat1 done")
BOB = ("seat2 place 5 F6", "seat2 place 4 F5", "seat2 place 3 F4", "seat2 done")


def duel(*lines: str) -> HouseMatch:
    return played(DUEL, ROLL, *lines)


def test_all_seats_are_expected_at_once() -> None:
    awaiting = duel().awaiting
    assert awaiting.seats == (0, 1)
    assert awaiting.simultaneous


def test_the_others_see_nothing_until_all_are_done() -> None:
    before, after = duel(), duel(*ANN[:3])
    assert after.view(Seat(1)) == before.view(Seat(1))
    assert after.view(None) == before.view(None)


def test_a_player_sees_their_own_turn_in_progress() -> None:
    view = duel(*ANN[:2]).view(Seat(0))
    assert view.turn is not None
    assert view.turn.house.entries.startswith("2")
    assert view.houses[0].entries == "." * 36


def test_the_spectator_sees_no_turn_in_progress() -> None:
    view = duel(*ANN).view(None)
    assert view.turn is None
    assert view.houses[0].entries == "." * 36


def test_that_somebody_is_done_is_seen() -> None:
    assert duel(*ANN).view(Seat(1)).waiting == (True, False)
    assert duel(*ANN[:3]).view(Seat(1)).waiting == (False, False)


def test_when_all_are_done_all_is_seen() -> None:
    view = duel(*ANN, *BOB).view(Seat(1))
    assert view.houses[0].entries.startswith("2")
    assert [str(action) for action in view.last[0]] == ["place 2 A1", "place 3 A2", "place 4 A3"]


def test_steps_taken_back_are_never_shown() -> None:
    view = duel("seat1 place 5 D4", "seat1 back", *ANN, *BOB).view(Seat(1))
    assert [str(action) for action in view.last[0]] == ["place 2 A1", "place 3 A2", "place 4 A3"]


def test_the_order_in_which_seats_act_never_matters() -> None:
    states = {str(duel(*order).state) for order in _interleaved()}
    assert len(states) == 1


def _interleaved() -> list[list[str]]:
    """Return some ways to interleave both players' steps."""
    orders: list[list[str]] = []
    for turns in set(permutations("AAAABBBB")):
        steps = {"A": iter(ANN), "B": iter(BOB)}
        orders.append([next(steps[who]) for who in turns])
    return orders


def test_a_player_who_is_done_has_nothing_more_to_do() -> None:
    match = duel(*ANN)
    assert legal_texts(match, 0) == []
    with pytest.raises(IllegalEvent, match="not seat 1’s turn: awaiting seat 2"):
        played(DUEL, ROLL, *ANN, "seat1 back")


def test_done_is_taken_back_while_others_are_not_done() -> None:
    match = duel(*ANN, *BOB[:3])
    turn = match.view(Seat(1)).turn
    assert match.take_back(Seat(0)) == Act(Seat(0), Done())
    assert "back" in legal_texts(match, 0)
    assert match.view(Seat(1)).turn == turn


def test_done_is_not_taken_back_when_all_are_done() -> None:
    assert duel(*ANN).take_back_refusal(Seat(0)) is None
    assert duel(*BOB, *ANN).take_back_refusal(Seat(0)) is not None
    assert duel(*ANN, *BOB).take_back_refusal(Seat(0)) is not None


def test_one_player_s_choices_do_not_depend_on_the_others() -> None:
    assert legal_texts(duel(*BOB), 0) == legal_texts(duel(), 0)
