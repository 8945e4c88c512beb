"""Contributions to the seed: everybody pledges before anybody reveals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from purrlor.core import Record, fate_key, pledge
from purrlor.table import wire
from purrlor.table.contributions import REVEAL_MILLIS
from purrlor.table.records import record_of
from purrlor.table.rows import Stored
from tests.table.table_driver import OPEN, Sitting, person, play_at_random


def table(*people: str) -> tuple[Sitting, list[int]]:
    """Everybody is seated, nobody is ready; the first one is the host."""
    sitting = Sitting("yatzy", [person(), *[OPEN] * (len(people) - 1)], host=people[0], lesson="")
    for who in people[1:]:
        sitting.join(who)
    return sitting, [sitting.enter(who) for who in people]


def promise(sitting: Sitting, connection: int, text: str) -> None:
    sitting.send(connection, wire.Ready(pledge=pledge(text)))


def codes(heard: list[dict[str, object]]) -> list[object]:
    return [each["code"] for each in heard if each["type"] == "refused"]


def recorded(sitting: Sitting) -> Record[Any, Any, Any]:
    return record_of(Stored(sitting.row, tuple(sitting.rows), ()))


def test_nothing_is_revealed_before_everybody_has_pledged() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ann, "a")
    assert not sitting.info(ann)["revealing"]
    assert codes(sitting.send(ann, wire.Reveal("a"))) == ["not_revealing"]
    promise(sitting, ben, "b")
    info = sitting.info(ann)
    assert (info["revealing"], info["status"]) == (True, "open")
    assert [seat["pledge"] for seat in info["seats"]] == [pledge("a"), pledge("b")]


def test_the_match_begins_when_everything_pledged_is_revealed_in_the_order_of_the_seats() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ben, "b")
    promise(sitting, ann, "a")
    sitting.send(ben, wire.Reveal("b"))
    assert sitting.info(ann)["contributions"] == []
    assert not any(seat["contribution"] for seat in sitting.info(ann)["seats"])
    sitting.send(ann, wire.Reveal("a"))
    info = sitting.info(ann)
    assert (info["status"], info["contributions"], info["revealing"]) == ("running", ["a", "b"], False)
    assert [seat["contribution"] for seat in info["seats"]] == ["a", "b"]
    fates = sitting.table.play.match.fates
    assert fates is not None
    assert fates.key == fate_key(sitting.table.row.secret, ["a", "b"])


def test_nobody_reveals_anything_but_what_they_pledged() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ann, "a")
    promise(sitting, ben, "b")
    assert codes(sitting.send(ann, wire.Reveal("other"))) == ["not_as_pledged"]
    assert codes(sitting.send(ann, wire.Reveal("b"))) == ["not_as_pledged"]
    assert sitting.table.status == "open"


def test_a_second_pledge_counts_for_nothing() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ann, "a")
    promise(sitting, ann, "later")
    promise(sitting, ben, "b")
    promise(sitting, ben, "later")
    assert [seat.pledge for seat in sitting.table.setup.seats] == [pledge("a"), pledge("b")]


@pytest.mark.parametrize("text", ["short", "G" * 64, "a" * 65])
def test_a_pledge_is_a_hash(text: str) -> None:
    sitting, (ann, _) = table("ann", "ben")
    assert codes(sitting.send(ann, wire.Ready(pledge=text))) == ["bad_contribution"]
    assert not sitting.table.setup.seats[0].ready


def test_what_is_withheld_delays_the_match_and_no_more() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ann, "a")
    promise(sitting, ben, "b")
    sitting.send(ann, wire.Reveal("a"))
    sitting.wait(REVEAL_MILLIS - 1)
    assert sitting.table.status == "open"
    sitting.wait(1)
    info = sitting.info(ann)
    assert (info["status"], info["contributions"]) == ("running", ["a"])
    assert [bool(seat["contribution"]) for seat in info["seats"]] == [True, False]
    assert codes(sitting.send(ben, wire.Reveal("b"))) == []
    assert sitting.table.setup.contributions == ["a"]


def test_pledges_survive_the_death_of_the_server() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ann, "a")
    promise(sitting, ben, "b")
    sitting.send(ann, wire.Reveal("a"))
    again = sitting.restored(sitting.now + 1000)
    ben = again.enter("ben")
    again.send(ben, wire.Reveal("b"))
    assert again.table.setup.contributions == ["a", "b"]


def test_the_host_closes_the_pledges_by_starting() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ann, "a")
    sitting.send(ann, wire.Start())
    assert sitting.info(ben)["revealing"]
    promise(sitting, ben, "too late")
    assert codes(sitting.send(ann, wire.Start())) == ["started_already"]
    sitting.send(ann, wire.Reveal("a"))
    assert (sitting.table.status, sitting.table.setup.contributions) == ("running", ["a"])


def test_nobody_escapes_from_the_table_while_contributions_are_revealed() -> None:
    """An open seat would call the match off, and who knows all contributions could wait for better ones."""
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ann, "a")
    promise(sitting, ben, "b")
    sitting.send(ann, wire.Reveal("a"))
    sitting.take(sitting.table.give_up("ben", sitting.now))
    sitting.wait(REVEAL_MILLIS)
    assert (sitting.table.status, sitting.table.setup.contributions) == ("running", ["a"])
    assert sitting.table.setup.seats[1].played_by_bot


def test_the_record_holds_pledges_and_contributions() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    promise(sitting, ann, "a")
    promise(sitting, ben, "b")
    sitting.send(ben, wire.Reveal("b"))
    sitting.wait(REVEAL_MILLIS)
    play_at_random(sitting, [ann, ben], Random(1))
    record = recorded(sitting)
    assert record.check_fate()
    assert (record.contributions, record.contributors(), record.withheld) == (("b",), (1,), (0,))
    assert not record.without_contributions


def test_the_record_of_a_match_without_contributions_says_so() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    sitting.send(ann, wire.Start())
    play_at_random(sitting, [ann, ben], Random(1))
    assert "\ncontributions: none\n" in str(recorded(sitting))


def test_contributions_of_a_table_from_before_pledges_still_count() -> None:
    sitting, (ann, ben) = table("ann", "ben")
    sitting.table.setup.contributions = ["old"]
    sitting.ready(ann, ben)
    assert sitting.table.setup.contributions == ["old"]
