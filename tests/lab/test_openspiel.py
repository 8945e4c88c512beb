"""OpenSpiel's own suites on our games."""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
import unittest
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel

from purrlor.lab.openspiel import REGISTERED

spiel: Any = pyspiel
SHORT = {"purrlor_addi_cats": "purrlor_addi_cats(most_cards=12)", "purrlor_meow": "purrlor_meow(players=2)"}
"""Players that choose at random take thousands of cards to end a match; for two, a deal is shorter."""
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


@pytest.mark.parametrize(
    "most",
    [pytest.param(6, marks=pytest.mark.slow, id="short"), pytest.param(40, marks=pytest.mark.nightly, id="long")],
)
@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_the_same_every_time(name: str, most: int) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    made: Any = generate_playthrough
    actions = random_actions(loaded(name), most)
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


def after_chance(state: Any, random: Random) -> Any:
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def played_on(state: Any, random: Random, decisions: int) -> Any:
    """The same state some decisions later, or at the end."""
    for _ in range(decisions):
        if not after_chance(state, random).is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return after_chance(state, random)


def uniform(random: Random) -> Any:
    return random.random


@pytest.mark.parametrize("name", GAMES)
def test_the_game_type_says_whether_there_is_an_information_state_tensor(name: str) -> None:
    game = loaded(name)
    state = played_on(game.new_initial_state(), Random(1), 5)
    if game.get_type().provides_information_state_tensor:
        assert len(state.information_state_tensor(0)) == np.prod(game.information_state_tensor_shape())
    else:
        with pytest.raises(ValueError, match=f"{name} provides information states as strings only"):
            state.information_state_tensor(0)


def test_meow_and_yatzy_have_information_state_tensors() -> None:
    given = {name for name in GAMES if loaded(name).get_type().provides_information_state_tensor}
    assert given == {"purrlor_yatzy", "purrlor_meow"}


@pytest.mark.parametrize("name", ["purrlor_yatzy", "purrlor_meow(players=2)"])
def test_tensors_tell_apart_what_strings_tell_apart(name: str) -> None:
    """Positions of three matches, one of them played twice."""
    tensors: dict[bytes, str] = {}
    strings: dict[str, bytes] = {}
    for seed in (1, 2, 2, 3):
        state, random = spiel.load_game(name).new_initial_state(), Random(seed)
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            for player in range(state.num_players()):
                tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
                text = f"{player} {state.information_state_string(player)}"
                assert strings.setdefault(text, tensor) == tensor
                assert tensors.setdefault(f"{player} ".encode() + tensor, text) == text
            if len(strings) > 60 * seed:
                break


def test_the_order_of_cards_is_remembered() -> None:
    """The observation is the same, but somebody who remembers tells the two apart."""
    game = spiel.load_game("purrlor_meow(players=2)")
    states = [after_chance(game.new_initial_state(), Random(4)) for _ in range(2)]
    me = states[0].current_player()
    first, second = states[0].legal_actions()[:2]
    for state, cards in zip(states, ((first, second), (second, first)), strict=True):
        state.apply_action(cards[0])
        state.apply_action(state.legal_actions()[0])
        if state.current_player() != me:
            return
        state.apply_action(cards[1])
    tensors = [state.information_state_tensor(me) for state in states]
    assert tensors[0] != tensors[1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("decisions", [0, 7, 20])
def test_a_resampled_state_looks_the_same_to_its_player(name: str, decisions: int) -> None:
    random = Random(decisions)
    state = played_on(loaded(name).new_initial_state(), random, decisions)
    player = state.current_player()
    other = state.resample_from_infostate(player, uniform(random))
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.observation_tensor(player) == state.observation_tensor(player)
    assert other.legal_actions() == state.legal_actions()
    played_on(other, random, 30)


def test_resampling_deals_the_hidden_cards_again() -> None:
    random = Random(3)
    state = played_on(spiel.load_game("purrlor_meow(players=2)").new_initial_state(), random, 6)
    player = state.current_player()
    worlds = [state.resample_from_infostate(player, uniform(random)) for _ in range(20)]
    hands = {str(world.position.state.hands[1 - player]) for world in worlds}
    assert len(hands) == 20
    assert len({str(world.position.state.hands[player]) for world in worlds}) == 1


def test_a_resampled_opponent_remembers_nothing_that_was_really_dealt() -> None:
    random = Random(3)
    state = played_on(spiel.load_game("purrlor_meow(players=2)").new_initial_state(), random, 6)
    player = state.current_player()
    world = state.resample_from_infostate(player, uniform(random))
    memory = world.information_state_string(1 - player)
    assert f"hand={state.position.state.hands[1 - player]!r}" not in memory
    assert f"hand={world.position.state.hands[1 - player]!r}" in memory


def test_resampling_lets_others_choose_again_what_nobody_saw() -> None:
    random = Random(5)
    state = after_chance(spiel.load_game("purrlor_house_of_cats(players=2)").new_initial_state(), random)
    while state.current_player() == 0:
        state.apply_action(random.choice(state.legal_actions()))
    worlds = [state.resample_from_infostate(1, uniform(random)) for _ in range(10)]
    assert {world.information_state_string(1) for world in worlds} == {state.information_state_string(1)}
    assert len({str(world) for world in worlds}) > 5


def test_a_state_of_the_rules_is_a_state_of_the_game() -> None:
    played = after_chance(loaded("purrlor_meow").new_initial_state(), Random(3))
    same = loaded("purrlor_meow").state_at(played.position.state)
    assert same.legal_actions() == played.legal_actions()
    assert same.observation_string(0) == played.observation_string(0)
    player = same.current_player()
    other = same.resample_from_infostate(player, Random(1).random)
    assert other.information_state_string(player) == same.information_state_string(player)
    assert str(other) != str(same)


def test_a_resampled_state_can_be_pickled() -> None:
    random = Random(3)
    state = played_on(spiel.load_game("purrlor_meow(players=2)").new_initial_state(), random, 6)
    world = state.resample_from_infostate(state.current_player(), uniform(random)).position
    later = world.after_act(world.rules.legal(world.state, world.awaiting.seats[0])[0])
    for position in (world, later):
        again = pickle.loads(pickle.dumps(position))
        assert again.state == position.state
        assert [again.story(seat) for seat in (0, 1)] == [position.story(seat) for seat in (0, 1)]


def test_chance_plays_the_opening() -> None:
    state = after_chance(spiel.load_game("purrlor_meow(players=2,opening=48)").new_initial_state(), Random(1))
    assert len(state.position.state.hands[0]) == 3
    assert played_on(state, Random(1), 6).is_terminal()
    with pytest.raises(Exception, match="opening is a number of actions, not -1"):
        spiel.load_game("purrlor_meow(opening=-1)")


@pytest.mark.parametrize("name", ["purrlor_meow(players=2)", "purrlor_meow(players=2,opening=46)"])
def test_is_mcts_chooses_a_legal_card(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    random = np.random.RandomState(1)
    game = spiel.load_game(name)
    evaluator = cast("Any", mcts).RandomRolloutEvaluator(1, random)
    bot = cast("Any", ismcts).ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=15, random_state=random)
    state = after_chance(game.new_initial_state(), Random(1))
    policy = dict(bot.get_policy(state))
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)


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
    page = (Path(__file__).parents[2] / "docs/research/openspiel.md").read_text()
    exec(page.split("```python\n")[1].split("```")[0], {})
    assert sum(ast.literal_eval(capsys.readouterr().out)) == 0
