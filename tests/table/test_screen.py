"""A screen that shows the table to everybody in the room, and phones that hold the hands."""

from __future__ import annotations

import json
from random import Random

import pytest

from purrlor.kit import games
from purrlor.table import admission, creation, wire
from purrlor.table.rows import Seated
from tests.table.table_driver import OPEN, Sitting, begun, play_at_random


def opened(game: str, seats: int = 6) -> tuple[Sitting, int]:
    """A table that a screen has opened, and the screen."""
    sitting = Sitting(game, [OPEN] * seats, host="tv", screen=True, lesson="")
    return sitting, sitting.enter("tv", screen=True)


def came(sitting: Sitting, *people: str) -> list[int]:
    for who in people:
        sitting.join(who)
    connections = [sitting.enter(who) for who in people]
    sitting.ready(*connections)
    return connections


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] if game == "addi-cats" else []) for game in sorted(games())]
)
def test_a_screen_hears_what_a_spectator_hears_also_if_its_person_has_a_seat(game: str) -> None:
    sitting, connections = begun(game, ("ann", "ben"))
    screen, stranger = sitting.enter("ann", screen=True), sitting.enter("eve")
    play_at_random(sitting, connections, Random(game), pause=50)
    told = [[each for each in sitting.heard[who] if each["type"] == "update"] for who in (screen, stranger)]
    assert told[0] == told[1]
    assert {each["seat"] for each in told[0]} == {None}


def test_on_a_screen_no_seat_is_its_own_and_nobody_is_here_because_of_it() -> None:
    sitting, (_, ben) = begun("meow", ("ann", "ben"))
    screen = sitting.enter("ann", screen=True)
    sitting.leave(1)
    assert not any(seat["yours"] for seat in sitting.info(screen)["seats"])
    assert [seat["here"] for seat in sitting.info(ben)["seats"]] == [False, True]


def test_the_screen_starts_with_those_who_are_here() -> None:
    sitting, screen = opened("house-of-cats")
    phones = came(sitting, "ann", "ben", "cleo")
    sitting.send(screen, wire.Start(without_bots=True))
    assert [seat["name"] for seat in sitting.info(phones[2])["seats"]] == ["Ann", "Ben", "Cleo"]
    assert [sitting.update(phone)["seat"] for phone in phones] == [0, 1, 2]
    assert sitting.info(screen)["options"]["seats"] == "3"


def test_a_game_for_more_than_those_who_are_here_gets_bots() -> None:
    sitting, screen = opened("addi-cats")
    came(sitting, "ann")
    sitting.send(screen, wire.Start(without_bots=True))
    assert [seat["kind"] for seat in sitting.info(screen)["seats"]] == ["person", "bot"]


def test_seats_in_the_middle_close_up_and_everybody_keeps_their_own() -> None:
    sitting, screen = opened("meow")
    sitting.join("ann", seat=4)
    sitting.join("ben", seat=1)
    ann, ben = sitting.enter("ann"), sitting.enter("ben")
    sitting.send(screen, wire.Start(without_bots=True))
    assert (sitting.update(ben)["seat"], sitting.update(ann)["seat"]) == (0, 1)
    again = sitting.restored(sitting.now + 1000)
    assert again.table.setup.seats_of("ann") == (1,)
    assert again.update(again.enter("ann"))["view"]["hand"] == sitting.update(ann)["view"]["hand"]


def test_only_the_host_takes_seats_away() -> None:
    sitting, _ = opened("meow")
    ann = came(sitting, "ann")[0]
    refusal = sitting.send(ann, wire.Start(without_bots=True))[-1]
    assert (refusal["code"], len(sitting.table.setup.seats)) == ("host_only", 6)


def test_a_browser_that_only_watches_becomes_the_screen() -> None:
    sitting, (ann, _) = begun("meow", ("ann", "ben"))
    assert not sitting.info(ann)["screen"]
    assert admission.sit(sitting.table, wire.Join("TV", screen=True), "tv") is None
    sitting.take(sitting.table.seat_changed(sitting.now))
    assert sitting.info(ann)["screen"]
    assert sitting.restored(sitting.now).table.setup.screen == "tv"


def test_the_screen_asks_for_a_rematch_and_may_see_it() -> None:
    sitting, screen = opened("yatzy", 2)
    connections = came(sitting, "ann", "ben")
    play_at_random(sitting, connections, Random(1))
    sitting.send(screen, wire.Rematch())
    assert sitting.rematch
    again = creation.rematch_of(sitting.table, sitting.now)
    writes = creation.first_writes(again, creation.people_of(sitting.table))
    assert Seated(again.row.id, "tv", "host") in writes
    assert again.setup.screen == "tv"


def test_the_next_match_may_be_another_game_for_the_same_people() -> None:
    sitting, screen = opened("yatzy", 3)
    connections = came(sitting, "ann", "ben", "cleo")
    play_at_random(sitting, connections, Random(2))
    outcome = sitting.table.receive(screen, wire.Rematch(game="meow"), sitting.now)
    again = creation.rematch_of(sitting.table, sitting.now, game=outcome.next_game)
    assert (again.setup.game, again.setup.people) == ("meow", ["ann", "ben", "cleo"])
    assert again.setup.options["seats"] == "3"


def test_no_next_match_of_a_game_that_is_not_there() -> None:
    sitting, screen = opened("yatzy", 2)
    play_at_random(sitting, came(sitting, "ann", "ben"), Random(3))
    refusal = json.loads(sitting.table.receive(screen, wire.Rematch(game="chess"), sitting.now).sends[-1][1])
    assert refusal["code"] == "no_game"
