from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from purrlor.core import Record, Seat
from purrlor.kit import games
from purrlor.kit.puzzles import puzzle_file
from purrlor.table import wire
from purrlor.table.forks import forked
from purrlor.table.records import fault, record_of, restored
from purrlor.table.refusals import RequestRefused
from purrlor.table.review import fates_of
from purrlor.table.rows import Stored, Write
from purrlor.table.table import Table
from tests.table.finished_matches import AT, GOLDEN, NOW, finished, stored_after


def wanted(stored: Stored, you: int = 0, **given: Any) -> wire.NewFork:
    seats = record_of(stored).game.seats
    kinds = [wire.SeatWanted("person" if seat == you else "bot") for seat in range(seats)]
    return structs.replace(wire.NewFork("Ann", kinds, at=AT, table=stored.row.id), **given)


def begun(stored: Stored, **given: Any) -> tuple[Table, list[Write]]:
    """The table of a fork after its person got ready."""
    _, writes = forked(wanted(stored, **given), stored, "ann", NOW)
    table = restored(stored_after(writes), NOW)
    writes = [*writes, *table.enter(1, "ann", "Ann", NOW).writes]
    return table, [*writes, *table.receive(1, wire.Ready("miau"), NOW).writes]


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.purr")))
def test_fork_continues_where_its_origin_was(name: str) -> None:
    stored = finished(name)
    table, writes = begun(stored)
    assert table.status == "running"
    assert table.play.match.log[:AT] == record_of(stored).events[:AT]
    assert fault(stored_after(writes)) is None


def test_record_of_a_fork_names_its_origin() -> None:
    stored = finished("yatzy")
    _, writes = begun(stored)
    record = record_of(stored_after(writes))
    record.check_origin(record_of(stored))
    assert Record.parse(str(record), games()).origin == record.origin


def test_same_dice_take_no_contributions() -> None:
    stored = finished("yatzy")
    table, _ = begun(stored, dice="same")
    assert table.setup.contributions == list(record_of(stored).contributions)
    assert table.row.secret == stored.row.secret


def test_new_dice_are_committed_to_with_contributions() -> None:
    stored = finished("yatzy")
    table, _ = begun(stored, dice="new")
    assert table.setup.contributions == ["miau"]
    assert table.row.secret != stored.row.secret


def test_only_later_outcomes_are_shown_for_recomputing() -> None:
    stored = finished("yatzy")
    table, _ = begun(stored)
    before = sum(event.text.startswith("fate") for event in stored.events[:AT])
    assert [each.number for each in fates_of(table)][:1] in ([], [before + 1])
    assert all(each.event > AT for each in fates_of(table))


def test_hidden_cards_are_dealt_again_for_the_named_seat() -> None:
    stored = finished("meow")
    table, _ = begun(stored, redeal=0)
    ours, theirs = table.play.match, record_of(stored).match().fork(AT)
    assert ours.state_after(AT) != theirs.state
    assert table.game.view(ours.state_after(AT), Seat(0)) == theirs.view(Seat(0))


def test_people_beside_the_host_keep_their_names() -> None:
    beside, host, bot = wire.SeatWanted("person", "Bea"), wire.SeatWanted("person"), wire.SeatWanted("bot")
    table, _ = begun(finished("yatzy"), seats=[beside, host, bot])
    assert [seat.name for seat in table.setup.seats][:2] == ["Bea", "Ann"]
    assert table.setup.seats_of("ann") == (0, 1)


def test_puzzle_is_played_on_with_new_dice() -> None:
    file = puzzle_file("yatzy")
    assert file is not None
    name = file.puzzles[0].id
    seats = [wire.SeatWanted("person"), *[wire.SeatWanted("bot")] * (len(file.matches[0].levels) - 1)]
    fork = wire.NewFork("Ann", seats, game="yatzy", puzzle=name, dice="new")
    _, writes = forked(fork, None, "ann", NOW)
    assert len(stored_after(writes).events) == file.puzzles[0].event


@pytest.mark.parametrize(
    ("given", "code"),
    [({"at": 10_000}, "bad_fork"), ({"redeal": 9}, "no_such_seat"), ({"seats": []}, "fork_seats")],
)
def test_impossible_forks_are_refused(given: dict[str, Any], code: str) -> None:
    stored = finished("yatzy")
    fork = structs.replace(wanted(stored), **given)
    with pytest.raises(RequestRefused) as caught:
        forked(fork, stored, "ann", NOW)
    assert caught.value.code == code


def test_end_of_a_match_cannot_be_played_on() -> None:
    stored = finished("yatzy")
    with pytest.raises(RequestRefused) as caught:
        forked(wanted(stored, at=len(stored.events)), stored, "ann", NOW)
    assert caught.value.code == "fork_over"
