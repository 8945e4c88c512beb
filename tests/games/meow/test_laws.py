"""The laws of all games, held against every table size."""

from random import Random

import pytest

from purrlor.core import Seat, laws
from purrlor.games.meow import Meow
from purrlor.games.meow.kernels.deals import Deals

from .notated import TABLES, disguise_for, randomly, table_name

TWO_EXPERTS = Meow(seats=2, expert=True)


@pytest.mark.slow
@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_the_laws_hold(rules: Meow) -> None:
    laws.check(rules, disguise=disguise_for(rules), matches=2)


def test_two_experts_can_imagine_one_world_only() -> None:
    match = randomly(TWO_EXPERTS, Random(1))
    views = [TWO_EXPERTS.view(state, seat) for state in match.states for seat in (Seat(0), Seat(1))]
    assert {Deals.of(view).count for view in views} == {1}
