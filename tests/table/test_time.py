"""Clocks, absence and sleep, with a clock that the test controls."""

from __future__ import annotations

from random import Random

import pytest

from purrlor.table import wire
from purrlor.table.state import LIMITS
from purrlor.table.timers import AWAY
from tests.table.table_driver import Sitting, begun, person, play_at_random

FIRST = {"first": "1"}
DAY = 24 * 3600 * 1000


def stands_in(sitting: Sitting) -> list[bool]:
    return [seat.stands_in for seat in sitting.table.setup.seats]


def test_without_a_clock_nobody_is_hurried() -> None:
    sitting, (ann, _) = begun("yatzy", options=FIRST)
    sitting.wait(30 * DAY)
    assert stands_in(sitting) == [False, False]
    assert sitting.update(ann)["clock"] is None


@pytest.mark.parametrize("clock", ["relaxed", "quick", "day"])
def test_a_bot_stands_in_when_the_time_is_over(clock: wire.Clock) -> None:
    sitting, (ann, ben) = begun("yatzy", options=FIRST, clock=clock)
    limit = LIMITS[clock]
    assert limit is not None
    assert sitting.update(ann)["clock"] == limit
    sitting.wait(limit - 1)
    assert stands_in(sitting) == [False, False]
    sitting.wait(1)
    assert stands_in(sitting) == [True, False]
    assert sitting.info(ben)["seats"][0]["stands_in"]


def test_the_bot_that_stands_in_plays_and_the_person_takes_the_seat_back_at_any_moment() -> None:
    sitting, (ann, _) = begun("yatzy", options=FIRST, clock="quick", stand_in="kitten")
    sitting.wait(30_000)
    bot_plays(sitting)
    assert sitting.rows[0].text.startswith("seat1")
    sitting.send(ann, wire.TakeSeat(0))
    assert stands_in(sitting)[0] is False


def bot_plays(sitting: Sitting) -> None:
    """The first seat's turn, to its end."""
    for _ in range(10):
        sitting.think()
        sitting.wait(5_000)
        if sitting.table.play.match.awaiting.seats != (0,):
            return
    raise AssertionError("the bot does not play")


def test_a_person_who_takes_the_seat_back_has_all_their_time() -> None:
    sitting, (ann, _) = begun("yatzy", options=FIRST, clock="quick")
    sitting.wait(30_000)
    sitting.send(ann, wire.TakeSeat(0))
    sitting.wait(29_999)
    assert stands_in(sitting) == [False, False]
    sitting.wait(1)
    assert stands_in(sitting) == [True, False]


def test_every_act_of_a_turn_has_its_own_time() -> None:
    sitting, (ann, _) = begun("yatzy", options=FIRST, clock="quick")
    sitting.wait(29_000)
    sitting.act(ann, 0, "roll")
    sitting.wait(29_000)
    assert stands_in(sitting) == [False, False]
    assert sitting.table.clocks.left(sitting.now) == 1000


def test_in_a_simultaneous_turn_only_the_thinking_seats_lose_time() -> None:
    sitting, (ann, _) = begun("house-of-cats", clock="quick")
    sitting.wait(20_000)
    sitting.act(ann, 0, sitting.update(ann)["legal"][0])
    sitting.wait(10_000)
    assert stands_in(sitting) == [False, True]


# Absence


def test_a_person_who_is_gone_for_a_minute_is_replaced_and_has_the_seat_again_on_return() -> None:
    sitting, (ann, ben) = begun("yatzy", options=FIRST)
    sitting.leave(ann)
    sitting.wait(AWAY - 1)
    assert stands_in(sitting) == [False, False]
    sitting.wait(1)
    assert stands_in(sitting) == [True, False]
    sitting.enter("ann")
    assert stands_in(sitting) == [False, False]
    assert not sitting.info(ben)["seats"][0]["stands_in"]


def test_a_person_who_comes_back_in_time_is_not_replaced() -> None:
    sitting, (ann, _) = begun("yatzy", options=FIRST)
    sitting.leave(ann)
    sitting.wait(AWAY - 1)
    sitting.enter("ann")
    sitting.wait(DAY)
    assert stands_in(sitting) == [False, False]


def test_for_spectators_nobody_is_replaced() -> None:
    sitting, (ann, ben) = begun("yatzy", options=FIRST)
    sitting.enter("wil")
    sitting.leave(ann)
    sitting.leave(ben)
    sitting.wait(DAY)
    assert stands_in(sitting) == [False, False]


