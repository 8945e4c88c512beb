# pyright: basic, reportMissingImports=false
"""Teaches MaskablePPO of sb3-contrib a game for two, against players who choose at random.

    pip install 'purrlor[gymnasium]' sb3-contrib
    python examples/ppo_sb3.py [GAME [STEPS]]
    purrlor lab score examples/ppo_sb3.py --game meow

GAME is meow or yatzy, for example. Training writes the network to ppo_GAME.zip in the current folder; `Learned` is the
bot that plays it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO

from purrlor.core import Millis
from purrlor.kit import Choice
from purrlor.lab.encodings import encoding_of, environment_id

USUAL_GAME = "meow"
MATCHES = 50
torch.set_num_threads(1)  # the fastest for a network this small


def against(opponents: str, game: str) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(f"purrlor.lab.gymnasium:{environment_id(game)}", seats=2, opponents=opponents)


def wins(model: MaskablePPO, env: gymnasium.Env[Any, Any]) -> float:
    """Play matches without exploring; return the share won, ties counted half."""
    total = 0.0
    for number in range(MATCHES):
        observation, _ = env.reset(seed=number)
        reward, over = 0.0, False
        while not over:
            masks: Any = env.get_wrapper_attr("action_masks")()
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, gain, over, *_ = env.step(int(action))
            reward = float(gain)
        total += (reward + 1) / 2
    return total / MATCHES


@cache
def saved(game: str) -> MaskablePPO:
    return MaskablePPO.load(f"ppo_{game}.zip")


class Learned:
    """The trained network as a bot."""

    def __init__(self, game: Any) -> None:
        self.encoding, self.model = encoding_of(game), saved(game.name)

    def choose(self, view: Any, legal: Sequence[Any], random: Random) -> Choice[Any]:
        """Play the action that the network finds likeliest."""
        del random
        mask = np.array(self.encoding.mask(legal), np.int8)
        seen = {"observation": np.array(self.encoding.observe(view, Millis(0)), np.int8), "action_mask": mask}
        action, _ = self.model.predict(seen, action_masks=mask, deterministic=True)
        return Choice(self.encoding.actions[int(action)])


def main(game: str = USUAL_GAME, steps: str = "100000") -> None:
    model = MaskablePPO("MultiInputPolicy", against("uniform", game), n_steps=2048, seed=7)
    print(f"before: wins {100 * wins(model, against('uniform', game)):.0f} % against uniform")
    model.learn(int(steps))
    for opponents in ("uniform", "kitten", "tabby"):
        print(f"after {steps} steps: wins {100 * wins(model, against(opponents, game)):.0f} % against {opponents}")
    model.save(f"ppo_{game}.zip")


if __name__ == "__main__":
    main(*sys.argv[1:])
