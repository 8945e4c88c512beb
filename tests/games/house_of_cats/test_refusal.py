"""Every refusal has a reason."""

from itertools import product
from random import Random

import pytest

from purrlor.core import Fates, Match, Seat
from purrlor.games.house_of_cats import Action, HouseOfCats, State, View, parse_action
from purrlor.games.house_of_cats.refusal import refusal

from .notated import alone, letters

SPACES = [column + row for column, row in product("ABH", "139")]
SYMBOLS = ["2", "3", "4", "5", "cat", "mouse"]
SAID = [
    *(" ".join(said) for said in product(("place", "use A", "use I", "use K"), SYMBOLS, SPACES)),
    *(" ".join(said) for said in product(("write 2", "write 5", "use D", "use G", "use L"), SPACES)),
    *(" ".join(said) for said in product(("expand", "room A1"), SPACES[1:])),
    *("use B 2 down", "use B 3 up", "use C 4", "use E more", "use E fewer", "use F 2", "use H 3 cat", "use J"),
    *("cat", "forfeit", "done", "back"),
]


@pytest.mark.parametrize(("level", "drawn"), [(1, "KADE"), (2, "LBIG"), (3, "JHFC"), (4, "KLGA")])
def test_every_refused_action_has_a_reason(level: int, drawn: str) -> None:
    random = Random(level)
    rules = HouseOfCats(seats=1, level=level, abilities=letters(drawn))
    match: Match[State, Action, View] = Match(rules, Fates(random.randbytes(32)))
    match.settle()
    while not match.over:
        (turn,) = match.state.turns
        assert turn is not None
        legal = match.legal(Seat(0))
        for action in map(parse_action, random.sample(SAID, 20)):
            assert action in legal or refusal(rules.setup(letters(drawn)), turn, action)
        match.act(Seat(0), random.choice(legal))
        match.settle()


@pytest.mark.parametrize("text", ["write 2 A1", "room A1 B1", "expand A1"])
def test_what_nothing_asks_for_is_refused(text: str) -> None:
    assert alone().refused(text) == "this is not expected now"


def test_k_into_a_filled_space_is_refused_by_its_own_rule() -> None:
    turn = alone("2.....", dice="2 3 4 5", abilities="KABC").do("place 2 B1")
    assert turn.refused("use K 5 A1").startswith("K writes a symbol into an empty space")


def test_another_number_than_the_cat_s_is_refused() -> None:
    turn = alone(cats=1, dice="2 3 4 cat").do("cat")
    assert turn.refused("write 5 A1") == "something comes first: write 2 into an empty space ('write …')"


def test_a_cat_that_was_not_rolled_is_refused() -> None:
    assert alone(dice="2 3 4 5").refused("cat") == "no result that is left shows a cat"
