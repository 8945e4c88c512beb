"""Lets two of OpenSpiel's algorithms play MEOW for two: IS-MCTS, and Deep CFR where JAX is installed.

IS-MCTS plays a whole match against a player who chooses at random. Deep CFR walks through every choice of a player, so
it learns the last two tricks: chance plays everything before them. `TreeSearch` is IS-MCTS as a bot.

    pip install 'purrlor[openspiel]' jax flax optax chex
    python examples/openspiel_meow.py
    purrlor lab score examples/openspiel_meow.py --game meow --deals 10 --judged 2
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from random import Random
from typing import Any, cast

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from purrlor.games.meow import State, View
from purrlor.kit import Choice
from purrlor.lab.openspiel import short_name  # the import registers the games

spiel: Any = pyspiel
MEOW = f"{short_name('meow')}(players=2)"
LAST_TRICKS = f"{short_name('meow')}(players=2,opening=50)"
SIMULATIONS = 50
"""The size of the bot's trees."""


def searcher(game: Any, simulations: int, random: np.random.RandomState) -> Any:
    evaluator = cast("Any", mcts).RandomRolloutEvaluator(1, random)
    return cast("Any", ismcts).ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=simulations, random_state=random)


class TreeSearch:
    """IS-MCTS as a bot: it gets a view, and searches from a state that fits it."""

    def __init__(self) -> None:
        self.game = spiel.load_game(MEOW)

    def choose(self, view: View, legal: Sequence[Any], random: Random) -> Choice[Any]:
        if len(legal) == 1:
            return Choice(legal[0])
        state = self.game.state_at(a_state(view))
        bot = searcher(self.game, SIMULATIONS, np.random.RandomState(random.getrandbits(32)))
        return Choice(state.shared.encoding.actions[bot.step(state)])


def a_state(view: View) -> State:
    """Return a state that fits the view. IS-MCTS deals the other hand again for each simulation."""
    played = {card for trick in (*(trick.plays for trick in view.tricks), view.trick) for _, card in trick}
    unseen = iter([card for card in view.deck if card not in {*view.hand, *played}])
    hands = [tuple(next(unseen) for _ in range(left)) for left in view.cards_left]
    hands[view.viewer or 0] = view.hand
    return State(view.box, view.piles, view.holder, tuple(hands), view.turn, view.row, view.trick, view.tricks)


def tree_search(name: str, simulations: int, seed: int) -> list[float]:
    """Play one match, IS-MCTS in seat 0; the result of each seat."""
    random = np.random.RandomState(seed)
    game = spiel.load_game(name)
    bot = searcher(game, simulations, random)
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
