"""The players of seats: a field of records, and names in older records without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from purrlor.core import Record
from purrlor.core.record import InvalidField
from purrlor.games.yatzy import Yatzy
from purrlor.kit import games
from purrlor.kit.player import Player, bot_levels, players_of

SITTERS = [Player("Ann"), Player("Tiger 2", "tiger")]
NEW = Record(Yatzy(), tuple(each.name for each in SITTERS), bots=bot_levels(SITTERS))
OLD = Record(Yatzy(), ("Ann", "Tiger 2 (bot tiger)"))


@pytest.mark.parametrize("record", [NEW, OLD])
def test_a_record_tells_bots_from_people(record: Record[object, object, object]) -> None:
    assert players_of(record) == SITTERS


@pytest.mark.parametrize("record", [NEW, OLD])
def test_a_record_with_bots_reads_back_as_it_was_written(record: Record[object, object, object]) -> None:
    again = Record.parse(str(record), games())
    assert (str(again), players_of(again)) == (str(record), SITTERS)


def test_a_person_may_be_called_like_a_bot_beside_a_bot() -> None:
    record = replace(NEW, names=("Tom (bot tiger)", "Tiger"))
    assert players_of(record) == [Player("Tom (bot tiger)"), Player("Tiger", "tiger")]


def test_people_alone_need_no_field() -> None:
    assert bot_levels([Player("Ann"), Player("Bob")]) == ()
    assert "bot" not in str(Record(Yatzy(), ("Ann", "Bob")))


@pytest.mark.parametrize("bots", [("tiger",), ("", "two words"), ("", "tiger\n"), ("", "x" * 61), ("", "\x00")])
def test_levels_that_cannot_stand_in_a_record_are_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(InvalidField):
        replace(NEW, bots=bots)
