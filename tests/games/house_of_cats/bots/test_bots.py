"""The bots play whole matches, always the same way, and each better than the one before."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from purrlor.core import Fate, Match, Seat
from purrlor.games.house_of_cats import Ability, Action, HouseOfCats, State, View, pack, parse_action, parse_sheet
from purrlor.games.house_of_cats.bots.heuristic import Kitten, Tabby
from purrlor.games.house_of_cats.bots.players import LYNX, TOMCAT, Planner
from purrlor.games.house_of_cats.bots.search.planner import (
    SearchParameters,
    best_plan,
    equally_good,
    search_root,
    turn_begun,
)
from purrlor.kit import Uniform, level, levels
from purrlor.lab.playout import play_out
from tests.games.house_of_cats.notated import alone

pytestmark = pytest.mark.slow

HouseMatch = Match[State, Action, View]
ABCD = tuple(Ability(letter) for letter in "ABCD")
LEVELS = (1, 2, 3, 4)


def match_of(rules: HouseOfCats, *names: str, seed: str = "cats") -> HouseMatch:
    return play_out(rules, [level("house-of-cats", name).make(rules) for name in names], seed)


def mean_points(name: str, sheet: int, matches: int) -> float:
    rules = HouseOfCats(seats=1, level=sheet)
    return fmean(match_of(rules, name, seed=f"mean-{number}").scores[0] for number in range(matches))


def test_the_levels_have_their_names() -> None:
    names = [each.name for each in levels("house-of-cats")]
    assert names == ["uniform", "kitten", "tabby", "tomcat", "lynx", "tiger"]


@pytest.mark.parametrize("sheet", LEVELS)
@pytest.mark.parametrize("name", ["kitten", "tabby", "tomcat", "lynx"])
def test_a_match_is_played_to_its_end_and_the_same_again(name: str, sheet: int) -> None:
    rules = HouseOfCats(seats=2, level=sheet)
    first, again = match_of(rules, name, "uniform"), match_of(rules, name, "uniform")
    assert first.over
    assert first.log == again.log


def test_the_tiger_plays_a_match() -> None:
    match = match_of(HouseOfCats(seats=2), "tiger", "lynx")
    assert match.over
    assert 9 <= match.state.number <= 18


@pytest.mark.nightly
@pytest.mark.parametrize("sheet", LEVELS)
def test_each_level_is_better_than_the_one_before(sheet: int) -> None:
    means = [mean_points(name, sheet, 12) for name in ("kitten", "tabby", "lynx")]
    assert means == sorted(means)
    assert means[2] > means[0] + 8


def test_a_choice_follows_from_view_and_source() -> None:
    match = match_of(HouseOfCats(seats=2, abilities=ABCD), "lynx", "uniform")
    bot = Planner(LYNX)
    for state in match.states[1::9]:
        if Seat(0) in match.rules.awaiting(state).seats:
            view, legal = match.rules.view(state, Seat(0)), match.rules.legal(state, Seat(0))
            chosen = {str(bot.choose(view, legal, Random("same")).action) for _ in range(3)}
            assert len(chosen) == 1


@pytest.mark.parametrize("sheet", LEVELS)
@pytest.mark.parametrize("name", ["kitten", "tabby", "tomcat", "lynx"])
def test_two_bots_of_one_level_fill_their_sheets_differently(name: str, sheet: int) -> None:
    for seed in ("a", "b", "c"):
        match = match_of(HouseOfCats(seats=2, level=sheet), name, name, seed=seed)
        assert match.state.houses[0].entries != match.state.houses[1].entries


@pytest.mark.parametrize("sheet", LEVELS)
def test_no_two_of_six_lynxes_fill_the_same_sheet(sheet: int) -> None:
    """There are more seats than mirrors on some sheets."""
    match = match_of(HouseOfCats(seats=6, level=sheet), *["lynx"] * 6)
    assert len({house.entries for house in match.state.houses}) == 6


@pytest.mark.nightly
def test_two_tigers_fill_their_sheets_differently() -> None:
    match = match_of(HouseOfCats(seats=2), "tiger", "tiger")
    assert match.state.houses[0].entries != match.state.houses[1].entries


@pytest.mark.parametrize("parameters", [TOMCAT, LYNX])
def test_only_turns_within_the_margin_count_as_equally_good(parameters: SearchParameters) -> None:
    match = match_of(HouseOfCats(seats=1, abilities=ABCD), "lynx")
    views = [match.rules.view(state, Seat(0)) for state in match.states]
    begun = [view for view in views if view.turn is not None and not view.turn.steps]
    assert len(begun) > 5
    for number, view in enumerate(begun):
        root = search_root(view, turn_begun(view))
        strict = best_plan(root, replace(parameters, margin=0.0))
        plans = equally_good(root, parameters)
        assert plans[0] == strict
        margin = parameters.margin if number else max(parameters.margin, parameters.first_margin)
        assert min(plan.value for plan in plans) >= plans[0].value - margin


def test_a_turn_that_somebody_else_began_is_finished() -> None:
    rules = HouseOfCats(seats=1, abilities=ABCD)
    match = Match(rules)
    match.push(parse_fate(rules, "2 3 4 mouse"))
    match.act(Seat(0), parse_action("place mouse F6"))
    while match.state.number == 1:
        choice = Planner(LYNX).choose(match.view(Seat(0)), match.legal(Seat(0)), Random(1))
        match.act(Seat(0), choice.action)
    assert len(match.state.last[0]) == 3


def test_a_large_sheet_is_played_by_rules_of_thumb() -> None:
    rows = "\n".join(f"{row} . . . . . . . . ." for row in range(1, 10))
    sheet = parse_sheet(f"level: 1\ncats: . .\ncheese: 1\n\n  A B C D E F G H I\n{rows}\n")
    rules = HouseOfCats(seats=1, abilities=ABCD, sheet=pack(sheet))
    match = Match(rules)
    match.push(parse_fate(rules, "2 3 4 mouse"))
    assert Planner(LYNX).choose(match.view(Seat(0)), match.legal(Seat(0)), Random(1)).action in match.legal(Seat(0))


def test_bots_do_not_see_more_than_their_view() -> None:
    """Two matches that differ only in what the other one does this turn look the same, and are played the same."""
    rules = HouseOfCats(seats=2, abilities=ABCD)
    matches = [Match(rules), Match(rules)]
    for match, text in zip(matches, ["place 2 A1", "place mouse F6"], strict=True):
        match.push(parse_fate(rules, "2 3 4 mouse"))
        match.act(Seat(1), parse_action(text))
    choices = [Planner(LYNX).choose(m.view(Seat(0)), m.legal(Seat(0)), Random(1)) for m in matches]
    assert choices[0] == choices[1]


def parse_fate(rules: HouseOfCats, text: str) -> Fate:
    return Fate(rules.parse_fate(text))


def test_random_play_is_far_behind() -> None:
    rules = HouseOfCats(seats=2)
    match = play_out(rules, [Uniform(), Planner(LYNX)], "behind")
    assert match.scores[1] > match.scores[0] + 8


def test_a_tabby_writes_the_three_that_it_could_change() -> None:
    turn = alone("33....", dice="4 4 5 5", abilities="DHAB", circles="DH").do("place 4 F4", "place 4 F5", "place 5 F6")
    view = turn.rules.view(turn.state, Seat(0))
    choice = Tabby().choose(view, turn.rules.legal(turn.state, Seat(0)), Random(1))
    assert str(choice.action) in ("use D C1", "use D A2", "use D B2")


def test_a_kitten_forgets_that_abilities_change_what_it_must_write() -> None:
    turn = alone("2.....", abilities="KHFC", circles="HFC").do("place 2 B1")
    view, legal = turn.rules.view(turn.state, Seat(0)), turn.rules.legal(turn.state, Seat(0))
    assert {str(Kitten().choose(view, legal, Random(seed)).action)[:5] for seed in range(60)} == {"use K"}
