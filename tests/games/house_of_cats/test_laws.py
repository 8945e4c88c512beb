"""The laws of the core on all levels, and this game's own: no dead ends, and no room that is left unformed."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from purrlor.core import Fates, Match, Seat, laws
from purrlor.games.house_of_cats import Ability, Action, HouseOfCats, HouseSetup, State, Symbol, Turn, View
from purrlor.games.house_of_cats.house import possible_rooms
from purrlor.games.house_of_cats.notation import Back, Done
from purrlor.games.house_of_cats.play import choices, play
from purrlor.games.house_of_cats.turn import PickRoom

from .notated import Generous, letters

ALL_SETS = list(combinations(Ability, 4))
LONGEST_TURN = 250


def test_there_are_495_sets_of_four_abilities() -> None:
    assert len(ALL_SETS) == 495


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        HouseOfCats(seats=1, level=1),
        HouseOfCats(seats=3, level=1, abilities=letters("KLGI")),
        HouseOfCats(seats=2, level=2),
        HouseOfCats(seats=2, level=3, crossed_space="empty"),
        HouseOfCats(seats=1, level=4),
        HouseOfCats(seats=3, level=4, abilities=letters("KLAB")),
        HouseOfCats(seats=2, level=4, sheet="4::A1:.....+++/.....-++"),
        Generous(seats=2, level=1, abilities=letters("ABCD")),
        Generous(seats=2, level=2, abilities=letters("EFGH")),
        Generous(seats=2, level=3, abilities=letters("GIJL"), crossed_space="empty"),
        Generous(seats=2, level=4, abilities=letters("KIGA")),
        Generous(seats=2, level=1, abilities=letters("DHLC")),
        Generous(seats=2, level=4, abilities=letters("LCFH")),
        Generous(seats=2, level=2, abilities=letters("DHLC"), changes="dice"),
    ],
    ids=str,
)
def test_the_laws_of_the_core_hold(rules: HouseOfCats) -> None:
    laws.check(rules, matches=2)


@pytest.mark.parametrize("level", [1, *(pytest.param(level, marks=pytest.mark.slow) for level in (2, 3, 4))])
@pytest.mark.parametrize("crossed_space", ["used", "empty"])
def test_there_are_no_dead_ends(level: int, crossed_space: str) -> None:
    random = Random(f"{level} {crossed_space}")
    for number in range(level - 1, len(ALL_SETS), 8):
        tied = list(ALL_SETS[(number + 4 * (crossed_space == "empty")) % len(ALL_SETS)])
        random.shuffle(tied)
        rules = Generous(seats=1, level=level, abilities=tuple(tied), crossed_space=crossed_space)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        check_match(rules, random)


def check_match(rules: HouseOfCats, random: Random) -> None:
    """Play at random; in every state the turn can be finished, and `done` is offered exactly when nothing is left."""
    match: Match[State, Action, View] = Match(rules, Fates(random.randbytes(32)))
    match.settle()
    while not match.over:
        (turn,) = match.state.turns
        assert turn is not None
        setup = rules.setup(match.state.abilities)
        legal = match.legal(Seat(0))
        assert (Done() in legal) == (not turn.left and not turn.tasks)
        assert (Back() in legal) == bool(turn.steps)
        if random.random() < 0.1:
            check_it_can_be_finished(setup, turn, random)
        check_no_room_is_left(setup, turn)
        match.act(Seat(0), random.choice([action for action in legal if action != Back() or random.random() < 0.1]))
        match.settle()


def check_it_can_be_finished(setup: HouseSetup, turn: Turn, random: Random) -> None:
    """Check that the turn ends with any choices, if nothing is taken back."""
    for _ in range(LONGEST_TURN):
        if turn.done:
            return
        turn = play(setup, turn, random.choice([action for action in choices(setup, turn) if action != Back()]))
    raise AssertionError("the turn has no end")


def check_no_room_is_left(setup: HouseSetup, turn: Turn) -> None:
    """Check that no numbers outside rooms could form one, unless the player is just choosing."""
    if turn.tasks and isinstance(turn.tasks[0], PickRoom):
        return
    for space in turn.house.loose_numbers(setup.sheet):
        assert possible_rooms(setup.sheet, turn.house, space) == ()


def test_results_left_never_outnumber_the_dice() -> None:
    random = Random(5)
    rules = Generous(seats=1, level=1, abilities=letters("EIAH"))
    match: Match[State, Action, View] = Match(rules, Fates(random.randbytes(32)))
    match.settle()
    while not match.over:
        (turn,) = match.state.turns
        assert turn is not None
        assert 0 <= turn.left <= len(turn.results) <= 4
        match.act(Seat(0), random.choice(match.legal(Seat(0))))
        match.settle()


def test_symbols_sort_in_the_order_of_the_dice() -> None:
    assert "".join(Symbol) == "".join(sorted(Symbol))
