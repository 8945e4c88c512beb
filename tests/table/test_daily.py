"""The daily challenge without a server: the same dice and deals for everybody, and a seed that stays secret."""

from __future__ import annotations

from typing import Any

import pytest

from purrlor.core import Act, commitment
from purrlor.kit import kit, kits
from purrlor.kit.review import parts
from purrlor.table import wire
from purrlor.table.bots import choose
from purrlor.table.daily import (
    DayFate,
    challenge_table,
    challenges,
    day_after,
    day_of,
    end_of,
    options_of,
    par_table,
    play_out,
    points_of,
    revealed_at,
)
from tests.table.days import DAY, NOON, SECRET, played, texts

OURS = ("yatzy", "meow", "addi-cats", "house-of-cats")


@pytest.mark.parametrize(
    ("game", "players", "most"),
    [("yatzy", 100, 16), ("addi-cats", 6, 10**6), ("meow", 10, 60), ("house-of-cats", 20, 40)],
)
def test_equal_prefixes_meet_equal_outcomes_and_opponents(game: str, players: int, most: int) -> None:
    next_after: dict[tuple[str, ...], str] = {}
    branches = 0
    for player in range(players):
        table = played(game, player, most=most)
        lines, log = texts(table), table.play.match.log
        for number, (line, event) in enumerate(zip(lines, log, strict=True)):
            if isinstance(event, Act) and event.seat == 0:
                continue
            before = tuple(lines[:number])
            if before in next_after:
                branches += 1
                assert next_after[before] == line
            next_after[before] = line
    assert branches >= players


def test_another_secret_is_another_fate() -> None:
    assert texts(played("yatzy", 1)) != texts(played("yatzy", 1, secret=b"y" * 32))
    drawn = {options_of(DayFate("house-of-cats", DAY, bytes([each]) * 32))["level"] for each in range(40)}
    assert drawn == {"1", "2", "3", "4"}


@pytest.mark.parametrize("game", OURS)
def test_every_game_of_ours_has_a_challenge_that_can_be_laid(game: str) -> None:
    challenge = kits()[game].daily
    assert challenge is not None
    assert challenge.par == kit(game).level(challenge.par).name
    table = challenge_table(DayFate(game, DAY, SECRET), "ann", "Ann", "", NOON)
    assert [seat.kind for seat in table.setup.seats] == ["person"] + ["bot"] * len(challenge.bots)
    assert game in challenges()


def test_the_strongest_bot_makes_the_same_of_the_same_seed() -> None:
    def par(game: str) -> Any:
        table = par_table(DayFate(game, DAY, SECRET))
        options = tuple(table.setup.options.items())
        play_out(table, lambda ask: choose(game, options, ask))
        return points_of(game, table.play.match)

    assert par("addi-cats") == par("addi-cats")
    assert par("addi-cats").points > points_of("addi-cats", played("addi-cats", 3).play.match).points


def test_a_try_takes_no_contribution_no_hint_nothing_back_and_no_stand_in() -> None:
    table = challenge_table(DayFate("yatzy", DAY, SECRET), "ann", "Ann", "", NOON)
    table.enter(1, "ann", "Ann", NOON)
    table.receive(1, wire.Ready(contribution="mine alone"), NOON)
    assert table.status == "running"
    assert table.setup.contributions == []
    info = table.info("ann", NOON)
    assert (info.hints, info.take_backs, info.challenge) == (False, False, DAY)
    refusals = {
        table.receive(1, message, NOON).refusal
        for message in (wire.TakeBack(id=1, seat=0), wire.Replace(id=2, seat=0, level="sphinx"))
    }
    assert refusals == {"challenge_counts"}
    assert table.receive(1, wire.AskHint(id=3, seat=0), NOON).refusal == "no_hints"


def test_the_seed_is_sealed_until_an_hour_after_the_day() -> None:
    table = challenge_table(DayFate("yatzy", DAY, SECRET), "ann", "Ann", "", NOON)
    table.status = "over"
    assert revealed_at(DAY) == end_of(DAY) + 3_600_000
    assert table.info("ann", revealed_at(DAY) - 1).seed == ""
    assert table.info("ann", revealed_at(DAY) - 1).commitment == commitment(SECRET)
    assert table.info("ann", revealed_at(DAY)).seed == SECRET.hex()


def test_days_are_utc_days() -> None:
    assert day_of(end_of(DAY) - 1) == DAY
    assert day_of(end_of(DAY)) == day_after(DAY) == "2026-11-17"
    assert day_after("2026-03-01", -1) == "2026-02-28"


def test_a_match_has_at_most_ten_parts_and_none_is_empty() -> None:
    assert parts([]) == []
    assert parts([1, 2, 3]) == [[1], [2], [3]]
    assert [len(part) for part in parts(list(range(26)))] == [2, 3, 2, 3, 3, 2, 3, 2, 3, 3]
