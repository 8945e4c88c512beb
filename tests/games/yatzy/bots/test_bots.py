"""The levels: each plays legally, sees only its view, and is stronger than the one below."""

from itertools import pairwise
from random import Random

import pytest

from purrlor.core import Seat
from purrlor.games.yatzy import Action, Box, Score, Sheet, State, View, Yatzy, parse_action
from purrlor.games.yatzy.bots.heuristic import Kitten, Tabby, plausible_keeps
from purrlor.games.yatzy.bots.players import ExpectsTotal, ExpectsWin, Sphinx, Tiger, between_turns
from purrlor.games.yatzy.bots.solver.solution import solution, values_of_turn
from purrlor.games.yatzy.bots.solver.win import Remaining, win_turn
from purrlor.kit import Uniform, level, levels
from purrlor.kit.statistics import Estimate
from purrlor.lab.arena import Arena
from purrlor.lab.playout import play_out

LADDER = {"uniform": 200, "kitten": 200, "tabby": 200, "tomcat": 500, "lynx": 1500, "sphinx": 1500}
"""How many matches it takes to tell each level from its neighbours."""
NAMES = [each.name for each in levels("yatzy")]


def view_of(*sheets: Sheet, dice: tuple[int, ...], rolls_left: int, rules: Yatzy | None = None) -> View:
    rules = rules or Yatzy(seats=len(sheets))
    return rules.view(State(sheets, Seat(0), dice, rolls_left), Seat(0))


def chosen(bot: str, view: View) -> Action:
    rules = Yatzy(seats=len(view.sheets))
    legal = rules.legal(State(view.sheets, Seat(0), view.dice, view.rolls_left), Seat(0))
    action: Action = level("yatzy", bot).make(rules).choose(view, legal, Random(1)).action
    return action


def with_open(points: int, *boxes: Box) -> Sheet:
    """A sheet with these boxes open and the given points in 9 Lives."""
    return Sheet(tuple(None if box in boxes else points if box == Box.NINE_LIVES else 0 for box in Box))


def mean_total(name: str, matches: int) -> Estimate:
    arena = Arena(Yatzy(seats=1), (name,), seed="ladder")
    return arena.standings(arena.play(matches))[0].score


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == "tiger" else name for name in NAMES]
)
@pytest.mark.parametrize("seats", [1, 3])
def test_every_level_plays_whole_matches(name: str, seats: int) -> None:
    rules = Yatzy(seats=seats, mouser_is_fat_cat=True)
    bots = [level("yatzy", name).make(rules), *[Uniform()] * (seats - 1)]
    assert play_out(rules, bots, "match").over


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there are uniform, kitten, tabby, tomcat, lynx, sphinx, tiger"):
        level("yatzy", "lion")


@pytest.mark.nightly
def test_each_level_is_clearly_stronger_than_the_one_below() -> None:
    """The 95 % intervals of the mean totals do not touch. (The tiger plays for wins, not for points.)"""
    scores = [mean_total(name, matches) for name, matches in LADDER.items()]
    for lower, higher in pairwise(scores):
        assert higher.mean - higher.margin > lower.mean + lower.margin


def test_the_kitten_takes_what_glitters() -> None:
    view = view_of(Sheet(), dice=(2, 3, 4, 5, 6), rolls_left=2)
    assert isinstance(Kitten().choose(view, [parse_action("score large_furball")], Random(1)).action, Score)


def test_the_tabby_goes_for_a_run_of_three() -> None:
    assert Tabby().kept(view_of(Sheet(), dice=(3, 3, 4, 5, 5), rolls_left=2)) == (3, 4, 5)


def test_the_tabby_keeps_two_pairs_for_a_fat_cat() -> None:
    assert Tabby().kept(view_of(Sheet(), dice=(1, 3, 3, 5, 5), rolls_left=2)) == (3, 3, 5, 5)


def test_the_tomcat_thinks_of_what_people_think_of() -> None:
    assert set(plausible_keeps((1, 3, 3, 5, 5))) == {(), (1,), (3, 3), (5, 5), (3, 3, 5, 5), (1, 3, 5)}


def test_the_lynx_does_not_stop_with_four_of_a_run_when_it_needs_five() -> None:
    sheet = with_open(0, Box.LARGE_FURBALL)
    assert str(chosen("lynx", view_of(sheet, dice=(2, 3, 4, 5, 5), rolls_left=1))) == "keep 2 3 4 5"


def test_the_sphinx_takes_the_action_of_the_highest_worth() -> None:
    view = view_of(Sheet(), dice=(1, 3, 3, 5, 5), rolls_left=2)
    ranked = Sphinx(solution()).values(view)
    assert ranked[0][0] == chosen("sphinx", view)
    assert ranked == sorted(ranked, key=lambda item: -item[1])


@pytest.mark.slow
def test_the_tiger_dares_when_only_daring_can_win() -> None:
    """Nine points behind with two boxes left: Aces cannot catch up, so the tiger throws all it has at the Mouser."""
    own, other = with_open(0, Box.ONES, Box.MOUSER), with_open(9, Box.ONES)
    view = view_of(own, other, dice=(1, 1, 4, 4, 4), rolls_left=1)
    assert str(chosen("tiger", view)) == "keep 4 4 4"


@pytest.mark.slow
def test_the_tiger_still_takes_points_when_all_is_decided() -> None:
    own, other = with_open(0, Box.NINE_LIVES), with_open(30)
    losing = view_of(own.with_entry(Box.ONES, 0), with_open(200), dice=(1, 1, 1, 2, 6), rolls_left=1)
    assert other.full
    assert chosen("tiger", losing) == chosen("sphinx", losing)


@pytest.mark.slow
def test_alone_the_tiger_plays_for_points() -> None:
    view = view_of(Sheet(), dice=(1, 3, 3, 5, 5), rolls_left=2)
    assert chosen("tiger", view) == chosen("sphinx", view)


@pytest.mark.slow
def test_the_tiger_looks_at_the_score_from_the_seventh_turn_on() -> None:
    for filled, reason in ((5, ExpectsTotal), (6, ExpectsWin)):
        sheet = with_open(0, *list(Box)[filled:])
        view = view_of(sheet, sheet, dice=(1, 3, 3, 5, 5), rolls_left=1)
        choice = Tiger(solution()).choose(view, [parse_action("keep 3 3"), parse_action("keep 5 5")], Random(1))
        assert isinstance(choice.reason, reason)


@pytest.mark.slow
def test_the_tiger_and_the_compiled_duel_judge_alike() -> None:
    """The bot's choice is the best of the values that the simulator plays by, so its figure is the bot's."""
    own, other = with_open(60, Box.TWOS, Box.MOUSER), with_open(75, Box.ONES, Box.FOURS)
    view = view_of(own, other, dice=(2, 2, 2, 5, 6), rolls_left=1)
    sheets = [between_turns(own).filled, between_turns(other).filled]
    table = Remaining(solution(), sheets)
    turn = win_turn(table, between_turns(own), [between_turns(other)])
    values = values_of_turn(turn, view.dice, view.rolls_left)
    assert values[chosen("tiger", view)] == max(values.values())
