import pytest

from purrlor.games.meow import Pile
from purrlor.games.meow.tokens import Vases

from .notated import tokens


def total(text: str, vases: Vases = "per_pair") -> int:
    return Pile(tokens(text), vases).total


def test_bowls_count_their_value() -> None:
    assert total("+1 +10 +5 +5") == 21


def test_fishbones_count_minus_their_value() -> None:
    assert total("+10 -3 -8") == -1


def test_a_fish_discards_one_fishbone_the_worst() -> None:
    pile = Pile(tokens("-3 fish -10 -1"))
    assert pile.discarded == (-10,)
    assert pile.total == -4


def test_each_fish_discards_one() -> None:
    assert Pile(tokens("-3 fish -10 fish -1")).discarded == (-10, -3)


def test_a_spare_fish_is_worth_nothing() -> None:
    assert total("fish fish -4 +2") == 2


def test_a_fish_helps_whether_it_comes_before_or_after_the_fishbone() -> None:
    assert total("fish -4") == total("-4 fish") == 0


def test_fish_do_not_mend_vases() -> None:
    assert total("vase vase fish") == -20


@pytest.mark.parametrize(("vases", "cost"), [(0, 0), (1, 0), (2, 20), (3, 20), (4, 40)])
def test_every_pair_of_broken_vases_costs_20(vases: int, cost: int) -> None:
    assert total("vase " * vases) == -cost


@pytest.mark.parametrize(("vases", "cost"), [(0, 0), (1, 0), (2, 20), (3, 20), (4, 20)])
def test_flat_vases_never_cost_more_than_20(vases: int, cost: int) -> None:
    assert total("vase " * vases, "flat") == -cost


def test_an_empty_pile_is_worth_nothing() -> None:
    assert Pile().total == 0


def test_a_taken_token_leaves_the_old_pile_as_it_was() -> None:
    pile = Pile()
    assert pile.with_token(tokens("+4")[0]).bowls == (4,)
    assert pile.tokens == ()
