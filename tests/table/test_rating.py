"""Rated tables without a server: which there may be, who counts, and why a rating moved."""

from __future__ import annotations

from typing import Any

import pytest

from purrlor.kit import games
from purrlor.kit.rating import Skill
from purrlor.kit.review import SkillSummary
from purrlor.table import wire
from purrlor.table.admission import sit
from purrlor.table.creation import first_writes, new_table_for, rematch_of
from purrlor.table.rating import RatedMatch, RatedSeat, after, can_be_rated, entrants, reason, seated
from purrlor.table.refusals import RequestRefused
from purrlor.table.rows import ExpectRating, SaveForfeit, Write
from purrlor.table.setup import SeatSetup
from purrlor.table.table import Table
from tests.table.table_driver import OPEN, Sitting, person


def rated_table(*seats: str, game: str = "yatzy", **wanted: Any) -> Table:
    kinds = {"person": wire.SeatWanted("person"), "open": wire.SeatWanted("open")}
    asked = [kinds.get(each, wire.SeatWanted("bot", level=each)) for each in seats]
    return new_table_for(wire.NewTable(game, asked, "Ann", rated=True, **wanted), "ann", 0)


@pytest.mark.parametrize("game", games())
def test_all_our_games_can_be_rated(game: str) -> None:
    assert can_be_rated(game)


def test_a_rated_table_has_no_hints_and_says_that_it_is_rated() -> None:
    table = rated_table("person", "open")
    assert not table.setup.hints
    assert ExpectRating(table.row.id) in first_writes(table, {"ann": "Ann"})
    assert rematch_of(table, 0).setup.rated


@pytest.mark.parametrize(
    ("seats", "wanted", "code"),
    [
        (("person",), {}, "rated_alone"),
        (("person", "open"), {"lesson": "first"}, "rated_alone"),
        (("person", "person"), {}, "rated_device"),
        (("person", "uniform"), {}, "rated_level"),
        (("person", "playmate"), {"game": "addi-cats"}, "rated_level"),
    ],
)
def test_what_cannot_be_rated_is_refused(seats: tuple[str, ...], wanted: dict[str, Any], code: str) -> None:
    with pytest.raises(RequestRefused) as refusing:
        rated_table(*seats, **wanted)
    assert refusing.value.code == code


def test_a_host_takes_no_second_seat_at_a_rated_table() -> None:
    table = rated_table("person", "open")
    with pytest.raises(RequestRefused) as refusing:
        sit(table, wire.Join("Ann", seat=1), "ann")
    assert refusing.value.code == "one_seat"


def test_leaving_counts_once_the_match_has_begun() -> None:
    sitting = Sitting("yatzy", [person(), OPEN], rated=True, lesson="")
    ann = sitting.enter("ann")
    sitting.ready(ann)
    sitting.join("ben")
    assert not forfeits(sitting.table.give_up("ben", sitting.now).writes)
    sitting.join("ben")
    sitting.ready(sitting.enter("ben"))
    assert sitting.row.status == "running"
    assert sitting.send(ann, wire.Replace(0))[-1]["code"] == "rated_counts"
    assert forfeits(sitting.table.give_up("ben", sitting.now).writes) == [SaveForfeit(sitting.row.id, 1, "ben")]


def forfeits(writes: list[Write]) -> list[Write]:
    return [write for write in writes if isinstance(write, SaveForfeit)]


def of(*seats: SeatSetup) -> list[RatedSeat]:
    table = rated_table("person", "tabby")
    table.setup.seats = list(seats)
    return seated(table.setup, {1: "gone"})


def test_bots_of_known_strength_and_people_count() -> None:
    found = of(
        SeatSetup("person", person="ann"), SeatSetup("person", left=True, stands_in=True),
        SeatSetup("bot", level="tabby"), SeatSetup("bot", level="uniform"),
        SeatSetup("person", person="ben", relieved=True),
    )  # fmt: skip
    assert found == [
        RatedSeat(0, "ann", "", away=False), RatedSeat(1, "gone", "", away=True), RatedSeat(2, "", "tabby", away=False),
        RatedSeat(4, "ben", "", away=True),
    ]  # fmt: skip


def summary(luck: float | None, lost: float | None) -> SkillSummary:
    return SkillSummary(luck, lost, 10, 5, "")


def moved(own: SkillSummary, other: SkillSummary, *, away: bool = False) -> RatedMatch:
    seats = [RatedSeat(0, "ann", "", away=away), RatedSeat(1, "ben", "", away=False)]
    found = entrants(seats, [Skill(), Skill()], (200, 250), {0: own, 1: other})
    return RatedMatch(0, found, after(found)[0])


def test_the_better_player_gains_whatever_the_result_was() -> None:
    match = moved(summary(-40, 3), summary(30, 20))
    assert match.after.mu > match.before.mu
    assert match.after.sigma < match.before.sigma


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (summary(-40, 3), summary(30, 20), "up_against_luck"),
        (summary(40, 3), summary(30, 20), "up_with_luck"),
        (summary(30.5, 3), summary(30, 20), "up"),
        (summary(None, 3), summary(30, 20), "up"),
        (summary(40, 33), summary(30, 20), "down_with_luck"),
        (summary(0, 33), summary(30, 20), "down_against_luck"),
    ],
)
def test_a_change_has_a_reason(own: SkillSummary, other: SkillSummary, expected: str) -> None:
    assert reason(moved(own, other)) == expected


def test_somebody_whom_a_bot_played_for_comes_last() -> None:
    match = moved(summary(0, 0), summary(0, 50), away=True)
    assert match.after.mu < match.before.mu
    assert reason(match) == "away"
