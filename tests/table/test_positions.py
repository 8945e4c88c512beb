"""Shared positions without a server: the same dice and deals for everybody, and results from records alone."""

from __future__ import annotations

import hmac
from random import Random
from typing import Any

import pytest
from msgspec import json, structs

from purrlor.kit.puzzles import puzzle_file
from purrlor.table import wire
from purrlor.table.bots import choose
from purrlor.table.daily import play_out
from purrlor.table.effects import BotRequest
from purrlor.table.forks import event_rows, forked
from purrlor.table.positions import (
    PositionFate,
    PositionTry,
    position_result,
    position_standings,
    position_table,
    position_writes,
    shared_position,
)
from purrlor.table.records import restored
from purrlor.table.refusals import RequestRefused
from purrlor.table.rows import Stored
from purrlor.table.setup import SeatSetup
from purrlor.table.table import Table
from purrlor.table.tournament import TableResult
from tests.table.days import texts
from tests.table.finished_matches import AT, NOW, finished, stored_after

ANN = wire.PlayPosition("Ann")
SECRET = hmac.digest(b"cats", b"position", "sha256")
BOT = wire.SeatWanted("bot", level="uniform")


def wanted(stored: Stored | None, **given: Any) -> wire.NewPosition:
    seats = [wire.SeatWanted("person"), BOT, BOT]
    table = stored.row.id if stored else ""
    return structs.replace(wire.NewPosition("The turn", "Ann", seats, at=AT, table=table), **given)


def position(game: str = "yatzy", **given: Any) -> PositionFate:
    stored = finished(game)
    return PositionFate("p1", shared_position(wanted(stored, **given), stored, NOW), SECRET, NOW + 1000)


def played(of: PositionFate, player: int) -> Table:
    """A table at which the person's seat acts at random, as `player` does."""
    table, mind = position_table(of, f"person {player}", ANN, NOW), Random(player)
    table.setup.seats[of.setup.seat] = SeatSetup("bot", level="uniform")
    options = tuple(table.setup.options.items())

    def answer(ask: BotRequest) -> tuple[str, int]:
        if ask.seat != of.setup.seat:
            return choose(of.setup.game, options, ask)
        return str(mind.choice(ask.legal)), 0

    play_out(table, answer)
    return table


def stored(table: Table) -> Stored:
    setup = json.encode(table.setup).decode()
    row = structs.replace(table.row, setup=setup, status="over")
    return Stored(row, event_rows(table.game, table.play.match), ())


def test_equal_acts_meet_equal_dice_and_opponents() -> None:
    of = position()
    assert texts(played(of, 1)) == texts(played(of, 1))
    assert texts(played(of, 1)) != texts(played(of, 2))


def test_next_dice_are_not_those_of_the_record() -> None:
    origin = finished("yatzy")
    of = position()
    assert position_table(of, "ann", ANN, NOW).row.secret == SECRET != origin.row.secret
    assert texts(played(of, 1)) != texts(played(structs.replace(of, secret=origin.row.secret), 1))


def test_hidden_cards_are_dealt_again_once_for_everybody() -> None:
    of, seats = position("meow", redeal=0), position("meow").setup
    one, two = (position_table(of, person, ANN, NOW) for person in ("ann", "ben"))
    assert one.play.match.log == two.play.match.log
    assert of.setup.events != seats.events


def test_seed_of_a_finished_match_stays_secret_while_the_position_is_open() -> None:
    table = played(position(), 1)
    assert table.status == "over"
    assert table.info("person 1", NOW).seed == ""
    assert table.info("person 1", NOW + 1000).seed == SECRET.hex()


def test_a_finished_try_is_no_way_to_play_on_with_the_secret_dice() -> None:
    kept = stored(played(position(), 1))
    fork = wire.NewFork("Ann", [wire.SeatWanted("person"), BOT, BOT], at=AT, table=kept.row.id)
    with pytest.raises(RequestRefused) as caught:
        forked(fork, kept, "ann", NOW)
    assert caught.value.code == "fork_no_seed"


def test_nobody_watches_helps_or_takes_back() -> None:
    setup = position_table(position(), "ann", ANN, NOW).setup
    assert (setup.watch, setup.hints, setup.rated) == ("nobody", False, False)
    assert setup.counts_elsewhere
    assert not setup.evening


def test_nobody_contributes_to_the_common_seed() -> None:
    _, writes = position_writes(position(), "ann", ANN, NOW)
    table = restored(stored_after(writes), NOW)
    table.enter(1, "ann", "Ann", NOW)
    table.receive(1, wire.Ready("miau"), NOW)
    assert table.status == "running"
    assert table.setup.contributions == []


def test_result_is_computed_from_the_record() -> None:
    of = position()
    table = played(of, 1)
    found = position_result(stored(table), of)
    assert found == TableResult(tuple(table.play.match.scores), tuple(map(int, table.play.match.winners)))


@pytest.mark.parametrize("changed", [{"secret": bytes(32)}, {"id": "p2"}])
def test_match_of_another_position_does_not_count(changed: dict[str, Any]) -> None:
    of = position()
    assert position_result(stored(played(structs.replace(of, **changed), 1)), of) is None


def test_changed_start_does_not_count() -> None:
    of = position()
    kept = stored(played(of, 1))
    *events, last = of.setup.events
    later = (*events, structs.replace(last, at=last.at + 1))
    assert position_result(kept, structs.replace(of, setup=structs.replace(of.setup, events=later))) is None


def test_results_are_ranked_as_a_duplicate_round() -> None:
    def tried(number: int, score: int | None) -> PositionTry:
        result = None if score is None else TableResult((score, 0, 0), ())
        return PositionTry(number, str(number), "", "", "", counted=True, result=result)

    found = position_standings(position().setup, [tried(1, 10), tried(2, 30), tried(3, None), tried(4, 10)])
    assert [(each.person, each.place, float(each.points)) for each in found] == [
        (2, 1, 1.0),
        (1, 2, 0.25),
        (4, 2, 0.25),
    ]


def test_puzzle_is_shared() -> None:
    file = puzzle_file("yatzy")
    assert file is not None
    puzzle = file.puzzles[0]
    seats = [wire.SeatWanted("person"), *[BOT] * (len(file.matches[puzzle.match].levels) - 1)]
    made = shared_position(wanted(None, game="yatzy", puzzle=puzzle.id, seats=seats), None, NOW)
    assert len(made.events) == puzzle.event


PERSON, OPEN = wire.SeatWanted("person"), wire.SeatWanted("open")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"seats": [PERSON, PERSON, BOT]}, "position_seats"),
        ({"seats": [PERSON, OPEN, BOT]}, "position_seats"),
        ({"redeal": 1}, "no_such_seat"),
        ({"at": 10_000}, "bad_fork"),
    ],
)
def test_impossible_positions_are_refused(given: dict[str, Any], code: str) -> None:
    origin = finished("yatzy")
    with pytest.raises(RequestRefused) as caught:
        shared_position(wanted(origin, **given), origin, NOW)
    assert caught.value.code == code
