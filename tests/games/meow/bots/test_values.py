"""The values that a round is played for."""

from math import exp, log, ulp
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from purrlor.games.meow import Meow, Pile
from purrlor.games.meow.bots.search.ismcts import new_tree
from purrlor.games.meow.bots.search.values import duel_values, in_points, share_out, values_of_view
from purrlor.games.meow.kernels.exponentials import exponential
from tests.games.meow.notated import dealt, randomly, tokens

DUEL = Meow(seats=2)


def test_in_the_last_round_totals_are_what_the_piles_count() -> None:
    state = next(s for s in randomly(Meow(seats=3), Random("totals")).states if not s.box and len(s.row) == 4)
    round_values = values_of_view(Meow(seats=3).view(state, None))
    for seat, pile in enumerate(state.piles):
        for won in range(16):
            taken = [token for place, token in enumerate(state.row) if won >> place & 1]
            assert round_values.totals[seat, won] == Pile((*pile.tokens, *taken), pile.vases).total


def test_before_the_last_round_a_single_vase_is_a_burden() -> None:
    """Two more vases are in the box, and one of them may come."""
    state = replace(dealt("P1", "P2", row="vase"), box=tokens("vase vase +1 +2 +3 +4 -1 -2 -3"))
    round_values = values_of_view(DUEL.view(state, None))
    assert round_values.totals[0, 1] < round_values.totals[0, 0] - 1


def test_shares_make_a_whole_and_grow_with_the_lead() -> None:
    round_values = values_of_view(Meow(seats=3).view(dealt("P1", "P2", "P3", row="+9"), None))
    shares = np.zeros(3)
    share_out(round_values, np.array([1, 0, 0]), shares)
    assert shares.sum() == pytest.approx(1)
    assert shares[0] > 0.6
    assert shares[1] == pytest.approx(shares[2])


def test_in_points_a_lead_is_counted_against_the_mean_of_the_others() -> None:
    round_values = in_points(values_of_view(Meow(seats=3).view(dealt("P1", "P2", "P3", row="+9"), None)))
    leads = np.zeros(3)
    share_out(round_values, np.array([1, 0, 0]), leads)
    assert list(leads) == [9, -4.5, -4.5]


def test_a_duel_is_zero_sum_around_a_fair_share() -> None:
    view = DUEL.view(dealt("P1 P2", "P3 P4", row="+9 -3"), None)
    values = duel_values(values_of_view(view))
    assert list(values) == [-int(worth) for worth in values[::-1]]


def test_far_behind_a_big_bowl_matters_more_than_a_safe_one() -> None:
    """Behind by 10, a bowl of 10 is worth more than ten times a bowl of 1: the share is not linear."""
    state = replace(dealt("P1 P2", "P3 P4", row="+10 +1"), piles=(Pile(), Pile(tokens("+10"))))
    values = duel_values(values_of_view(DUEL.view(state, None)))
    assert values[1] - values[0] > 2 * (values[2] - values[0])


def test_exponentials_are_those_of_the_library_up_to_the_last_bit() -> None:
    random = Random("exponentials")
    for exponent in [0.0, *(random.uniform(-60, 60) for _ in range(2000))]:
        assert abs(exponential(exponent) - exp(exponent)) <= 2 * ulp(exp(exponent))


def test_logarithms_are_those_of_the_library_up_to_the_last_bit() -> None:
    found = new_tree(60_000).logarithms
    assert all(abs(found[number] - log(number)) <= 2 * ulp(log(number)) for number in range(2, len(found)))
