"""Luck is measured without favouring anybody, and subtracted from sums of integers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from purrlor.games.addi_cats import AddiCats
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy
from purrlor.kit import kit
from purrlor.kit.statistics import estimate
from purrlor.lab.arena import Arena
from purrlor.lab.players import player
from purrlor.lab.playout import play_out
from purrlor.lab.tally import WHOLE, MatchResult, Tally, merged, tally_of
from purrlor.terminal.arena import times_fewer

YATZY = Arena(Yatzy(seats=2), ("tabby", "kitten"), seed="luck", luck=True)
MEOW = Arena(Meow(seats=2), ("kitten", "kitten"), seed="luck", luck=True)
CATS = Arena(HouseOfCats(seats=2), ("tabby", "kitten"), seed="luck", luck=True)
ADDI = Arena(AddiCats(seats=3, most_cards=60), ("adult", "adult", "adult"), seed="luck", luck=True)


@pytest.mark.slow
def test_the_number_of_workers_does_not_matter() -> None:
    assert MEOW.play(50, workers=2) == MEOW.play(50)


@pytest.mark.parametrize(
    "arena",
    [
        pytest.param(CATS, marks=pytest.mark.nightly, id="house-of-cats"),
        pytest.param(ADDI, marks=pytest.mark.slow, id="addi-cats"),
    ],
)
def test_nor_does_it_where_luck_is_estimated(arena: Arena) -> None:
    """45 matches are three portions, two of them whole."""
    with ThreadPoolExecutor(3) as threads:
        assert arena.play(45, executor=threads) == arena.play(45)


@pytest.mark.slow
def test_measuring_luck_changes_nothing_else() -> None:
    plain = replace(YATZY, luck=False).play(20)
    assert replace(YATZY.play(20), luck=[], own_luck=[]) == plain


@pytest.mark.nightly
@pytest.mark.parametrize(("arena", "matches"), [(YATZY, 60), (MEOW, 150)], ids=["yatzy", "meow"])
def test_the_adjusted_mean_is_that_of_the_raw_one_with_a_narrower_interval(arena: Arena, matches: int) -> None:
    for standing in arena.standings(arena.play(matches)):
        raw, adjusted = standing.margin, standing.without_luck
        assert adjusted is not None
        assert abs(adjusted.margin.mean - raw.mean) < raw.margin
        assert adjusted.margin.margin < raw.margin
        assert adjusted.fewer is not None
        assert adjusted.fewer > 1


@pytest.mark.nightly
def test_in_house_of_cats_points_need_fewer_matches_and_margins_as_many() -> None:
    tally = CATS.play(60)
    assert tally.luck_cancels
    for standing in CATS.standings(tally):
        raw, adjusted = standing.score, standing.without_luck
        assert adjusted is not None
        assert abs(adjusted.score.mean - raw.mean) < raw.margin
        assert adjusted.score.margin < raw.margin
        assert adjusted.fewer_for_points is not None
        assert adjusted.fewer_for_points > 1
        assert (adjusted.margin, adjusted.fewer) == (standing.margin, 1.0)


@pytest.mark.slow
def test_in_addi_cats_the_adjusted_mean_is_that_of_the_raw_one() -> None:
    for standing in ADDI.standings(ADDI.play(40)):
        adjusted = standing.without_luck
        assert adjusted is not None
        assert abs(adjusted.margin.mean - standing.margin.mean) < standing.margin.margin


def test_the_points_of_yatzy_are_adjusted_by_ones_own_luck() -> None:
    for standing in YATZY.standings(YATZY.play(60)):
        assert standing.without_luck is not None
        assert (standing.without_luck.fewer_for_points or 0) > 2


def test_hands_that_everybody_plays_cancel() -> None:
    assert not MEOW.play(4).luck_cancels
    assert replace(MEOW, duplicate=True).play(4).luck_cancels


def lucks(game: Any, names: tuple[str, ...], matches: int) -> list[list[float]]:
    """The luck of each seat, match by match."""
    bots = [player(name, game).sit(seat, 0) for seat, name in enumerate(names)]
    measure = kit(game.name).luck(game)
    assert measure is not None
    return [list(measure(play_out(game, bots, f"luck/{number}"))) for number in range(matches)]


def test_luck_in_yatzy_has_the_mean_0_however_badly_one_plays() -> None:
    found = lucks(Yatzy(seats=1), ("uniform",), 80)
    mean = estimate([luck for (luck,) in found])
    assert abs(mean.mean) < 1.5 * mean.margin  # three standard errors


def test_points_without_luck_are_what_decisions_left_of_the_best_play() -> None:
    """start + luck - lost = reached: a perfect player has the same points in every match once luck is subtracted."""
    game = Yatzy(seats=1)
    sphinx = player("sphinx", game).sit(0, 0)
    measure = kit("yatzy").luck(game)
    assert measure is not None
    matches = [play_out(game, [sphinx], f"perfect/{number}") for number in range(5)]
    rest = [match.scores[0] - measure(match)[0] for match in matches]
    assert max(rest) - min(rest) < 1e-6


def test_luck_in_meow_has_the_mean_0_for_all_players() -> None:
    found = lucks(Meow(seats=2), ("kitten", "uniform"), 150)
    for seat in range(2):
        mean = estimate([each[seat] for each in found])
        assert abs(mean.mean) < 1.5 * mean.margin


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["uniform", "kitten"])
def test_luck_in_house_of_cats_has_the_mean_0_for_all_players(bot: str) -> None:
    found = lucks(HouseOfCats(seats=1), (bot,), 100)
    mean = estimate([luck for (luck,) in found])
    assert abs(mean.mean) < 1.5 * mean.margin


def result(points: int, luck: int) -> MatchResult:
    return MatchResult((points, 0), (60, 0), 1, (1000 * luck, 0))


def test_what_luck_explains_wholly_leaves_nothing_to_chance() -> None:
    tally = tally_of([result(10 + luck, luck) for luck in (-3, -2, 0, 1, 4)])
    found = tally.adjusted("points", 0)
    assert (round(found.mean, 9), round(found.margin, 9)) == (10, 0)


def test_luck_that_explains_nothing_changes_nothing() -> None:
    tally = tally_of([result(10, 0), result(12, 0), result(17, 0)])
    assert tally.adjusted("points", 0) == tally.estimate("points", 0)


def test_sums_of_luck_are_kept_and_merged() -> None:
    parts = [tally_of([result(points, luck) for points, luck in pairs]) for pairs in ([(1, 2), (3, 5)], [(8, -1)])]
    whole = tally_of([result(1, 2), result(3, 5), result(8, -1)])
    assert merged(parts) == merged(parts[::-1]) == whole
    assert Tally.from_json(whole.as_json()) == whole


def test_old_tallies_have_no_luck() -> None:
    old = replace(YATZY, luck=False).play(2).as_json()
    assert "luck" not in old
    assert Tally.from_json(old).luck == []


def test_points_of_older_tallies_are_adjusted_as_they_were() -> None:
    """Own luck counts only if it is that of all matches; then margins of luck explain the points."""
    new = [tally_of([result(points, luck) for points, luck in pairs]) for pairs in ([(1, 2), (3, 5)], [(8, -1)])]
    data = new[0].as_json()
    del data["own_luck"]
    mixed = merged([Tally.from_json(data), new[1]])
    assert mixed == merged([new[1], Tally.from_json(data)])
    assert mixed.own_luck == []
    assert mixed.luck == merged(new).luck
    assert mixed.adjusted("points", 0).mean == pytest.approx(merged(new).adjusted("points", 0).mean)


def equal_results(scores: tuple[int, ...], luck: tuple[int, ...]) -> Tally:
    return tally_of([MatchResult(scores, (WHOLE, 0), 10, tuple(sign * each for each in luck)) for sign in (1, -1, 2)])


def test_results_without_any_spread_have_nothing_to_compare() -> None:
    arena = Arena(Yatzy(seats=2), ("tabby", "kitten"), seed="luck", luck=True)
    for standing in arena.standings(equal_results((200, 100), (5000, -3000))):
        assert standing.margin.margin == 0
        assert standing.without_luck is not None
        assert (standing.without_luck.fewer, standing.without_luck.fewer_for_points) == (None, None)


def test_a_single_match_has_nothing_to_compare() -> None:
    arena = Arena(Yatzy(seats=2), ("tabby", "kitten"), seed="luck", luck=True)
    for standing in arena.standings(tally_of([MatchResult((200, 100), (WHOLE, 0), 10, (5000, -3000))])):
        assert standing.without_luck is not None
        assert standing.without_luck.fewer is None


def test_where_nothing_can_be_compared_no_number_is_shown() -> None:
    assert times_fewer(None) == "–"
    assert times_fewer(2.04) == "2.0 times fewer"
