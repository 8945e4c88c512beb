"""OpenSpiel's own suites on our games."""

from __future__ import annotations

import ast
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import pyspiel

from purrlor.lab.openspiel import REGISTERED

spiel: Any = pyspiel
SHORT = {"purrlor_addi_cats": "purrlor_addi_cats(most_cards=12)"}
"""Players that choose at random take thousands of cards to end a match."""
GAMES = ["purrlor_yatzy", "purrlor_meow", "purrlor_addi_cats", "purrlor_house_of_cats"]


def loaded(name: str) -> Any:
    return spiel.load_game(SHORT.get(name, name))


def test_all_four_games_are_registered() -> None:
    assert set(GAMES) <= set(REGISTERED)
    assert set(GAMES) <= set(spiel.registered_names())


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_random_matches(name: str) -> None:
    spiel.random_sim_test(loaded(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_their_api_test(name: str) -> None:
    from open_spiel.integration_tests import api_test

    members = {"game_name": name, "game": loaded(name)}
    case = type(f"{name}_Test", (api_test.EnforceAPIOnPartialTreeBase,), members)
    suite = unittest.TestLoader().loadTestsFromTestCase(case)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert [message for _, message in (*result.failures, *result.errors)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_the_same_every_time(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    made: Any = generate_playthrough
    actions = random_actions(loaded(name), most=40)
    once, again = (made.playthrough(SHORT.get(name, name), actions, seed=1) for _ in range(2))
    assert once == again
    assert f"game: {SHORT.get(name, name)}" in once
    assert "ChanceOutcomes()" in once


def random_actions(game: Any, most: int) -> list[int]:
    """The first actions of a match: always the middle one."""
    state = game.new_initial_state()
    found: list[int] = []
    while not state.is_terminal() and len(found) < most:
        legal = state.legal_actions()
        found.append(legal[len(legal) // 2])
        state.apply_action(found[-1])
    return found


def test_a_deal_is_one_node_for_each_card() -> None:
    state = spiel.load_game("purrlor_meow(players=2)").new_initial_state()
    nodes = 0
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
        nodes += 1
    assert nodes == 1 + 9 + 2 * 9


def test_a_roll_has_its_probability() -> None:
    state = spiel.load_game("purrlor_yatzy").new_initial_state()
    state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    outcomes = dict(state.chance_outcomes())
    assert len(outcomes) == 252
    assert state.action_to_string(-1, 0) == "1 1 1 1 1"
    assert outcomes[0] == pytest.approx(1 / 7776)


def test_a_hand_is_known_to_its_owner_alone() -> None:
    state = spiel.load_game("purrlor_meow(players=2)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    mine, yours = state.information_state_string(0), state.information_state_string(1)
    assert "hand=(parse_card('P1')" in mine
    assert "hand=(parse_card('P1')" not in yours


def test_options_are_parameters() -> None:
    game = spiel.load_game("purrlor_meow(players=2,expert=True)")
    assert game.num_players() == 2
    with pytest.raises(Exception, match="meow is for 2 to 6 seats, not 7"):
        spiel.load_game("purrlor_meow(players=7)")


def test_a_program_that_used_it_ends_well() -> None:
    code = "import pyspiel, purrlor.lab.openspiel; pyspiel.load_game('purrlor_yatzy').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_lines_of_the_docs_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs/lab/openspiel.md").read_text()
    exec(page.split("```python\n")[1].split("```")[0], {})
    assert sum(ast.literal_eval(capsys.readouterr().out)) == 0