def test_with_a_day_for_each_turn_nobody_need_be_here() -> None:
    sitting, (ann, _) = begun("yatzy", options=FIRST, clock="day")
    sitting.leave(ann)
    sitting.wait(DAY - 1)
    assert stands_in(sitting) == [False, False]


# Sleep


def test_the_time_of_the_match_stands_still_while_nobody_is_there() -> None:
    sitting, (ann, ben) = begun("yatzy", options=FIRST)
    sitting.wait(5_000)
    sitting.act(ann, 0, "roll")
    for connection in (ann, ben):
        sitting.leave(connection)
    sitting.wait(3 * DAY)
    assert sitting.update(sitting.enter("ann"))["now"] == 5_000


def test_a_clock_starts_again_when_somebody_comes_back() -> None:
    sitting, (ann, ben) = begun("yatzy", options=FIRST, clock="quick")
    sitting.wait(20_000)
    for connection in (ann, ben):
        sitting.leave(connection)
    sitting.wait(DAY)
    assert sitting.update(sitting.enter("ann"))["clock"] == 30_000


def test_days_later_everything_is_as_it_was() -> None:
    sitting, (ann, ben) = begun("meow", chat="free")
    seat = int(sitting.table.play.match.awaiting.seats[0])
    sitting.act((ann, ben)[seat], seat, sitting.update((ann, ben)[seat], seat)["legal"][0])
    sitting.send(ben, wire.Say(text="see you"))
    again = sitting.restored(sitting.now + 5 * DAY)
    latest, woken = sitting.update(ben), again.update(again.enter("ben"))
    same = ("version", "events", "view", "legal", "awaiting", "take_back", "over", "now")
    assert {key: woken[key] for key in same} == {key: latest[key] for key in same}
    told = [note for each in sitting.heard[ben] if each["type"] == "update" for note in each["notes"]]
    assert woken["notes"] == told


def test_a_woken_match_goes_on_to_its_end_with_the_same_seed() -> None:
    ends: list[object] = []
    for sleeps in (False, True):
        sitting, connections = begun("yatzy", options=FIRST)
        if sleeps:
            sitting.act(connections[0], 0, "roll")
            sitting = sitting.restored(sitting.now + DAY)
            connections = [sitting.enter("ann"), sitting.enter("ben")]
        play_first(sitting, connections)
        ends.append([row.text for row in sitting.rows])
    assert ends[0] == ends[1]


def play_first(sitting: Sitting, connections: list[int]) -> None:
    """Let everybody do the last legal thing until the end."""
    while sitting.table.status == "running":
        seat = sitting.table.play.match.awaiting.seats[0]
        sitting.act(connections[seat], int(seat), str(sitting.table.play.match.legal(seat)[-1]))


def test_a_day_passes_also_while_nobody_is_there_and_the_bot_plays() -> None:
    sitting, (ann, ben) = begun("yatzy", options=FIRST, clock="day", stand_in="kitten")
    for connection in (ann, ben):
        sitting.leave(connection)
    assert sitting.row.due == sitting.now + DAY
    sitting.wait(DAY)
    bot_plays(sitting)
    assert stands_in(sitting) == [True, False]
    assert sitting.row.due is not None
    assert sitting.now < sitting.row.due <= sitting.now + DAY


def test_a_day_goes_on_over_a_restart() -> None:
    sitting, _ = begun("yatzy", options=FIRST, clock="day")
    again = sitting.restored(sitting.now + DAY // 2)
    assert again.update(again.enter("ann"))["clock"] == DAY // 2
    again.wait(DAY // 2)
    assert stands_in(again) == [True, False]


def test_bots_wait_while_nobody_is_there() -> None:
    sitting = Sitting("yatzy", [person()])
    ann = sitting.enter()
    sitting.ready(ann)
    sitting.send(ann, wire.Replace(0, level="kitten"))
    sitting.leave(ann)
    sitting.think()
    assert sitting.rows == []
    assert sitting.table.next_wake() is None


def test_bots_go_on_when_somebody_comes() -> None:
    sitting, connections = begun("yatzy", ("ann", "ben"), bots=1, options={"first": "3"})
    again = sitting.restored(sitting.now)
    connections = [again.enter("ann"), again.enter("ben")]
    play_at_random(again, connections, Random(1))
    assert again.table.status == "over"


def test_nothing_wakes_a_table_that_is_open_or_over() -> None:
    assert Sitting("yatzy", [person()]).table.next_wake() is None
    sitting, connections = begun("meow", clock="quick")
    play_at_random(sitting, connections, Random(1))
    assert sitting.table.next_wake() is None
    assert sitting.table.wake(sitting.now + DAY).sends == []
