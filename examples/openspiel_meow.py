"""Lets two of OpenSpiel's algorithms play MEOW for two: IS-MCTS, and Deep CFR where JAX is installed.

IS-MCTS plays a whole match against a player who chooses at random. Deep CFR walks through every choice of a player, so
it learns the last two tricks: chance plays everything before them.

    pip install 'purrlor[openspiel]' jax flax optax chex
    python examples/openspiel_meow.py
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, cast

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from purrlor.lab.openspiel import short_name  # the import registers the games

spiel: Any = pyspiel
MEOW = f"{short_name('meow')}(players=2)"
LAST_TRICKS = f"{short_name('meow')}(players=2,opening=50)"


def tree_search(name: str, simulations: int, seed: int) -> list[float]:
    """Play one match, IS-MCTS in seat 0; the result of each seat."""
    random = np.random.RandomState(seed)
    game = spiel.load_game(name)
    evaluator = cast("Any", mcts).RandomRolloutEvaluator(1, random)
    bot = cast("Any", ismcts).ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=simulations, random_state=random)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(actions, p=shares))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return list(state.returns())


def regret_networks(name: str, iterations: int, traversals: int) -> dict[str, float]:
    """Learn with Deep CFR; how likely it plays each card in some position."""
    from open_spiel.python.jax import deep_cfr

    game = spiel.load_game(name)
    solver = cast("Any", deep_cfr).DeepCFRSolver(
        game,
        policy_network_layers=(32,),
        advantage_network_layers=(32,),
        num_iterations=iterations,
        num_traversals=traversals,
        batch_size_advantage=32,
        batch_size_strategy=32,
        memory_capacity=2000,
        policy_network_train_steps=20,
        advantage_network_train_steps=20,
    )
    solver.solve()
    state, random = game.new_initial_state(), np.random.RandomState(7)
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    played = solver.action_probabilities(state)
    return {state.action_to_string(action): float(share) for action, share in played.items()}


def main() -> None:
    print("IS-MCTS against random:", tree_search(MEOW, simulations=20, seed=1))
    if find_spec("jax") is not None:
        print("Deep CFR plays:", regret_networks(LAST_TRICKS, iterations=3, traversals=10))


if __name__ == "__main__":
    main()
