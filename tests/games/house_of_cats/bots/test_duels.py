"""Matches of planners on the compiled rules."""

from dataclasses import replace

import pytest

from purrlor.games.house_of_cats.bots.duels import PLANNERS, play_match
from purrlor.games.house_of_cats.bots.players import TOMCAT
from purrlor.games.house_of_cats.bots.search.planner import SearchParameters
from purrlor.lab.duels import Duel, DuelRun, matches_of

pytestmark = pytest.mark.slow

QUICK = SearchParameters(width=8, changed_width=2, changes=1)


def test_equal_players_share_the_victory_and_have_equal_points() -> None:
    strict = PLANNERS["tomcat-strict"]
    found = play_match(2, [strict, strict], "twins")
    assert found.points[0] == found.points[1]
    assert found.shares == (0.5, 0.5)


def test_the_same_seed_gives_the_same_match() -> None:
    assert play_match(4, [QUICK, TOMCAT], "again") == play_match(4, [QUICK, TOMCAT], "again")


def test_a_player_who_plays_for_the_lead_plays_with_any_number_of_seats() -> None:
    ahead = replace(QUICK, candidates=3, series=2, sure=2.5, turns=2, rollout_widths=(4, 2, 1), against=True)
    for seats in (1, 2, 4):
        found = play_match(3, [ahead] * seats, "seats")
        assert len(found.points) == seats
        assert found == play_match(3, [ahead] * seats, "seats")


def test_a_table_has_a_row_for_each_sheet_and_one_for_all() -> None:
    run = DuelRun(Duel("house-of-cats", ("tomcat-strict", "tomcat-strict"), "rows"))
    run.play(matches_of(["1", "4"], 2))
    rows = run.table(["1", "4"], 2)
    assert [row.split(" | ")[0] for row in rows[2:]] == ["| 1", "| 4", "| all"]
    assert all("50.0% (" in row for row in rows[2:])
