# pyright: basic, reportMissingImports=false
"""Teaches RLlib's PPO two-player MEOW against `kitten`, with action masks.

    pip install 'purrlor[gymnasium]' 'ray[rllib]' torch
    python examples/ppo_rllib_meow.py [STEPS]
    purrlor lab score examples/ppo_rllib_meow.py --game meow

Training writes the network to ppo_rllib_meow.pt in the current folder; `Trained` is the bot that plays it. Network and
measurements are those of ppo_cleanrl_meow.py.
"""

from __future__ import annotations

import os
import sys
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # otherwise Ray reports to its makers

import ray
import torch
from ppo_cleanrl_meow import MEASURED_AGAINST, TRAINED_AGAINST, Learned, network, policy, wins
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.tune.registry import register_env

from purrlor.lab.gymnasium import single_env

ENV = "purrlor-meow"
STEPS_PER_ROUND = 4000


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """A network whose illegal actions have no probability."""

    def setup(self) -> None:
        space: Any = self.observation_space
        self.net = network(space["observation"].shape[0], self.action_space.n)

    def _forward(self, batch: Any, **_: Any) -> Any:
        return {Columns.ACTION_DIST_INPUTS: self._policy(batch)[0].logits}

    def compute_values(self, batch: Any, embeddings: Any = None) -> Any:
        del embeddings
        return self._policy(batch)[1]

    def _policy(self, batch: Any) -> tuple[Any, Any]:
        return policy(self.net, batch[Columns.OBS]["observation"], batch[Columns.OBS]["action_mask"])


class Trained(Learned):
    """The trained network as a bot."""

    saved = "ppo_rllib_meow.pt"


def main(steps: int = 140_000) -> None:
    ray.init(include_dashboard=False)
    register_env(ENV, lambda _: single_env("meow", opponents=TRAINED_AGAINST, seats=2))
    config = (
        PPOConfig()
        .environment(ENV)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
        .training(
            train_batch_size_per_learner=STEPS_PER_ROUND,
            minibatch_size=250,
            num_epochs=4,
            lr=5e-4,
            gamma=1.0,
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=0.01,
            use_kl_loss=False,
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
        .debugging(seed=7)
    )
    algorithm = config.build_algo()
    rounds = -(-steps // STEPS_PER_ROUND)
    for _ in range(rounds):
        algorithm.train()
    module: Any = algorithm.get_module()
    shares = ", ".join(f"{100 * wins(module.net, level):.0f} % against {level}" for level in MEASURED_AGAINST)
    print(f"after {rounds * STEPS_PER_ROUND} steps: wins {shares}")
    torch.save(module.net.state_dict(), Trained.saved)
    algorithm.stop()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
