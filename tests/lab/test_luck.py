"""Luck is measured without favouring anybody, and subtracted from sums of integers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy
from purrlor.kit import kit
from purrlor.kit.statistics import estimate
from purrlor.lab.arena import Arena
from purrlor.lab.players import player
from purrlor.lab.playout import play_out
from purrlor.lab.tally import MatchResult, Tally, merged, tally_of

YATZY = Arena(Yatzy(seats=2), ("tabby", "kitten"), seed="luck", luck=True)
MEOW = Arena(Meow(seats=2), ("kitten", "kitten"), seed="luck", luck=True)


@pytest.mark.parametrize("workers", [2, 7])
def test_the_number_of_workers_does_not_matter(workers: int) -> None:
    assert MEOW.play(150, workers=workers) == MEOW.play(150)


def test_measuring_luck_changes_nothing_else() -> None:
    plain = replace(YATZY, luck=False).play(20)
    assert replace(YATZY.play(20), luck=[]) == plain


@pytest.mark.parametrize(("arena", "matches"), [(YATZY, 60), (MEOW, 150)], ids=["yatzy", "meow"])
def test_the_adjusted_mean_is_that_of_the_raw_one_with_a_narrower_interval(arena: Arena, matches: int) -> None:
    for standing in arena.standings(arena.play(matches)):
        raw, adjusted = standing.margin, standing.without_luck
        assert adjusted is not None
        assert abs(adjusted.margin.mean - raw.mean) < raw.margin
        assert adjusted.margin.margin < raw.margin
        assert adjusted.fewer > 1


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


def test_luck_in_meow_favours_no_seat_whoever_plays() -> None:
    found = lucks(Meow(seats=2), ("kitten", "uniform"), 150)
    mean = estimate([one - two for one, two in found])
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
