"""The search finds turns that the rules allow, and the good ones among them."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from purrlor.compiled.bits import Ints, source
from purrlor.core import Fate, Seat
from purrlor.games.house_of_cats import Ability, House, HouseOfCats, State, points
from purrlor.games.house_of_cats.bots.search.lookahead import Rollouts, roll_dice_series, roll_out, roll_out_against
from purrlor.games.house_of_cats.bots.search.planner import (
    Plan,
    RolloutResults,
    SearchParameters,
    SearchRoot,
    best_plan,
    best_plans,
    search_root,
    turn_begun,
)
from purrlor.games.house_of_cats.bots.search.turn_search import evaluate_linear, search_buffers
from purrlor.games.house_of_cats.bots.value.features import (
    ALONE,
    FEATURES,
    NAMES,
    describe,
    initial_weights,
    parse_weights,
    trained_weights,
    weights_text,
)
from purrlor.games.house_of_cats.kernels import layout
from purrlor.games.house_of_cats.kernels.codes import house_row
from purrlor.games.house_of_cats.kernels.layout import rule_table
from purrlor.games.house_of_cats.play import begin, replay

pytestmark = pytest.mark.slow

QUICK = SearchParameters(width=24, changed_width=8, changes=1)
LEVELS = (1, 2, 3, 4)


def letters(text: str) -> tuple[Ability, ...]:
    return tuple(Ability(letter) for letter in text)


def rolled(rules: HouseOfCats, house: House | None, *dice: int) -> State:
    """A match in which everybody has this house, after a roll."""
    state = rules.initial()
    houses = state.houses if house is None else (house,) * rules.seats
    state = State(state.abilities, houses, number=1)
    return rules.apply(state, Fate(tuple(sorted(dice))))


def seen_from(rules: HouseOfCats, state: State) -> SearchRoot:
    view = rules.view(state, Seat(0))
    return search_root(view, turn_begun(view))


@pytest.mark.parametrize("abilities", ["ABCD", "EFGH", "IJKL", "LKBA", "CLDH", "HKGF"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_plan_is_a_legal_turn_with_the_house_it_promises(level: int, abilities: str) -> None:
    rules = HouseOfCats(seats=1, level=level, abilities=letters(abilities))
    setup, random, house = rules.setup(letters(abilities)), Random(level), House(rules.layout.blank)
    for _ in range(6):
        state = rolled(rules, house, *[random.randrange(2, 8) for _ in range(4)])
        plan = best_plan(seen_from(rules, state), QUICK)
        assert plan is not None
        turn = replay(setup, begin(house, state.dice), plan.steps)
        assert turn.done
        assert house_row(rules.layout, turn.house)[: layout.HOUSE].tobytes() == plan.house
        house = turn.house


def test_a_room_is_completed_when_it_can_be() -> None:
    rules = HouseOfCats(seats=1, abilities=letters("ABCD"))
    house = House("55.55m" + "m" * 24 + "......")
    plan = best_plan(seen_from(rules, rolled(rules, house, 5, 7, 7, 7)), QUICK)
    assert plan is not None
    assert "place 5 C1" in map(str, plan.steps)


def test_an_ability_is_used_when_it_completes_a_room() -> None:
    rules = HouseOfCats(seats=1, abilities=letters("ABCF"))
    house = House("55.55m" + "m" * 27 + "...", circles=(0, 0, 0, 1))
    plan = best_plan(seen_from(rules, rolled(rules, house, 2, 7, 7, 7)), QUICK)
    assert plan is not None
    assert {"use F 2", "place 5 C1"} <= {str(step) for step in plan.steps}


def test_a_moved_number_is_changed_when_that_completes_a_room() -> None:
    rules = HouseOfCats(seats=1, abilities=letters("ABGF"))
    house = House("55.55m" + "2" + "m" * 26 + "...", circles=(0, 0, 1, 1))
    plan = best_plan(seen_from(rules, rolled(rules, house, 7, 7, 7, 7)), QUICK)
    assert plan is not None
    assert {"use G A2", "use F 2", "write 5 C1"} <= {str(step) for step in plan.steps}


def test_a_mouse_of_l_is_changed_when_that_completes_a_room() -> None:
    rules = HouseOfCats(seats=1, abilities=letters("LBAC"))
    house = House("55.55m" + "2.mmmm" + "m" * 21 + "...", circles=(0, 0, 0, 1))
    plan = best_plan(seen_from(rules, rolled(rules, house, 2, 3, 3, 4)), QUICK)
    assert plan is not None
    assert {"place 2 B2", "use C 5"} <= {str(step) for step in plan.steps}


def test_a_full_sheet_is_worth_its_points_exactly() -> None:
    rules = HouseOfCats(seats=1, abilities=letters("ABCD"))
    house = House("m" * 36)
    state = house_row(rules.layout, house)
    buffers = search_buffers(trained_weights(1), 8)
    assert (
        evaluate_linear(rule_table(rules.setup(letters("ABCD"))), buffers, state) == points(rules.layout, house).total
    )


def test_looking_ahead_keeps_the_best_and_tells_how_sure_it_is() -> None:
    rules = HouseOfCats(seats=2, abilities=letters("ABCD"))
    root = seen_from(rules, rolled(rules, None, 5, 5, 4, 7))
    plans = best_plans(root, SearchParameters(width=24, changed_width=8, candidates=4, series=4, turns=1))
    assert len(plans) == 4
    assert all(plan.error > 0 for plan in plans)
    assert plans == best_plans(root, SearchParameters(width=24, changed_width=8, candidates=4, series=4, turns=1))


def test_the_same_dice_are_tried_for_all_houses() -> None:
    rules = HouseOfCats(seats=1, abilities=letters("ABCD"))
    table, buffers = rule_table(rules.setup(letters("ABCD"))), search_buffers(trained_weights(1), 12)
    houses = np.stack([house_row(rules.layout, House(rules.layout.blank))] * 2)
    rolls, values = np.zeros((5, 2, layout.DICE), np.int64), np.zeros((5, 2))
    roll_dice_series(rolls, source(1))
    roll_out(table, buffers, Rollouts(houses, rolls, values), np.array([12, 0, 0]))
    assert (values[:, 0] == values[:, 1]).all()
    assert len({*values[:, 0].tolist()}) > 1


def leads(mine: House, *others: House) -> list[float]:
    """Return the lead of a house over the others with each of five series of rolls, two turns each."""
    rules = HouseOfCats(seats=2, abilities=letters("ABCD"))
    table, buffers = rule_table(rules.setup(letters("ABCD"))), search_buffers(trained_weights(1), 12)
    houses, rival_play = np.stack([house_row(rules.layout, mine)]), np.zeros((3, len(others), layout.WORDS), np.int64)
    rival_play[0] = [house_row(rules.layout, house) for house in others]
    rolls, found = np.zeros((5, 2, layout.DICE), np.int64), np.zeros((5, 1))
    roll_dice_series(rolls, source(1))
    roll_out_against(table, buffers, Rollouts(houses, rolls, found), rival_play, np.array([12, 0, 0]))
    return [float(lead) for lead in found[:, 0]]


def test_a_full_house_ends_the_match_and_leads_by_its_points() -> None:
    full, behind = House("m" * 36), House("m" * 18 + "." * 18)
    lead = points(HouseOfCats(level=1).layout, full).total - points(HouseOfCats(level=1).layout, behind).total
    assert leads(full, behind) == [lead] * 5
    assert leads(behind, full) == [-lead] * 5


def test_the_best_of_the_others_counts() -> None:
    full, behind, blank = House("m" * 36), House("m" * 18 + "." * 18), House("." * 36)
    assert leads(full, blank, behind) == leads(full, behind)


def test_playing_on_against_an_equal_house_leads_by_nothing() -> None:
    blank = House("." * 36)
    assert leads(blank, blank) == [0.0] * 5


def test_on_level_4_the_others_do_not_matter() -> None:
    rules = HouseOfCats(seats=2, level=4, abilities=letters("ABCD"))
    root = seen_from(rules, rolled(rules, None, 5, 5, 4, 7))
    parameters = SearchParameters(width=24, changed_width=8, candidates=4, series=4, turns=1, against=True)
    assert root.rivals
    assert best_plans(root, parameters) == best_plans(root._replace(rivals=()), parameters)


def test_a_player_who_is_neither_ahead_nor_nearly_full_is_not_played_on() -> None:
    rules = HouseOfCats(seats=4, abilities=letters("ABCD"))
    ahead, nearly_full, behind = House("5" * 5 + "." * 31), House("m" * 24 + "." * 12), House("." * 36)
    state = State(letters("ABCD"), (behind, ahead, nearly_full, behind), number=1)
    root = seen_from(rules, rules.apply(state, Fate((2, 3, 4, 5))))
    parameters = SearchParameters(width=24, changed_width=8, candidates=4, series=4, turns=1, against=True)
    assert best_plans(root, parameters) == best_plans(root._replace(rivals=root.rivals[:2]), parameters)
    assert best_plans(root, parameters) != best_plans(root._replace(rivals=root.rivals[2:]), parameters)


@pytest.mark.parametrize("widths", [{"width": 4}, {"rollout_widths": (2, 3, 1)}])
def test_a_desk_has_room_for_all_turns(widths: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="changed_width must be at most width"):
        SearchParameters(**widths)


def test_a_candidate_drops_out_when_it_is_surely_worse_with_the_same_rolls() -> None:
    plan = Plan((), b"", 0.0)
    best = RolloutResults(plan, (1.0, 5.0, 9.0, 5.0))
    assert not RolloutResults(plan, (0.0, 4.0, 7.9, 4.1)).is_close(best, 3.0)
    assert RolloutResults(plan, (9.0, 1.0, 5.0, 4.0)).is_close(best, 3.0)


def features_of(rules: HouseOfCats, row: Ints, others: int = ALONE) -> dict[str, float]:
    found = np.zeros(FEATURES)
    describe(rule_table(rules.setup(letters("ABCD"))), row, others, np.zeros(8, np.int64), found)
    return {name: value for name, value in zip(NAMES, found.tolist(), strict=True) if value}


def test_features_tell_what_stands_on_the_sheet() -> None:
    rules = HouseOfCats(seats=1, abilities=letters("ABCD"))
    row = house_row(rules.layout, House("44.mmm" + "3mmmmm" + "mmmmmm" * 3 + "....mm", circles=(0, 2, 0, 0)))
    found = features_of(rules, row, others=3)
    assert found["dead-numbers"] == 2  # neither the 3 nor the two 4s can grow enough
    assert found["patches"] == 2
    assert found["single-spaces"] == 1
    assert found["rest-of-one"] == 1
    assert found["circle-B"] == 2
    assert found["lag"] == pytest.approx(2 / 3)


def test_weights_and_their_text_are_mirrors() -> None:
    weights = np.round(initial_weights(1), 4)
    assert (parse_weights(weights_text(weights)) == weights).all()


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("level", LEVELS)
def test_there_are_weights_for_every_level(level: int, alone: bool) -> None:
    weights = trained_weights(level, alone=alone)
    assert np.isfinite(weights).all()
    assert weights.any()
